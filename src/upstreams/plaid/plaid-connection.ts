import type { PlaidApi } from "plaid";
import type { z } from "zod";
import { briefOutages, type HttpClient } from "#shared/http/http-client.ts";
import { mismatchOf } from "#shared/http/service-error.ts";
import { explainFailure, PlaidError } from "./plaid-errors.ts";
import { parsePlaidJson } from "./plaid-json.ts";

export type PlaidConnection = {
  http: Pick<HttpClient<AbortSignal>, "request">;
  /** Such as `https://production.plaid.com`, without a trailing slash; read at each call. */
  baseUrl: () => string;
  clientId: string;
  secret: string;
  /** Time limit of one attempt; 30 s by default (docs/reference/money.md, "Sync"). */
  timeoutMs?: number;
};

export type PlaidSdk = typeof import("plaid");

export type PlaidCall<Schema extends z.ZodType> = {
  /** Path for messages, such as `/transactions/sync`. */
  path: string;
  send: (api: PlaidApi, sdk: PlaidSdk) => Promise<{ data: unknown }>;
  schema: Schema;
  /** False for calls that must not happen twice. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
};

/** The part of the SDK's request that our HTTP client uses. */
type SdkRequest = { url: string; data: string };

const apiVersion = "2020-09-14";
const defaultTimeoutMs = 30_000;
// A page of 500 changes has about one million bytes.
const maxBytes = 8_000_000;
// One retry covers a hiccup; the job waiting for the response has longer pauses of its own.
const retries = 1;

/**
 * Makes one call through Plaid's SDK, which provides paths and types. Transport is ours: the server's HTTP client with its
 * limits, and the keys, which the SDK and its errors never see.
 * @throws PlaidError
 */
export async function callPlaid<Schema extends z.ZodType>(
  connection: PlaidConnection,
  call: PlaidCall<Schema>,
): Promise<z.output<Schema>> {
  const text = await ask(connection, call);
  let json: unknown;
  try {
    json = parsePlaidJson(text);
  } catch {
    const what = text.trimStart().startsWith("<") ? "HTML" : "something other than JSON";
    throw new PlaidError("retry-later", `Plaid returned ${what} (${call.path}).`);
  }
  const parsed = call.schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = mismatchOf(parsed.error);
  throw new PlaidError("our-fault", `Plaid's response has an unexpected format (${call.path})${where}.`, {
    requestId: requestIdOf(json),
  });
}

async function ask<Schema extends z.ZodType>(
  connection: PlaidConnection,
  { path, send, isRepeatable, signal }: PlaidCall<Schema>,
): Promise<string> {
  const headers = {
    "content-type": "application/json",
    "plaid-client-id": headerSafe(connection.clientId, "PLAID_CLIENT_ID"),
    "plaid-secret": headerSafe(connection.secret, "PLAID_SECRET"),
    "plaid-version": apiVersion,
  };

  async function adapter(config: SdkRequest) {
    const { text, status } = await connection.http.request({
      url: config.url,
      method: "POST",
      headers,
      body: config.data,
      timeoutMs: connection.timeoutMs ?? defaultTimeoutMs,
      maxBytes,
      retries: isRepeatable ? retries : 0,
      retriedStatuses: briefOutages,
      // If followed, a redirect would receive the keys in the headers.
      redirect: "manual",
      signal,
    });
    return { data: text, status, statusText: "", headers: {}, config };
  }

  const baseOptions = { adapter, transformResponse: [] };
  // Loaded with the first call, because it takes a third of a second and 80 MB, which a site without banks can save.
  const sdk = await import("plaid");
  const api = new sdk.PlaidApi(new sdk.Configuration({ basePath: connection.baseUrl(), baseOptions }));
  try {
    const { data } = await send(api, sdk);
    return String(data);
  } catch (error) {
    throw explainFailure(path, error);
  }
}

/** Validates a key: `fetch` would quote one with a line break in its error. */
function headerSafe(value: string, setting: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new PlaidError("our-fault", `${setting} contains characters that Plaid keys never have.`);
}

function requestIdOf(json: unknown): string | null {
  const hasId = typeof json === "object" && json !== null && "request_id" in json;
  return hasId && typeof json.request_id === "string" ? json.request_id.slice(0, 100) : null;
}
