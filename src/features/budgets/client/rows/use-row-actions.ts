import type { Api } from "#client/data/api.ts";
import { useApi } from "#client/app-context.tsx";
import { useUndoable } from "#client/use-undoable.ts";
import { reloadBudgets } from "../budget-queries.ts";
import type { LedgerActs } from "./row-acts.ts";

/**
 * Returns the actions on rows: those of a budget (`rowActs`) or of the ledger (`registerActs`). Each saves at once and can be
 * undone from its toast. Afterwards all budgets are reloaded (docs/reference/product.md, "Budget screens"), and then `onReloaded`
 * runs. A failure stays visible above the table, with a retry if that may help.
 */
export function useRowActions<Acts>(actsOf: (api: Api) => Acts, onReloaded: () => void) {
  return { acts: actsOf(useApi()), ...useUndoable({ renew: reloadBudgets, onRenewed: onReloaded }) };
}

/** Actions that every list of rows has, and the function that performs one. */
export type LedgerActions = {
  perform: ReturnType<typeof useUndoable>["perform"];
  acts: LedgerActs;
};
