import { createCallCounts, type CountsKernel } from "#server/limits/call-counts.ts";
import { CongressError } from "#upstreams/congress/index.ts";
import { steadyClock } from "#shared/time/steady-clock.ts";

/** Guards the key's hourly limit against visitors: everything they make the site ask, whichever server, goes through here. */
export type CongressCalls = {
  /**
   * Makes a call if this minute's share has one left and the service has not asked for a pause.
   * @throws CongressError of kind `limit` where it does not, with when to come back; and what the call throws
   */
  ask: <Value>(call: () => Promise<Value>) => Promise<Value>;
  /** The same for a bill that the index does not know: a smaller share, for those who walk the numbers. */
  askUnknown: <Value>(call: () => Promise<Value>) => Promise<Value>;
};

/** 3,000 calls an hour at most, of 5,000 that a key has (docs/reference/upstreams.md, "Congress limits"); the index takes the rest. */
const share = { burst: 300, perMinute: 50 };
const shareOfUnknown = { burst: 30, perMinute: 10 };
/** One refusal may be a hiccup; after as many in a row nothing is asked for a while. */
const refusalsInARow = 3;
const pauseAfterLimitMs = 60_000;
const pauseAfterBadKeyMs = 5 * 60_000;
const longestPauseMs = 15 * 60_000;

/** @see CongressCalls; `source` is the upstream's address, whose calls these are. */
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
    "This site's share of calls to api.congress.gov is used up for a moment.",
    {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    },
  );
}

/** Where the service has said that further calls are of no use now. */
function pauseFor(error: unknown): number {
  if (!(error instanceof CongressError)) return 0;
  if (error.kind === "bad-key" || error.kind === "no-key") return pauseAfterBadKeyMs;
  if (error.kind !== "limit") return 0;
  const asked = (error.retryAfterSeconds ?? 0) * 1000;
  return Math.min(longestPauseMs, asked === 0 ? pauseAfterLimitMs : asked);
}
