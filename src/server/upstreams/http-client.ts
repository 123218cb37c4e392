import { setTimeout as sleep } from "node:timers/promises";
import type {
  HttpAnswer,
  HttpClient,
  HttpRequest as RequestOf,
  HttpStream,
  JsonAnswer,
} from "#shared/http/http-client.ts";
import { HttpFailure, type HttpFailureKind } from "#shared/http/http-failure.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";

export type HttpRequest = RequestOf<AbortSignal>;

type HttpClientOptions = {
  fetch: typeof fetch;
  log: Logger;
  userAgent: string;
  metrics?: Metrics;
  /** Label of metrics and log lines. */
  upstream?: string;
  /** Returns 0 to 1; makes the jitter predictable in tests. */
  random?: () => number;
};

const usuallyRetriedStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const firstDelayMs = 200;
const longestDelayMs = 10_000;
const keptBodyLength = 2_000;
const mostRedirects = 3;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Creates an HTTP client for other services with time and size limits. It retries broken connections, 429, 502, 503 and 504 a
 * few times with jitter, waiting for a `Retry-After` of up to 10 s; a longer one is returned to the caller at once. Timeouts
 * aren't retried: waiting again rarely helps and delays the visitor. URLs are logged without their query. What is sent (keys in
 * headers, bodies) never leaves the requested origin, whatever the redirects.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient<AbortSignal> {
  const { log, metrics, upstream = "other", random = Math.random } = options;

  async function request(call: HttpRequest): Promise<HttpAnswer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await attemptOnce(options, call);
        metrics?.upstreamCount.inc({ upstream, outcome: "ok" });
        return answer;
      } catch (error) {
        const failure = error instanceof HttpFailure ? error : networkFailure(call, error);
        metrics?.upstreamCount.inc({ upstream, outcome: outcomeOf(failure) });
        const delayMs = attempt < call.retries ? retryDelayMs(call, failure, attempt, random) : null;
        const about = {
          upstream,
          url: bareUrl(call.url),
          kind: failure.kind,
          status: failure.statusCode,
          attempt,
        };
        if (delayMs === null) {
          log.debug(about, "Upstream call failed.");
          throw failure;
        }
        log.debug({ ...about, delayMs }, "Upstream call failed; retrying.");
        await waitOrAbort(delayMs, call);
      }
    }
  }

  async function requestJson(call: HttpRequest): Promise<JsonAnswer> {
    const headers = { accept: "application/json", ...call.headers };
    const answer = await request({ ...call, headers });
    try {
      return { headers: answer.headers, json: JSON.parse(answer.text) as unknown };
    } catch (cause) {
      metrics?.upstreamCount.inc({ upstream, outcome: "not-json" });
      const what = answer.text.trimStart().startsWith("<") ? "HTML" : "something other than JSON";
      throw new HttpFailure("not-json", `${bareUrl(call.url)} answered ${what} where JSON was expected`, {
        statusCode: answer.status,
        body: answer.text.slice(0, keptBodyLength),
        cause,
      });
    }
  }

  return { request, requestJson, stream: (call) => stream(options, { ...call, retries: 0 }) };
}

async function stream(options: HttpClientOptions, call: HttpRequest): Promise<HttpStream> {
  const { metrics, upstream = "other" } = options;
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]);
  const failureOf = (error: unknown) => {
    if (error instanceof HttpFailure) return error;
    if (call.signal?.aborted === true) return failed("aborted", call, "was aborted", error);
    return timeout.aborted
      ? failed("timeout", call, `sent no complete response within ${call.timeoutMs} ms`, error)
      : networkFailure(call, error);
  };
  async function* parts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* boundedParts(body, call);
    } catch (error) {
      throw failureOf(error);
    }
  }
  try {
    const response = await send(options, { ...call, signal });
    if (!response.ok)
      throw refusal(call, response, await readBody(response, { ...call, maxBytes: keptBodyLength * 10 }));
    metrics?.upstreamCount.inc({ upstream, outcome: "ok" });
    return { headers: response.headers, body: parts(bodyOf(response)) };
  } catch (error) {
    const failure = failureOf(error);
    metrics?.upstreamCount.inc({ upstream, outcome: outcomeOf(failure) });
    throw failure;
  }
}

async function attemptOnce(options: HttpClientOptions, call: HttpRequest): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]);
  try {
    let { url } = call;
    for (let hops = 0; ; hops += 1) {
      const { response, text } = await ask(options, { ...call, url, signal });
      if (response.ok || response.status === 304)
        return { status: response.status, headers: response.headers, text };
      const isFollowed = call.redirect !== "manual" && redirectStatuses.has(response.status);
      if (!isFollowed) throw refusal(call, response, text);
      url = nextAddress({ call, url, response, hops });
    }
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (call.signal?.aborted === true) throw failed("aborted", call, "was aborted", error);
    if (timeout.aborted)
      throw failed("timeout", call, `sent no complete response within ${call.timeoutMs} ms`, error);
    throw networkFailure(call, error);
  }
}

