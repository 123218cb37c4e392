/**
 * A clock for what one process remembers (windows of limits, pauses, ages in memory): it follows `nowMs` but never goes
 * back. Where the machine's clock is set back it runs on from where it was, so that nothing is held until a time that
 * was wrong comes again. Milliseconds, of use for differences only; never for what is stored or shown.
 */
export function steadyClock(nowMs: () => number): () => number {
  let latestMs = Number.NEGATIVE_INFINITY;
  let aheadMs = 0;
  return () => {
    const rawMs = nowMs();
    if (rawMs + aheadMs < latestMs) aheadMs = latestMs - rawMs;
    latestMs = rawMs + aheadMs;
    return latestMs;
  };
}
