import { createHmac } from "node:crypto";
import type { CallCounts } from "./own-call-counts.ts";
import { createShortMemory } from "./short-memory.ts";
import { CallCountStore } from "./call-count-store.ts";
import type { Kernel } from "../feature.ts";
import { deriveKey } from "../settings/secret-key.ts";

type SharedKernel = Pick<Kernel, "database" | "secretKey" | "log" | "now">;

/** Maximum wait for the database; after that this server counts on its own for a while. */
const patienceMs = 3_000;
const aloneForMs = 5_000;
/** Time for which a refused caller is refused without asking the database, which limits a flood to one statement a second. */
const refusedForMs = 1_000;
const mostRefused = 10_000;
const sweepEveryMs = 60_000;

/** Creates the counts of all servers in the database, with `own` as the fallback. */
export function createSharedCounts(kernel: SharedKernel, name: string, own: CallCounts): CallCounts {
  const store = new CallCountStore(kernel.database);
  const hashKey = deriveKey(kernel.secretKey, "call counts");
  const together = createCircuitBreaker(kernel);
  const refused = createRefusals();
  const sweep = createSweep(kernel, store);
  const nowMs = () => kernel.now().getTime();

  /** Hashes a key, so that the table holds no addresses or sessions. */
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

/** Asks the database, or skips it for a while after it failed or was slow, so that a limit never takes the site down. */
function createCircuitBreaker({ log }: Pick<Kernel, "log">) {
  let aloneUntilMs = 0;
  return async function together<Value>(
    ask: () => Promise<Value>,
    alone: () => Promise<Value>,
  ): Promise<Value> {
    if (performance.now() < aloneUntilMs) return alone();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`The database did not count a call within ${patienceMs} ms.`)),
        patienceMs,
      );
      timer.unref();
    });
    try {
      return await Promise.race([ask(), tooLate]);
    } catch (error) {
      if (performance.now() >= aloneUntilMs)
        log.warn({ error }, "Can't count calls in the database; counting on this server only for a while.");
      aloneUntilMs = performance.now() + aloneForMs;
      return alone();
    } finally {
      clearTimeout(timer);
    }
  };
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
      // A pause that begins in the future was set by a wrong clock.
      return known === undefined || nowMs < known.atMs ? 0 : Math.max(0, known.untilMs - nowMs);
    },
    remember(key: string, { atMs, waitMs }: { atMs: number; waitMs: number }): void {
      refused.set(key, { atMs, untilMs: atMs + waitMs });
    },
  };
}

/** Occasionally drops expired counts, without delaying the calls that are counted. */
function createSweep({ log, now }: Pick<Kernel, "log" | "now">, store: CallCountStore): () => void {
  let nextMs = performance.now() + sweepEveryMs;
  return () => {
    if (performance.now() < nextMs) return;
    nextMs = performance.now() + sweepEveryMs;
    store
      .sweep(now().getTime())
      .catch((error: unknown) => log.warn({ error }, "Can't drop expired call counts."));
  };
}
