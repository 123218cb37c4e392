import { useApi } from "#client/app-context.tsx";
import { useUndoable } from "#client/use-undoable.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { registerActs, rowActs, type LedgerActs } from "./row-acts.ts";

/**
 * Returns the actions on rows of a budget. Each saves at once and can be undone from its toast. Afterwards the budget is
 * reloaded (docs/reference/product.md, "Budget screens"), and then `onReloaded` runs. A failure stays visible above the
 * table, with a retry if that may help.
 */
export function useRowActions(budgetId: number, onReloaded: () => void) {
  const acts = rowActs(useApi(), budgetId);
  return { acts, ...useUndoable({ renew: reloadBudgets, onRenewed: onReloaded }) };
}

/** Returns the actions on rows of the ledger, in any budget or none, like those of a budget. */
export function useRegisterActions(onReloaded: () => void) {
  const acts = registerActs(useApi());
  return { acts, ...useUndoable({ renew: reloadBudgets, onRenewed: onReloaded }) };
}

/** Actions on rows, and the function that performs one. */
export type RowActions = Pick<ReturnType<typeof useRowActions>, "perform" | "acts">;

/** The actions that every list of rows has. */
export type LedgerActions = Pick<RowActions, "perform"> & { acts: LedgerActs };
