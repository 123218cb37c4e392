import { briefOutages, type HttpClient } from "#shared/http/http-client.ts";
import { HttpFailure } from "#shared/http/http-failure.ts";
import { mismatchOf } from "#shared/http/service-error.ts";
import { parseJson } from "#shared/text/json-text.ts";
import { accountsCallOf, claimUrlOf, readAccess, type MayCall } from "./simplefin-addresses.ts";
import { explainFailure, SimpleFinError } from "./simplefin-errors.ts";
import { accountSetSchema } from "./simplefin-schemas.ts";
import { toAccountSet } from "./simplefin-transform.ts";
import type { AccountSet, SimpleFinServer, SimpleFinWindow } from "./simplefin-types.ts";

export type SimpleFinConnectionOptions = {
  http: Pick<HttpClient<AbortSignal>, "request">;
  /** Condition for every address that is called, redirects included. */
  mayCall: MayCall;
  /** Time limit of a call; 30 s by default. */
  timeoutMs?: number;
};

const defaultTimeoutMs = 30_000;
const mostClaimBytes = 10_000;
const mostAccountsBytes = 20 * 1024 * 1024;
const mostRedirects = 2;

/** Creates a client of any SimpleFIN server; the address comes with each token. */
export function createSimpleFinClient(options: SimpleFinConnectionOptions): SimpleFinServer {
  return {
    claim: async (setupToken, signal) => {
      const url = claimUrlOf(setupToken, options.mayCall);
      const call = { method: "POST", body: "", maxBytes: mostClaimBytes, retries: 0 } as const;
      // A claim works once, so it isn't repeated, even if its response is lost.
      const text = await ask(options, { what: "claim", url, ...call }, signal);
      return readAccess(text, options.mayCall);
    },
    accounts: async (accessUrl, window, signal) => {
      const { url, authorization } = accountsCallOf(accessUrl);
      url.search = queryOf(window).toString();
      const call = { method: "GET", maxBytes: mostAccountsBytes, retries: 1 } as const;
      const headers = { accept: "application/json", authorization };
      return readSet(await ask(options, { what: "accounts", url, headers, ...call }, signal));
    },
  };
}

/** Returns the query. `pending=0` would count as `pending=1`, so it is left out of reads of the past. */
function queryOf(window: SimpleFinWindow | null): URLSearchParams {
  if (window === null) return new URLSearchParams({ version: "2", "balances-only": "1" });
  const { fromDay, beforeDay } = window;
  return new URLSearchParams({
    version: "2",
    "start-date": secondsOf(fromDay),
    ...(beforeDay === null ? { pending: "1" } : { "end-date": secondsOf(beforeDay) }),
  });
}

function secondsOf(day: string): string {
  return String(Date.parse(`${day}T00:00:00Z`) / 1000);
}

function readSet(text: string): AccountSet {
  const parsed = accountSetSchema.safeParse(parseJson(text));
  if (parsed.success) return toAccountSet(parsed.data);
  if (text.trimStart().startsWith("<"))
    throw new SimpleFinError("retry-later", "SimpleFIN returned HTML instead of accounts.");
  const where = mismatchOf(parsed.error);
  throw new SimpleFinError("our-fault", `SimpleFIN's response has an unexpected format${where}.`);
}

type Call = {
  what: "claim" | "accounts";
  url: URL;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  maxBytes: number;
  retries: number;
};

/** Makes a call and follows its redirects. @throws SimpleFinError */
async function ask(
  options: SimpleFinConnectionOptions,
  { what, url, headers = {}, ...call }: Call,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { http, timeoutMs = defaultTimeoutMs } = options;
  // A 429 isn't repeated, because calls are counted (docs/reference/money.md, "SimpleFIN").
  const retriedStatuses = briefOutages;
  const request = { ...call, headers, timeoutMs, retriedStatuses, redirect: "manual", signal } as const;
  try {
    let address = url;
    for (let hops = 0; ; hops += 1) {
      try {
        return (await http.request({ ...request, url: address.href })).text;
      } catch (error) {
        const next = nextAddress(error, address, { ...call, ...options });
        if (next === null) throw error;
        if (hops === mostRedirects)
          throw new HttpFailure("redirect", `${address.host} redirects too many times`, { cause: error });
        address = next;
      }
    }
  } catch (error) {
    throw explainFailure(what, error);
  }
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Redirects that keep the method; a claim must stay a POST. */
const keepingStatuses: ReadonlySet<number> = new Set([307, 308]);

/**
 * Returns the address of a redirect; null if the failure is none.
 * @throws HttpFailure of kind `redirect` for one to another host, without https where there was, or with credentials
 */
function nextAddress(
  error: unknown,
  from: URL,
  { method, mayCall }: Pick<Call, "method"> & { mayCall: MayCall },
): URL | null {
  if (!(error instanceof HttpFailure) || error.kind !== "status") return null;
  const { statusCode, headers } = error;
  if (statusCode === null || !redirectStatuses.has(statusCode)) return null;
  const location = headers?.get("location") ?? "";
  const to = URL.parse(location, from);
  const isAllowed =
    location !== "" &&
    to !== null &&
    to.origin === from.origin &&
    to.username === "" &&
    to.password === "" &&
    mayCall(to) &&
    (method === "GET" || keepingStatuses.has(statusCode));
  if (isAllowed) return to;
  throw new HttpFailure("redirect", `${from.host} redirects in a way that isn't followed`, { statusCode });
}
