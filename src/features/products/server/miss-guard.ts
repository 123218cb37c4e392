import { createCallCounts, type CountsKernel } from "#server/limits/call-counts.ts";
import { addressBlock } from "#server/limits/rate-limit.ts";
import { rateLimited } from "#shared/errors.ts";

/** Limits guesses of serial numbers (docs/reference/http-api.md, "Limits") across all servers: hits are free, misses count. */
export type MissGuard = {
  /**
   * Counts a miss before the lookup, so that concurrent guesses can't get around the limit.
   * @throws AppError 429 with `Retry-After` if the address has too many misses in this minute
   */
  count(address: string): Promise<void>;
  /** Gives a miss back after a hit. */
  forgive(address: string): Promise<void>;
};

const windowMs = 60_000;

/** Creates a guard that allows so many misses a minute. */
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
