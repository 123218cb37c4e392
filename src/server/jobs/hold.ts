import type { Logger } from "../log.ts";

const renewalsPerHold = 3;

type Hold = {
  /** For the log: what is held. */
  about: Record<string, string>;
  /** For so long the database believes in the hold. */
  ttlMs: number;
  /** Goes on holding; false where another server has it by now. */
  renew: () => Promise<boolean>;
};

/**
 * Renews a hold in the database while work runs. `lost` is aborted where another server has it, and before it ends
 * where it cannot be renewed. `end` waits for a renewal under way: behind the giving back, it would take it anew.
 */
export function keepHold(
  { log }: { log: Logger },
  { about, ttlMs, renew }: Hold,
): { lost: AbortSignal; end: () => Promise<void> } {
  const lost = new AbortController();
  // Counted from before the renewal is asked for, so that the work ends before the hold does.
  let expiry = endAfter(performance.now());
  let renewal: Promise<void> | null = null;

  function endAfter(heldSince: number): NodeJS.Timeout {
    const leftMs = heldSince + ttlMs - performance.now();
    return setTimeout(() => lose("its hold could not be renewed"), leftMs).unref();
  }

  function lose(reason: string): void {
    log.warn({ reason, ...about }, "the hold on work was lost");
    lost.abort(new Error(reason));
  }

  async function renewOnce(): Promise<void> {
    const askedAt = performance.now();
    try {
      if (!(await renew())) return lose("another server has taken it");
      clearTimeout(expiry);
      expiry = endAfter(askedAt);
    } catch (error) {
      log.warn({ error, ...about }, "the hold on work could not be renewed");
    }
  }

  const timer = setInterval(() => {
    // A slow database is not asked again before it has answered.
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
