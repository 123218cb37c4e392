import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { gatewayError } from "./sandbox-answers.ts";

/** Failures of the service (docs/reference/upstreams.md, "Congress errors"), and some of anything in between. */
export type SandboxFailure =
  | "no-key"
  | "bad-key"
  | "limit"
  | "limit-html"
  | "not-found"
  | "error"
  | "gateway"
  | "html"
  | "hang"
  | "cut-short"
  | "nonsense";

/** Sends the failing answer. */
export async function respondWithFailure(c: Context, failure: SandboxFailure): Promise<Response> {
  if (failure === "hang") await untilGone(c.req.raw.signal);
  return plainFailures[failure](c);
}

/**
 * Bill numbers a person can type to see a page fail, with any type and Congress; no list has them. 9404: unknown bill. 9408:
 * slow (after four seconds, a bill with little data). 9429: over the limit. 9500: an error. 9200: a bill with no lists at all.
 */
export const sentinels: ReadonlyMap<string, SandboxFailure | "slow" | "empty"> = new Map([
  ["9200", "empty"],
  ["9404", "not-found"],
  ["9408", "slow"],
  ["9429", "limit"],
  ["9500", "error"],
]);

/** Waits, or until the caller disconnects. */
export async function delay(forMs: number, signal: AbortSignal): Promise<void> {
  await sleep(forMs, undefined, { signal, ref: false }).catch(() => undefined);
}

const plainFailures: Record<SandboxFailure, (c: Context) => Response> = {
  "no-key": (c) => c.json(gatewayError("API_KEY_MISSING"), 403),
  "bad-key": (c) => c.json(gatewayError("API_KEY_INVALID"), 403),
  limit: (c) => c.json(gatewayError("OVER_RATE_LIMIT"), 429),
  "limit-html": (c) => c.html(challenge, 429),
  "not-found": (c) => c.json({ error: "No Bill matches the given query." }, 404),
  error: (c) => c.html("<!doctype html><title>Server Error (500)</title><h1>Server Error (500)</h1>", 500),
  gateway: (c) => c.html("<html><head><title>502 Bad Gateway</title></head></html>", 502),
  html: (c) => c.html(challenge, 403),
  hang: (c) => c.body(null, 504),
  "cut-short": (c) => c.body('{"bills":[{"congress":117,"num', 200, { "content-type": "application/json" }),
  nonsense: (c) => c.json({ bill: "none", bills: 12, actions: true, subjects: [1], pagination: [] }),
};

/** Page that Cloudflare shows to suspected scrapers. */
const challenge =
  "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>";

function untilGone(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
}
