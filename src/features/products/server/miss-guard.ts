import { createCallCounts, type CountsKernel } from "#server/limits/call-counts.ts";
import { addressBlock } from "#server/limits/rate-limit.ts";
import { rateLimited } from "#shared/errors.ts";

/** Holds back whoever tries serial numbers out (docs/reference/http-api.md, "Limits"), on all servers: hits are free, misses are counted. */
export type MissGuard = {
  /**
   * Counts a miss before it is known to be one, so that guesses sent all at once are no way around.
   * @throws AppError 429 with `Retry-After` where the address has missed too often in this minute
   */
  count(address: string): Promise<void>;
  /** Takes one back that turned out to be none. */
  forgive(address: string): Promise<void>;
};

const windowMs = 60_000;

/** Allows so many misses a minute. */
export function createMissGuard(kernel: CountsKernel, missesPerMinute: number): MissGuard {
  const counts = createCallCounts(kernel, "misses of serial numbers");
  return {
    async count(address) {
      const waitMs = await counts.take(addressBlock(address), { most: missesPerMinute, windowMs });
      if (waitMs > 0) throw rateLimited(waitMs / 1000);
    },
    forgive: (address) => counts.giveBack(addressBlock(address)),
  };
}
