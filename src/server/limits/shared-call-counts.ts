import { createHmac } from "node:crypto";
import { setTimeout as sleepFor } from "node:timers/promises";
import type { CallCounts } from "./own-call-counts.ts";
import { createShortMemory } from "./short-memory.ts";
import { CallCountStore } from "./call-count-store.ts";
import type { Kernel } from "../feature.ts";
import { deriveKey } from "../settings/secret-key.ts";

type SharedKernel = Pick<Kernel, "database" | "secretKey" | "log" | "now">;

/** So long a call waits to be counted; then this server counts by itself, and goes on doing so for a while. */
const patienceMs = 3_000;
const aloneForMs = 5_000;
/** Whoever was refused is refused for so long without asking the database: a flood costs it one statement a second. */
const refusedForMs = 1_000;
const mostRefused = 10_000;
const sweepEveryMs = 60_000;

/** The counts of all servers, in the database; `own` where it does not answer. */
export function createSharedCounts(kernel: SharedKernel, name: string, own: CallCounts): CallCounts {
  const store = new CallCountStore(kernel.database);
  const hashKey = deriveKey(kernel.secretKey, "call counts");
  const together = createTogether(kernel);
  const refused = createRefusals();
  const sweep = createSweep(kernel, store);
  const nowMs = () => kernel.now().getTime();

  /** Addresses and sessions are nobody's business in a table. */
  function stored(key: string): string {
    return createHmac("sha256", hashKey).update(`${name} ${key}`).digest("base64url");
  }

  async function take(key: string, ask: (key: string) => Promise<number>, alone: () => Promise<number>) {
    const waitMs = refused.waitMs(key, nowMs());
    if (waitMs > 0) return waitMs;
    sweep();
    const answeredMs = await together(() => ask(stored(key)), alone);
    if (answeredMs > 0) refused.remember(key, { atMs: nowMs(), waitMs: answeredMs });
    return answeredMs;
  }

  return {
    take: (key, window) =>
      take(
        key,
        (at) => store.take(at, window, nowMs()),
        () => own.take(key, window),
      ),
    takeFromBucket: (key, bucket) =>
      take(
        key,
        (at) => store.takeFromBucket(at, bucket, nowMs()),
        () => own.takeFromBucket(key, bucket),
      ),
    giveBack: (key) =>
      together(
        () => store.giveBack(stored(key), nowMs()),
        () => own.giveBack(key),
      ),
    raise: (key, counted) =>
      together(
        () => store.raise(stored(key), counted, nowMs()),
        () => own.raise(key, counted),
      ),
  };
}

/** Asks the database, and does without it for a while where it fails or is slow: a limit must not be what breaks the site. */
function createTogether({ log }: Pick<Kernel, "log">) {
  let aloneUntilMs = 0;
  return async function together<Value>(
    ask: () => Promise<Value>,
    alone: () => Promise<Value>,
  ): Promise<Value> {
    if (performance.now() < aloneUntilMs) return alone();
    const answered = new AbortController();
    try {
      return await Promise.race([ask(), tooLate(answered.signal)]);
    } catch (error) {
      if (performance.now() >= aloneUntilMs)
        log.warn(
          { error },
          "calls cannot be counted in the database; this server counts by itself for a while",
        );
      aloneUntilMs = performance.now() + aloneForMs;
      return alone();
    } finally {
      answered.abort();
    }
  };
}

async function tooLate(answered: AbortSignal): Promise<never> {
  const isOver = await sleepFor(patienceMs, true, { signal: answered, ref: false }).catch(() => false);
  if (isOver) throw new Error(`the database did not count a call within ${patienceMs} ms`);
  // Nobody waits any longer.
  return new Promise(() => {});
}

function createRefusals() {
  const refused = createShortMemory<{ atMs: number; untilMs: number }>({
    most: mostRefused,
    forMs: refusedForMs,
    nowMs: () => performance.now(),
  });
  return {
    waitMs(key: string, nowMs: number): number {
      const known = refused.get(key);
      // A clock that was set back since then was wrong when it was read.
      return known === undefined || nowMs < known.atMs ? 0 : Math.max(0, known.untilMs - nowMs);
    },
    remember(key: string, { atMs, waitMs }: { atMs: number; waitMs: number }): void {
      refused.set(key, { atMs, untilMs: atMs + waitMs });
    },
  };
}

/** Now and then, beside the calls that are counted, drops what is over. */
function createSweep({ log, now }: Pick<Kernel, "log" | "now">, store: CallCountStore): () => void {
  let nextMs = performance.now() + sweepEveryMs;
  return () => {
    if (performance.now() < nextMs) return;
    nextMs = performance.now() + sweepEveryMs;
    store
      .sweep(now().getTime())
      .catch((error: unknown) => log.warn({ error }, "old counts of calls could not be dropped"));
  };
}
