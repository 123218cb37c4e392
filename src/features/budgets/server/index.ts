import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { dateInZone } from "#shared/plain-dates.ts";
import { budgetsContract } from "../contract.ts";
import { mountBudgetExport } from "./budget-export.ts";
import { budgetHandlers } from "./budget-handlers.ts";
import { BudgetReader, type ReadAccessItems } from "./budget-reader.ts";
import { BudgetStore } from "./budget-store.ts";
import { createBudgetSweep } from "./budget-sweep.ts";
import { categoryHandlers } from "./category-handlers.ts";
import { rowHandlers } from "./row-handlers.ts";

/** Budgets, the marks that they put on rows of the ledger, and categories. */
export function createBudgetsFeature(
  kernel: Kernel,
  options: { accessItems: ReadAccessItems },
): { feature: ServerFeature } {
  const { database, now, site, settings } = kernel;
  const mode = settings.modes.plaid;
  const store = new BudgetStore(database, mode, now);
  const today = () => dateInZone(now(), site.timeZone);
  const reader = new BudgetReader({ database, mode, today, accessItems: options.accessItems });
  const sweep = createBudgetSweep(kernel, store);
  const feature = defineFeature({
    name: "budgets",
    contract: budgetsContract,
    handlers: {
      ...budgetHandlers(reader, store),
      ...rowHandlers(kernel),
      ...categoryHandlers(kernel),
    },
    routes: (app) => mountBudgetExport(app, reader),
    start: sweep.start,
    stop: sweep.stop,
  });
  return { feature };
}
