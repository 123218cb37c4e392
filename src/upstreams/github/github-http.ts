import type { z } from "zod";
import { HttpFailure } from "#shared/http-failure.ts";
import { GitHubError, type GitHubRate } from "./github-errors.ts";
import { explainFailure } from "./github-failures.ts";
import { rateOf, type GitHubHeaders } from "./github-transform.ts";

/** The part of the server's HTTP client used here. */
export type GitHubHttp = {
  request: (request: {
    url: string;
    method?: "GET" | "POST" | "DELETE";
    headers?: Record<string, string>;
    body?: string;
    timeoutMs: number;
    maxBytes: number;
    retries: number;
    retriedStatuses?: ReadonlySet<number>;
    redirect?: "manual";
    signal?: AbortSignal;
  }) => Promise<{ status: number; headers: GitHubHeaders; text: string }>;
  /** Resolves with the headers; the body follows, within the limits. */
  stream: (request: {
    url: string;
    headers?: Record<string, string>;
    timeoutMs: number;
    maxBytes: number;
    signal?: AbortSignal;
  }) => Promise<{ headers: GitHubHeaders; body: AsyncIterable<Uint8Array> }>;
};

export type GitHubConnection = {
  http: GitHubHttp;
  /** Address of the API, such as `https://api.github.com`, without a trailing slash. Read at each call. */
  apiUrl: () => string;
  /** Time limit of one attempt; 8 s by default. */
  timeoutMs?: number;
  now?: () => Date;
  /** Called with the remaining calls of each response, even a refusal or a 304; `token` is the one that was sent. */
  onRate?: (rate: GitHubRate, token: string | null) => void;
};

export type ApiRequest = {
  /** Relative to `apiUrl` with its query, or a complete URL from GitHub. */
  address: string;
  method?: "GET" | "POST" | "DELETE";
  accept?: string;
  token?: string | null | undefined;
  /** `client_id:client_secret` for the calls of an OAuth app. */
  basic?: string;
  etag?: string | null | undefined;
  body?: unknown;
  maxBytes?: number;
  retries?: number;
  signal?: AbortSignal | undefined;
};

export type ApiAnswer = { status: number; headers: GitHubHeaders; text: string; rate: GitHubRate | null };

export const defaultTimeoutMs = 8_000;
const usualMaxBytes = 8_000_000;
const mostRedirects = 3;
const redirects: ReadonlySet<number | null> = new Set([301, 302, 307, 308]);
// Not 429: retrying while GitHub refuses makes the wait longer.
const retriedStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Makes one API call. Redirects of reads (a renamed repository) are followed here, so that neither they nor the token leave the
 * API.
 * @throws GitHubError
 */
export async function callApi(connection: GitHubConnection, request: ApiRequest): Promise<ApiAnswer> {
  let url = addressOf(connection, request.address);
  for (let hops = 0; ; hops += 1) {
    try {
      const answer = await attempt(connection, url, request);
      return { ...answer, rate: noteRate(connection, request, answer.headers) };
    } catch (error) {
      if (error instanceof HttpFailure && error.headers !== null) {
        noteRate(connection, request, error.headers);
      }
      const location = redirectOf(error, request);
      if (location === null) {
        const nowMs = (connection.now?.() ?? new Date()).getTime();
        throw explainFailure(error, { hasToken: typeof request.token === "string", nowMs });
      }
      if (hops === mostRedirects) {
        throw new GitHubError("unavailable", "GitHub redirects too many times.");
      }
      url = locationOf(connection, location, url);
    }
  }
}

/**
 * Makes one call for a file that is too large to hold. GitHub redirects it to the host of its archives, which gets no token.
 * @throws GitHubError; the body throws one too
 */
export async function streamApi(
  connection: GitHubConnection,
  request: ApiRequest & { timeoutMs: number; maxBytes: number },
): Promise<{ body: AsyncIterable<Uint8Array>; rate: GitHubRate | null }> {
  const failureOf = (error: unknown) => {
    const nowMs = (connection.now?.() ?? new Date()).getTime();
    return explainFailure(error, { hasToken: typeof request.token === "string", nowMs });
  };
  async function* explained(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      throw failureOf(error);
    }
  }
  let url = addressOf(connection, request.address);
  let headers = headersOf(request);
  let rate: GitHubRate | null = null;
  const { timeoutMs, maxBytes, signal } = request;
  for (let hops = 0; ; hops += 1) {
    try {
      const ask = { url, headers, timeoutMs, maxBytes, ...(signal === undefined ? {} : { signal }) };
      const answer = await connection.http.stream(ask);
      rate = noteRate(connection, request, answer.headers) ?? rate;
      return { body: explained(answer.body), rate };
    } catch (error) {
      if (error instanceof HttpFailure && error.headers !== null)
        rate = noteRate(connection, request, error.headers) ?? rate;
      const location = redirectOf(error, request);
      if (location === null) throw failureOf(error);
      if (hops === mostRedirects) throw new GitHubError("unavailable", "GitHub redirects too many times.");
      const next = archiveAddress(connection, location, url);
      if (next === null) {
        url = locationOf(connection, location, url);
        continue;
      }
      url = next;
      headers = { accept: "*/*" };
    }
  }
}

