import { setTimeout as sleepFor } from "node:timers/promises";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { createOwnCounts } from "#server/limits/own-call-counts.ts";
import { CongressError, type CongressClient } from "#upstreams/congress/index.ts";
import { steadyClock } from "#shared/time/steady-clock.ts";
import { readCongress, type PassTools } from "./bill-index-pass.ts";
import { nextPass, type PlannedPass } from "./bill-index-plan.ts";
import type { BillIndexStore } from "./bill-index-store.ts";
import { sittingCongress } from "./sitting-congress.ts";

export type BillIndexJob = {
  /** Runs due tasks until none is due or one fails; resolves with the ms to wait then. */
  runDue: (signal: AbortSignal) => Promise<number>;
};

export type BillIndexOptions = {
  kernel: Pick<Kernel, "log" | "now" | "site">;
  jobs: Pick<Jobs, "repeat">;
  client: Pick<CongressClient, "listBills" | "bill" | "rateLimit">;
  store: BillIndexStore;
  fromCongress: number;
  onChange: () => void;
  /** Rows per call; the upstream's maximum by default. */
  pageSize?: number;
  /** Lets tests advance time. */
  sleep?: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

const minuteMs = 60_000;
const idleMs = minuteMs;
const firstPauseMs = 30_000;
const longestPauseMs = 15 * minuteMs;
const badKeyPauseMs = 60 * minuteMs;
const limitPauseMs = 10 * minuteMs;
const share = { burst: 30, perMinute: 60 };
/** Share of the key's hourly rate limit that is reserved for visitors. */
const shareForVisitors = 0.2;
const lowLimitPauseMs = 5 * minuteMs;
const triesInARow = 3;

/**
 * Keeps the bill index up to date in the background, on one server at a time. The upstream can't search titles, so the
 * feed needs its own index (docs/reference/upstreams.md, "Congress parameters"). A restart retries at once.
 */
export function createBillIndexJob(options: BillIndexOptions): BillIndexJob {
  const { kernel, client, store, fromCongress } = options;
  const sleep = options.sleep ?? sleepQuietly;
  // One server reads at a time, so its own count is enough.
  const counts = createOwnCounts(() => kernel.now().getTime());
  const tools: PassTools = {
    kernel,
    client,
    store,
    pace,
    onChange: options.onChange,
    pageSize: options.pageSize ?? 250,
  };
  const setAside = createSetAside(steadyClock(() => kernel.now().getTime()));
  let failures = 0;

  async function pace(signal: AbortSignal): Promise<void> {
    for (let waitMs = 1; waitMs > 0;) {
      waitMs = await counts.takeFromBucket("index", share);
      if (waitMs > 0) await sleep(waitMs, signal);
      signal.throwIfAborted();
    }
    // Only answers show what is left of the rate limit, so this slows down but never stops.
    if (isLimitLow(client)) await sleep(lowLimitPauseMs, signal);
    signal.throwIfAborted();
  }

  async function runDue(signal: AbortSignal): Promise<number> {
    await store.removeBefore(fromCongress);
    while (!signal.aborted) {
      const sitting = sittingCongress(kernel);
      const pass = nextPass(await store.states(), {
        sitting,
        fromCongress,
        now: kernel.now(),
        isSetAside: setAside.has,
      });
      if (pass === null) return idleMs;
      try {
        await readCongress(tools, pass, signal);
        failures = 0;
        setAside.forget(pass.state.congress);
      } catch (error) {
        if (signal.aborted) return 0;
        return await failed(pass, error);
      }
    }
    return 0;
  }

  async function failed({ state: { congress } }: PlannedPass, error: unknown): Promise<number> {
    failures += 1;
    if (isOfOneCongress(error)) setAside.noteFailure(congress);
    const waitMs = pauseMs(error, failures);
    const about = { error, congress, nextTrySeconds: Math.round(waitMs / 1000) };
    if (error instanceof CongressError && (error.kind === "bad-key" || error.kind === "no-key")) {
      kernel.log.error(about, "Congress.gov rejects the key. Correct CONGRESS_API_KEY. Indexed bills stay.");
    } else {
      kernel.log.warn(about, "Can't continue reading the bill index; indexed bills stay.");
    }
    const state = (await store.states()).find((known) => known.congress === congress);
    const problem = error instanceof Error ? error.message : String(error);
    if (state !== undefined) await store.saveState({ ...state, problem, problemAt: kernel.now() });
    options.onChange();
    return waitMs;
  }

  options.jobs.repeat({ kind: "bill index", everyMs: badKeyPauseMs, isDoneAtStart: true, run: runDue });
  return { runDue };
}

/** Waits; ends early without an error on abort. Doesn't keep the process alive. */
async function sleepQuietly(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleepFor(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Returns true for a failure of one list; the key and the rate limit are shared by all lists. */
function isOfOneCongress(error: unknown): boolean {
  return !(error instanceof CongressError) || error.kind === "unavailable" || error.kind === "not-found";
}

/** Sets aside Congresses that failed several times in a row, so that one bad page doesn't keep the others from being read. */
function createSetAside(nowMs: () => number) {
  const failures = new Map<number, { inARow: number; untilMs: number }>();
  return {
    has: (congress: number): boolean => (failures.get(congress)?.untilMs ?? 0) > nowMs(),
    noteFailure(congress: number): void {
      const inARow = (failures.get(congress)?.inARow ?? 0) + 1;
      failures.set(congress, { inARow, untilMs: inARow < triesInARow ? 0 : nowMs() + longestPauseMs });
    },
    forget: (congress: number): void => void failures.delete(congress),
  };
}

function isLimitLow(client: Pick<CongressClient, "rateLimit">): boolean {
  const known = client.rateLimit();
  return known !== null && known.remaining < known.limit * shareForVisitors;
}

function pauseMs(error: unknown, failures: number): number {
  const growing = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
  if (!(error instanceof CongressError)) return growing;
  const asked = (error.retryAfterSeconds ?? 0) * 1000;
  switch (error.kind) {
    case "bad-key":
    case "no-key":
      return badKeyPauseMs;
    case "limit":
      return Math.min(badKeyPauseMs, Math.max(asked, asked === 0 ? limitPauseMs : firstPauseMs));
    default:
      return Math.min(badKeyPauseMs, Math.max(asked, growing));
  }
}
