import type { Kernel } from "#server/feature.ts";
import { withLease } from "#server/lease.ts";
import type { RemovedRows } from "./removed-rows.ts";

const everyMs = 60 * 60 * 1000;
/** Not while the server has just begun to listen and everybody asks at once. */
const firstAfterMs = 90_000;
const leaseTtlMs = 60_000;

/** Drops, once an hour and on one server only, dismissed rows that can no longer come back. */
export function createDismissedSweep(
  kernel: Pick<Kernel, "database" | "log">,
  rows: Pick<RemovedRows, "sweep">,
): { start: () => Promise<void>; stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function sweep(): Promise<void> {
    try {
      await withLease(kernel, "transactions sweep", leaseTtlMs, async () => {
        const count = await rows.sweep();
        if (count > 0) kernel.log.info({ rows: count }, "dismissed transactions are gone");
      });
    } catch (error) {
      kernel.log.error({ error }, "could not drop dismissed transactions");
    }
    schedule(everyMs);
  }

  function schedule(delayMs: number): void {
    if (isStopping) return;
    timer = setTimeout(() => {
      running = sweep();
    }, delayMs).unref();
  }

  return {
    start: async () => schedule(firstAfterMs),
    stop: async () => {
      isStopping = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