/** Returns an address at the host of GitHub's archives: `codeload.github.com`, or `codeload.` and the API's own host. */
function archiveAddress(connection: GitHubConnection, location: string, from: string): string | null {
  const api = new URL(connection.apiUrl());
  const url = URL.parse(location, from);
  const hosts = [`codeload.${api.host.replace(/^api\./, "")}`, `codeload.${api.host}`];
  const isArchive =
    url !== null && url.protocol === api.protocol && hosts.includes(url.host) && url.username === "";
  return isArchive ? url.href : null;
}

function attempt(
  connection: GitHubConnection,
  url: string,
  request: ApiRequest,
): ReturnType<GitHubHttp["request"]> {
  return connection.http.request({
    url,
    method: request.method ?? "GET",
    headers: headersOf(request),
    timeoutMs: connection.timeoutMs ?? defaultTimeoutMs,
    maxBytes: request.maxBytes ?? usualMaxBytes,
    retries: request.retries ?? 1,
    retriedStatuses,
    redirect: "manual",
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
}

function headersOf({ accept, token, basic, etag, body }: ApiRequest): Record<string, string> {
  return {
    accept: accept ?? "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    ...(typeof token === "string" ? { authorization: `Bearer ${headerSafe(token)}` } : {}),
    ...(basic === undefined ? {} : { authorization: `Basic ${Buffer.from(basic).toString("base64")}` }),
    ...(typeof etag === "string" ? { "if-none-match": etag } : {}),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
}

/** Validates a token: `fetch` would quote one with a line break in its error. */
function headerSafe(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new GitHubError("bad-credentials", "The token contains characters that GitHub tokens never have.");
}

function noteRate(
  connection: GitHubConnection,
  { token }: ApiRequest,
  headers: GitHubHeaders,
): GitHubRate | null {
  const rate = rateOf(headers);
  if (rate !== null) connection.onRate?.(rate, token ?? null);
  return rate;
}

function redirectOf(error: unknown, { method = "GET" }: ApiRequest): string | null {
  if (method !== "GET" || !(error instanceof HttpFailure) || !redirects.has(error.statusCode)) return null;
  return error.headers?.get("location") ?? null;
}

function addressOf(connection: GitHubConnection, address: string): string {
  return address.startsWith("/") ? `${connection.apiUrl()}${address}` : locationOf(connection, address);
}

/**
 * Resolves an address from GitHub if it belongs to its API: the same origin, below the same path. The token must not go
 * anywhere else.
 * @throws GitHubError of kind `unavailable`
 */
export function locationOf(connection: GitHubConnection, location: string, from?: string): string {
  const base = new URL(connection.apiUrl());
  const url = URL.parse(location, from);
  const folder = base.pathname.replace(/\/*$/, "/");
  if (url === null || url.origin !== base.origin || !url.pathname.startsWith(folder) || url.username !== "") {
    const where = url === null ? "no address" : url.origin;
    throw new GitHubError(
      "unavailable",
      `GitHub's response links to ${where}, outside ${base.origin}${base.pathname}.`,
    );
  }
  url.hash = "";
  return url.href;
}

/**
 * Parses the body as JSON of this schema.
 * @throws GitHubError of kind `unavailable` that names the mismatch
 */
export function parseAnswer<Value>(answer: ApiAnswer, schema: z.ZodType<Value>, what: string): Value {
  return parseShape(parseJson(answer, what), schema, what);
}

/**
 * Parses JSON.
 * @throws GitHubError of kind `unavailable`
 */
export function parseJson(answer: ApiAnswer, what: string): unknown {
  try {
    return JSON.parse(answer.text) as unknown;
  } catch (cause) {
    const body = answer.text.trim();
    const got = body === "" ? "nothing" : body.startsWith("<") ? "HTML" : "something other than JSON";
    throw new GitHubError("unavailable", `GitHub returned ${got} instead of ${what}.`, { cause });
  }
}

/**
 * Validates JSON.
 * @throws GitHubError of kind `unavailable` that names the mismatch
 */
export function parseShape<Value>(json: unknown, schema: z.ZodType<Value>, what: string): Value {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? "" : ` at ${issue.path.join(".")}: ${issue.message}`;
  throw new GitHubError("unavailable", `GitHub's response for ${what} has an unexpected format${where}.`);
}
