import type { Logger } from "../log.ts";

const renewalsPerHold = 3;

type Hold = {
  /** Names the held work in the log. */
  about: Record<string, string>;
  /** Time after which the database considers the hold expired. */
  ttlMs: number;
  /** Extends the hold; false if another server took it over. */
  renew: () => Promise<boolean>;
};

/**
 * Renews a hold in the database while work runs. `lost` is aborted if another server took it over, or before it expires if it
 * can't be renewed. `end` waits for a renewal in progress, which would otherwise take the hold again after it was released.
 */
export function keepHold(
  { log }: { log: Logger },
  { about, ttlMs, renew }: Hold,
): { lost: AbortSignal; end: () => Promise<void> } {
  const lost = new AbortController();
  // Counted from before the renewal request, so that the work ends before the hold does.
  let expiry = endAfter(performance.now());
  let renewal: Promise<void> | null = null;

  function endAfter(heldSince: number): NodeJS.Timeout {
    const leftMs = heldSince + ttlMs - performance.now();
    return setTimeout(() => lose("the hold could not be renewed"), leftMs).unref();
  }

  function lose(reason: string): void {
    log.warn({ reason, ...about }, "Lost the hold on some work.");
    lost.abort(new Error(reason));
  }

  async function renewOnce(): Promise<void> {
    const askedAt = performance.now();
    try {
      if (!(await renew())) return lose("another server took it over");
      clearTimeout(expiry);
      expiry = endAfter(askedAt);
    } catch (error) {
      log.warn({ error, ...about }, "Can't renew the hold on some work.");
    }
  }

  const timer = setInterval(() => {
    // Doesn't ask a slow database again before it has answered.
    renewal ??= renewOnce().finally(() => (renewal = null));
  }, ttlMs / renewalsPerHold).unref();
  return {
    lost: lost.signal,
    async end() {
      clearInterval(timer);
      await renewal;
      clearTimeout(expiry);
    },
  };
}
