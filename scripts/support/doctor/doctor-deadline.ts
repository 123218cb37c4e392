import { setTimeout as sleep } from "node:timers/promises";
import { fail, type CheckResult } from "./doctor-report.ts";

/**
 * Returns the results of a check, or a failure in its name after `deadlineMs`. The check itself keeps running; its requests
 * must be aborted through `fetchUntil`.
 */
export async function within(
  name: string,
  deadlineMs: number,
  check: () => Promise<CheckResult[]>,
): Promise<CheckResult[]> {
  const done = new AbortController();
  try {
    return await Promise.race([check(), lateAnswer(name, deadlineMs, done.signal)]);
  } finally {
    done.abort();
  }
}

async function lateAnswer(name: string, deadlineMs: number, signal: AbortSignal): Promise<CheckResult[]> {
  try {
    await sleep(deadlineMs, undefined, { signal });
  } catch {
    // The check was faster, so nobody reads this.
  }
  return [fail(name, `no answer within ${Math.ceil(deadlineMs / 1000)} seconds`)];
}

/** Creates a `fetch` whose requests, including their bodies, are aborted by `signal`. */
export function fetchUntil(signal: AbortSignal, realFetch: typeof fetch): typeof fetch {
  return (input, init) =>
    realFetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
}
