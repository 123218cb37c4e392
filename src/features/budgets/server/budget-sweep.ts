import type { Kernel } from "#server/feature.ts";
import { createHourlySweep } from "#server/jobs/hourly-sweep.ts";
import { restorableMs } from "#server/restorable.ts";
import type { BudgetStore } from "./budget-store.ts";
import { purgeRemovals } from "./categories/category-removal.ts";

/** Drops, once an hour, budgets and categories whose delete can no longer be undone (docs/reference/product.md, "Undo"). */
export function createBudgetSweep(kernel: Pick<Kernel, "database" | "log" | "now">, store: BudgetStore) {
  return createHourlySweep(kernel, {
    name: "budgets",
    firstAfterMs: 60_000,
    drop: async () => {
      const before = new Date(kernel.now().getTime() - restorableMs);
      return {
        budgets: await store.purge(before),
        categories: await purgeRemovals(kernel.database, before),
      };
    },
  });
}
