import type { z } from "zod";
import { briefOutages, type HttpClient, type HttpHeaders } from "#shared/http/http-client.ts";
import { HttpFailure } from "#shared/http/http-failure.ts";
import { mismatchOf } from "#shared/http/service-error.ts";
import { GitHubError, type GitHubRate } from "./github-errors.ts";
import { explainFailure } from "./github-failures.ts";
import { rateOf } from "./github-transform.ts";

export type GitHubConnection = {
  http: Pick<HttpClient<AbortSignal>, "request" | "stream">;
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

export type ApiAnswer = { status: number; headers: HttpHeaders; text: string; rate: GitHubRate | null };

export const defaultTimeoutMs = 8_000;
const usualMaxBytes = 8_000_000;
const mostRedirects = 3;
const redirects: ReadonlySet<number | null> = new Set([301, 302, 307, 308]);

/**
 * Makes one API call. Redirects of reads (a renamed repository) are followed here, so that neither they nor the token leave the
 * API.
 * @throws GitHubError
 */
export async function callApi(connection: GitHubConnection, request: ApiRequest): Promise<ApiAnswer> {
  const { method = "GET", maxBytes = usualMaxBytes, retries = 1, body, signal } = request;
  const { answer, rate } = await follow(connection, request, (hop) =>
    connection.http.request({
      ...hop,
      method,
      timeoutMs: connection.timeoutMs ?? defaultTimeoutMs,
      maxBytes,
      retries,
      retriedStatuses: briefOutages,
      redirect: "manual",
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    }),
  );
  return { ...answer, rate };
}

/**
 * Makes one call for a file that is too large to hold. GitHub redirects it to the host of its archives, which gets no token.
 * @throws GitHubError; the body throws one too
 */
export async function streamApi(
  connection: GitHubConnection,
  request: ApiRequest & { timeoutMs: number; maxBytes: number },
): Promise<{ body: AsyncIterable<Uint8Array>; rate: GitHubRate | null }> {
  const { timeoutMs, maxBytes, signal } = request;
  const { answer, rate } = await follow(
    connection,
    request,
    (hop) => connection.http.stream({ ...hop, timeoutMs, maxBytes, signal }),
    (location, url) => archiveAddress(connection, location, url),
  );
  async function* explained(): AsyncGenerator<Uint8Array> {
    try {
      yield* answer.body;
    } catch (error) {
      throw failureOf(connection, request, error);
    }
  }
  return { body: explained(), rate };
}

type Hop = { url: string; headers: Record<string, string> };

/** Sends a call, and again to where it's redirected. `elsewhere` names an address outside the API that may be asked, but without a token. */
async function follow<Answer extends { headers: HttpHeaders }>(
  connection: GitHubConnection,
  request: ApiRequest,
  send: (hop: Hop) => Promise<Answer>,
  elsewhere: (location: string, from: string) => string | null = () => null,
): Promise<{ answer: Answer; rate: GitHubRate | null }> {
  let hop: Hop = { url: addressOf(connection, request.address), headers: headersOf(request) };
  let rate: GitHubRate | null = null;
  for (let hops = 0; ; hops += 1) {
    try {
      const answer = await send(hop);
      return { answer, rate: noteRate(connection, request, answer.headers) ?? rate };
    } catch (error) {
      if (error instanceof HttpFailure && error.headers !== null)
        rate = noteRate(connection, request, error.headers) ?? rate;
      const location = redirectOf(error, request);
      if (location === null) throw failureOf(connection, request, error);
      if (hops === mostRedirects) throw new GitHubError("unavailable", "GitHub redirects too many times.");
      const other = elsewhere(location, hop.url);
      hop =
        other === null
          ? { ...hop, url: locationOf(connection, location, hop.url) }
          : { url: other, headers: { accept: "*/*" } };
    }
  }
}

function failureOf({ now }: GitHubConnection, { token }: ApiRequest, error: unknown): GitHubError {
  const nowMs = (now?.() ?? new Date()).getTime();
  return explainFailure(error, { hasToken: typeof token === "string", nowMs });
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
  headers: HttpHeaders,
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
  const where = mismatchOf(parsed.error);
  throw new GitHubError("unavailable", `GitHub's response for ${what} has an unexpected format${where}.`);
}
