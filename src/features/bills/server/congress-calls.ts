import { createCallCounts, type CountsKernel } from "#server/limits/call-counts.ts";
import { CongressError } from "#upstreams/congress/index.ts";
import { steadyClock } from "#shared/time/steady-clock.ts";

/** Guards the key's hourly rate limit: all calls caused by visitors, on every server, go through here. */
export type CongressCalls = {
  /**
   * Makes a call if this minute's share isn't used up and the service hasn't asked for a pause.
   * @throws CongressError of kind `limit` with the time to retry, and whatever the call throws
   */
  ask: <Value>(call: () => Promise<Value>) => Promise<Value>;
  /** Does the same for a bill that the index doesn't have, within a smaller share, in case someone tries every number. */
  askUnknown: <Value>(call: () => Promise<Value>) => Promise<Value>;
};

/** Allows at most 3,000 of the 5,000 calls an hour that a key has (docs/reference/upstreams.md, "Congress limits"); the index uses the rest. */
const share = { burst: 300, perMinute: 50 };
const shareOfUnknown = { burst: 30, perMinute: 10 };
/** Refusals in a row that start a pause; a single one may be a hiccup. */
const refusalsInARow = 3;
const pauseAfterLimitMs = 60_000;
const pauseAfterBadKeyMs = 5 * 60_000;
const longestPauseMs = 15 * 60_000;

/** Creates the guard. @see CongressCalls @param source address of the upstream */
export function createCongressCalls(kernel: CountsKernel, source: string): CongressCalls {
  const nowMs = steadyClock(() => kernel.now().getTime());
  const counts = createCallCounts(kernel, `calls to ${source}`);
  let pause: { untilMs: number; error: CongressError } | null = null;
  let refusals = 0;

  async function ask<Value>(call: () => Promise<Value>): Promise<Value> {
    if (pause !== null && nowMs() < pause.untilMs) throw pause.error;
    pause = null;
    await take("visitors", share);
    try {
      const value = await call();
      refusals = 0;
      return value;
    } catch (error) {
      const pauseMs = pauseFor(error);
      refusals = pauseMs === 0 ? 0 : refusals + 1;
      if (error instanceof CongressError && refusals >= refusalsInARow) {
        pause = { untilMs: nowMs() + pauseMs, error };
      }
      throw error;
    }
  }

  async function take(from: string, bucket: typeof share): Promise<void> {
    const waitMs = await counts.takeFromBucket(from, bucket);
    if (waitMs > 0) throw usedUp(waitMs);
  }

  return {
    ask,
    async askUnknown(call) {
      await take("unknown bills", shareOfUnknown);
      return ask(call);
    },
  };
}

function usedUp(waitMs: number): CongressError {
  return new CongressError(
    "limit",
    "This site's share of the api.congress.gov rate limit is used up for now.",
    {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    },
  );
}

/** Returns the pause in ms after a failure that makes further calls pointless; else 0. */
function pauseFor(error: unknown): number {
  if (!(error instanceof CongressError)) return 0;
  if (error.kind === "bad-key" || error.kind === "no-key") return pauseAfterBadKeyMs;
  if (error.kind !== "limit") return 0;
  const asked = (error.retryAfterSeconds ?? 0) * 1000;
  return Math.min(longestPauseMs, asked === 0 ? pauseAfterLimitMs : asked);
}
