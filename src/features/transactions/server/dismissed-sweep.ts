import type { Kernel } from "#server/feature.ts";
import { createHourlySweep } from "#server/jobs/hourly-sweep.ts";
import type { RemovedRows } from "./removed-rows.ts";

/** Drops, once an hour, dismissed rows that can no longer come back. */
export function createDismissedSweep(
  kernel: Pick<Kernel, "database" | "log">,
  rows: Pick<RemovedRows, "sweep">,
) {
  return createHourlySweep(kernel, {
    name: "transactions",
    firstAfterMs: 90_000,
    drop: async () => ({ rows: await rows.sweep() }),
  });
}
