/**
 * Creates a clock for in-memory timing (rate-limit windows, pauses, ages) that follows `nowMs` but never goes back. If the
 * machine's clock is set back, it continues from where it was, so that nothing waits for a wrong time to come again.
 * Milliseconds, only for differences; never for stored or displayed times.
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