async function ask(
  options: HttpClientOptions,
  call: HttpRequest & { signal: AbortSignal },
): Promise<{ response: Response; text: string }> {
  const response = await send(options, call);
  return { response, text: await readBody(response, call) };
}

function send(options: HttpClientOptions, call: HttpRequest): Promise<Response> {
  return options.fetch(call.url, {
    method: call.method ?? "GET",
    headers: { "user-agent": options.userAgent, ...call.headers },
    // With fetch's own redirects, headers such as an API key would be sent to any address.
    redirect: "manual",
    ...(call.signal === undefined ? {} : { signal: call.signal }),
    ...(call.body === undefined ? {} : { body: call.body }),
  });
}

/**
 * Returns the address to follow.
 * @throws HttpFailure of kind `redirect` if it must not be followed
 */
function nextAddress(hop: { call: HttpRequest; url: string; response: Response; hops: number }): string {
  const { call, url, response, hops } = hop;
  const { status, headers } = response;
  const refused = (message: string) =>
    new HttpFailure("redirect", `${bareUrl(call.url)} ${message}`, { statusCode: status, headers });
  const next = URL.parse(headers.get("location") ?? "", url);
  if (!headers.has("location") || next === null) throw refused(`answered ${status} without a location`);
  if (next.origin !== new URL(url).origin || next.username !== "" || next.password !== "")
    throw refused(`redirects to ${next.origin}, which is not allowed`);
  if ((call.method ?? "GET") !== "GET" && call.method !== "HEAD")
    throw refused(`answered a ${call.method} with a redirect`);
  if (hops === mostRedirects) throw refused("redirects too many times");
  return next.href;
}

function refusal(call: HttpRequest, response: Response, text: string): HttpFailure {
  return new HttpFailure("status", `${bareUrl(call.url)} answered ${response.status}`, {
    statusCode: response.status,
    retryAfterSeconds: readRetryAfter(response.headers.get("retry-after"), Date.now()),
    body: text.slice(0, keptBodyLength),
    headers: response.headers,
  });
}

async function readBody(response: Response, call: HttpRequest): Promise<string> {
  if (response.body === null) return "";
  const parts: Uint8Array[] = [];
  for await (const part of boundedParts(bodyOf(response), call)) parts.push(part);
  return new TextDecoder().decode(Buffer.concat(parts));
}

async function* bodyOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body !== null) yield* body;
}

async function* boundedParts(body: AsyncIterable<Uint8Array>, call: HttpRequest): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    // Leaving the loop cancels the stream, which closes the connection.
    if (size > call.maxBytes) throw failed("too-large", call, `answered more than ${call.maxBytes} bytes`);
    yield part;
  }
}

function failed(kind: HttpFailureKind, call: HttpRequest, message: string, cause?: unknown): HttpFailure {
  return new HttpFailure(kind, `${bareUrl(call.url)} ${message}`, { cause });
}

function networkFailure(call: HttpRequest, error: unknown): HttpFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return failed("network", call, `could not be reached: ${reason}`, error);
}

function outcomeOf(failure: HttpFailure): string {
  return failure.statusCode === null ? failure.kind : `status-${failure.statusCode}`;
}

/** Returns the delay, or null if another attempt makes no sense. */
function retryDelayMs(
  call: HttpRequest,
  failure: HttpFailure,
  attempt: number,
  random: () => number,
): number | null {
  const { retriedStatuses = usuallyRetriedStatuses } = call;
  const worthIt =
    failure.kind === "network" ||
    (failure.kind === "status" && failure.statusCode !== null && retriedStatuses.has(failure.statusCode));
  if (!worthIt) return null;
  const jittered = firstDelayMs * 2 ** attempt * (0.5 + random());
  if (failure.retryAfterSeconds === null) return Math.min(longestDelayMs, jittered);
  const askedMs = failure.retryAfterSeconds * 1000;
  return askedMs > longestDelayMs ? null : askedMs + jittered / 2;
}

async function waitOrAbort(delayMs: number, call: HttpRequest): Promise<void> {
  try {
    await sleep(delayMs, undefined, call.signal === undefined ? {} : { signal: call.signal });
  } catch (error) {
    throw failed("aborted", call, "was aborted", error);
  }
}

/** Parses a `Retry-After` header, which holds seconds or an HTTP date, into seconds; null if it is neither. */
export function readRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000));
}

/** Returns the address without query and credentials, which may contain keys and must not be logged. */
function bareUrl(url: string): string {
  const parsed = new URL(url);
  return `${parsed.origin}${parsed.pathname}`;
}
