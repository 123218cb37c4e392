import { setTimeout as sleep } from "node:timers/promises";
import { fail, type CheckResult } from "./doctor-report.ts";

/**
 * The results of a check, or a failure in its name once `deadlineMs` are over. The check itself goes on; what it asks of
 * others must be given up by `fetchUntil`.
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
    // The check was faster: nobody reads this.
  }
  return [fail(name, `no answer within ${Math.ceil(deadlineMs / 1000)} seconds; given up`)];
}

/** A `fetch` whose requests, bodies included, are all given up when `signal` says so. */
export function fetchUntil(signal: AbortSignal, realFetch: typeof fetch): typeof fetch {
  return (input, init) =>
    realFetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
}
