import { watchLeaving } from "#client/routing/leaving.ts";
import { dropCache, readCache, writeCache } from "./github-cache.ts";

/** Reason why GitHub returned nothing to show. */
export type CallFailure =
  | { kind: "not-found" }
  /** `endsAtMs`: milliseconds since 1970. */
  | { kind: "limit"; endsAtMs: number }
  /** No answer, a timeout, an error from GitHub, or an answer that makes no sense. */
  | { kind: "unavailable" };

export class GitHubCallError extends Error {
  readonly failure: CallFailure;

  constructor(failure: CallFailure, options?: ErrorOptions) {
    super(`GitHub: ${failure.kind}`, options);
    this.name = "GitHubCallError";
    this.failure = failure;
  }
}

/** Result of a call and when it was read, in milliseconds since 1970. */
export type Reading<Value> = { value: Value; asOfMs: number; nextUrl: string | null };

type CallOptions<Value> = {
  /** Picks what the site shows from the answer. @throws anything if the answer makes no sense */
  pick: (json: unknown) => Value;
  /** Bypasses the cached answer. */
  isRenewal?: boolean;
  /** Value for a repository without commits (409, docs/reference/upstreams.md, "GitHub calls"). */
  ifEmpty?: Value;
};

const timeoutMs = 10_000;
const secondaryLimitMs = 60_000;
const flights = new Map<string, Promise<unknown>>();

/**
 * Makes a public call (docs/reference/http-api.md, "Public calls"): GET, no authentication, answered from session storage
 * if it was made before, and made once for simultaneous callers. Don't add to `url`: the pinned version is in
 * a header.
 * @throws GitHubCallError, after logging it (docs/reference/product.md, "Failures")
 */
export async function callGitHub<Value>(url: string, options: CallOptions<Value>): Promise<Reading<Value>> {
  const kept = options.isRenewal === true ? null : keptReading(url, options.pick);
  if (kept !== null) return kept;
  const running = flights.get(url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address has one `pick`, so one type of answer
  if (running !== undefined) return running as Promise<Reading<Value>>;
  const flight = fetchReading(url, options).finally(() => flights.delete(url));
  flights.set(url, flight);
  return flight;
}

function keptReading<Value>(url: string, pick: (json: unknown) => Value): Reading<Value> | null {
  const entry = readCache(url);
  if (entry === null) return null;
  try {
    return { value: pick(entry.json), asOfMs: entry.cached_at, nextUrl: entry.next ?? null };
  } catch {
    dropCache(url);
    return null;
  }
}

async function fetchReading<Value>(url: string, options: CallOptions<Value>): Promise<Reading<Value>> {
  const { isLeft, unwatch } = watchLeaving();
  try {
    const response = await fetch(url, {
      headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
      credentials: "omit",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const isEmpty = response.status === 409 && options.ifEmpty !== undefined;
    if (!response.ok && !isEmpty) throw new GitHubCallError(failureOf(response, Date.now()));
    // Only what the site shows is cached: session storage is small.
    const value = isEmpty ? options.ifEmpty : options.pick(await response.json());
    const asOfMs = Date.now();
    const nextUrl = nextPageOf(response.headers.get("link"), url);
    writeCache(url, { json: value, cached_at: asOfMs, ...(nextUrl === null ? {} : { next: nextUrl }) });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ifEmpty` is a Value wherever it is used
    return { value: value as Value, asOfMs, nextUrl };
  } catch (cause) {
    const error =
      cause instanceof GitHubCallError ? cause : new GitHubCallError({ kind: "unavailable" }, { cause });
    // oxlint-disable-next-line no-console -- docs/reference/product.md, "Failures": a failed GitHub fetch is logged
    if (!isLeft()) console.error(`Failed to fetch ${url}: ${error.failure.kind}`);
    throw error;
  } finally {
    unwatch();
  }
}

/** Classifies a failure. GitHub's headers, not its status, tell a rate limit from a refusal (docs/reference/upstreams.md, "GitHub limits"). */
export function failureOf(
  response: { status: number; headers: { get(name: string): string | null } },
  nowMs: number,
): CallFailure {
  const { status, headers } = response;
  if (status === 404 || status === 451) return { kind: "not-found" };
  if (status !== 403 && status !== 429) return { kind: "unavailable" };
  const reset = numberIn(headers.get("x-ratelimit-reset"));
  if (headers.get("x-ratelimit-remaining") === "0" && reset !== null) {
    return { kind: "limit", endsAtMs: reset * 1000 };
  }
  const wait = numberIn(headers.get("retry-after"));
  if (wait !== null) return { kind: "limit", endsAtMs: nowMs + wait * 1000 };
  return status === 429 ? { kind: "limit", endsAtMs: nowMs + secondaryLimitMs } : { kind: "unavailable" };
}

function numberIn(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * Returns the next page as GitHub names it: followed as given, never built (docs/reference/upstreams.md, "GitHub calls"),
 * and only if it is on the server that was asked.
 */
export function nextPageOf(link: string | null, askedUrl: string): string | null {
  const next = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(link ?? "")?.[1];
  if (next === undefined || !URL.canParse(next, askedUrl)) return null;
  const url = new URL(next, askedUrl);
  return url.origin === new URL(askedUrl).origin ? url.href : null;
}
