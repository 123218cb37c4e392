/** A bucket of calls to an upstream: `burst` at once, then `perMinute`. */
export type CallBudget = {
  /** True where a call may be made now; it is then counted. */
  take: () => boolean;
  /** How long until the next one may; at least 1. */
  msUntilNext: () => number;
};

/** `nowMs` is the kernel's clock. */
export function createCallBudget(
  nowMs: () => number,
  { burst, perMinute }: { burst: number; perMinute: number },
): CallBudget {
  const msPerCall = 60_000 / perMinute;
  let left = burst;
  let countedAtMs = nowMs();

  function refill(): void {
    const at = nowMs();
    left = Math.min(burst, left + Math.max(0, at - countedAtMs) / msPerCall);
    countedAtMs = at;
  }

  return {
    take() {
      refill();
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    msUntilNext() {
      refill();
      return Math.max(1, Math.ceil((1 - left) * msPerCall));
    },
  };
}
