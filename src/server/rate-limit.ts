import type { EndpointLimit } from "#shared/endpoint.ts";
import { rateLimited } from "#shared/errors.ts";
import { createCallCounts, type CountsKernel } from "./call-counts.ts";
import type { Kernel } from "./feature.ts";

/** Counts calls in windows of one minute, by caller and kind, on all servers of the database together. */
export type RateLimiter = {
  /** @throws AppError 429 with `Retry-After` when the caller has used up this minute's calls */
  take(kind: LimitedKind, caller: string): Promise<void>;
  /** Counts the call like `take`, but leaves the answer to the asker: a person is not shown JSON. */
  allows(kind: LimitedKind, caller: string): Promise<boolean>;
};

type LimitedKind = EndpointLimit | "sign-in";

const windowMs = 60_000;
const signInsPerMinute = 30;

type LimiterKernel = CountsKernel & {
  settings: Pick<Kernel["settings"], "SEARCHES_PER_MINUTE" | "READS_PER_MINUTE" | "WRITES_PER_MINUTE">;
};

/** Limits per session or address (API.md, "Limits"); each `name` has budgets of its own. */
export function createRateLimiter(kernel: LimiterKernel, name: string): RateLimiter {
  const { settings } = kernel;
  const allowed = {
    search: settings.SEARCHES_PER_MINUTE,
    read: settings.READS_PER_MINUTE,
    write: settings.WRITES_PER_MINUTE,
    "sign-in": Math.max(signInsPerMinute, settings.WRITES_PER_MINUTE / 4),
  };
  const counts = createCallCounts(kernel, `calls of ${name}`);
  const waitMs = (kind: LimitedKind, caller: string) =>
    counts.take(`${kind} ${caller}`, { most: Math.ceil(allowed[kind]), windowMs });
  return {
    async take(kind, caller) {
      const wait = await waitMs(kind, caller);
      if (wait > 0) throw rateLimited(wait / 1000);
    },
    allows: async (kind, caller) => (await waitMs(kind, caller)) === 0,
  };
}
