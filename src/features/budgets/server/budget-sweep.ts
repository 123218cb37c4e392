import type { Kernel } from "#server/feature.ts";
import { withLease } from "#server/lease.ts";
import { restorableMs, type BudgetStore } from "./budget-store.ts";
import { purgeRemovals } from "./category-removal.ts";

const everyMs = 60 * 60 * 1000;
/** Not while the server has just begun to listen and everybody asks at once. */
const firstAfterMs = 60_000;
const leaseTtlMs = 60_000;

/** Drops, once an hour and on one server only, what can no longer be undone (DECISIONS, "Undo of a delete"). */
export function createBudgetSweep(
  kernel: Pick<Kernel, "database" | "log" | "now">,
  store: BudgetStore,
): { start: () => Promise<void>; stop: () => Promise<void> } {
  const { database, log, now } = kernel;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function sweep(): Promise<void> {
    try {
      await withLease(kernel, "budgets sweep", leaseTtlMs, async () => {
        const before = new Date(now().getTime() - restorableMs);
        const dropped = {
          budgets: await store.purge(before),
          categories: await purgeRemovals(database, before),
        };
        if (Object.values(dropped).some((count) => count > 0))
          log.info(dropped, "deleted budgets and categories are gone for good");
      });
    } catch (error) {
      log.error({ error }, "could not drop deleted budgets and categories");
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
