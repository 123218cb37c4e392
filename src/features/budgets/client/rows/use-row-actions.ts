import { useApi } from "#client/app-context.tsx";
import { useUndoable } from "#client/use-undoable.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { rowActs } from "./row-acts.ts";

/**
 * Everything that is done with rows of a budget. Each action is saved at once and for a while taken back by its toast;
 * afterwards the budget is reloaded (docs/reference/product.md, "Budget screens"), and then `onReloaded` runs. What
 * fails stays said above the table, with a way to try again where that may help.
 */
export function useRowActions(budgetId: number, onReloaded: () => void) {
  const acts = rowActs(useApi(), budgetId);
  return { acts, ...useUndoable({ renew: reloadBudgets, onRenewed: onReloaded }) };
}
