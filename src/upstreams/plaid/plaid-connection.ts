import type { PlaidApi } from "plaid";
import type { z } from "zod";
import { explainFailure, PlaidError } from "./plaid-errors.ts";
import { parsePlaidJson } from "./plaid-json.ts";

/** The part of the server's HTTP client that is needed here. */
export type PlaidHttp = {
  request: (request: {
    url: string;
    method: "POST";
    headers: Record<string, string>;
    body: string;
    timeoutMs: number;
    maxBytes: number;
    retries: number;
    retriedStatuses: ReadonlySet<number>;
    redirect: "manual";
    signal?: AbortSignal;
  }) => Promise<{ status: number; text: string }>;
};

export type PlaidConnection = {
  http: PlaidHttp;
  /** Such as `https://production.plaid.com`, without a trailing slash; asked at each call. */
  baseUrl: () => string;
  clientId: string;
  secret: string;
  /** For one attempt; 30 s unless said (docs/reference/money.md, "Sync"). */
  timeoutMs?: number;
};

export type PlaidSdk = typeof import("plaid");

export type PlaidCall<Schema extends z.ZodType> = {
  /** For messages, such as `/transactions/sync`. */
  path: string;
  send: (api: PlaidApi, sdk: PlaidSdk) => Promise<{ data: unknown }>;
  schema: Schema;
  /** False for what must not happen twice. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
};

/** What our HTTP client needs of the SDK's request. */
type SdkRequest = { url: string; data: string };

const apiVersion = "2020-09-14";
const defaultTimeoutMs = 30_000;
// A page of 500 changes has about one million.
const maxBytes = 8_000_000;
// One more try after a hiccup; the work that waits for the answer has longer pauses of its own. Not 429: it asks for less.
const retries = 1;
const retriedStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * One call through Plaid's SDK, which knows paths and shapes; what travels is ours: the server's HTTP client with its
 * limits, and the keys, which the SDK and its errors never see. @throws PlaidError
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
    const what = text.trimStart().startsWith("<") ? "HTML" : "something that is not JSON";
    throw new PlaidError("retry-later", `Plaid answered ${what} (${call.path}).`);
  }
  const parsed = call.schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? "" : ` at ${issue.path.join(".")}: ${issue.message}`;
  throw new PlaidError("our-fault", `Plaid's answer has another shape (${call.path})${where}.`, {
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
      retriedStatuses,
      // Followed, the keys in the headers would go wherever it leads.
      redirect: "manual",
      ...(signal === undefined ? {} : { signal }),
    });
    return { data: text, status, statusText: "", headers: {}, config };
  }

  const baseOptions = { adapter, transformResponse: [] };
  // Loaded with the first call: it takes a third of a second and 80 MB, which a site without banks need not spend.
  const sdk = await import("plaid");
  const api = new sdk.PlaidApi(new sdk.Configuration({ basePath: connection.baseUrl(), baseOptions }));
  try {
    const { data } = await send(api, sdk);
    return String(data);
  } catch (error) {
    throw explainFailure(path, error);
  }
}

/** A key with a line break would be refused by `fetch` in an error that spells it out. */
function headerSafe(value: string, setting: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new PlaidError("our-fault", `${setting} holds characters that no key of Plaid's has.`);
}

function requestIdOf(json: unknown): string | null {
  const hasId = typeof json === "object" && json !== null && "request_id" in json;
  return hasId && typeof json.request_id === "string" ? json.request_id.slice(0, 100) : null;
}
