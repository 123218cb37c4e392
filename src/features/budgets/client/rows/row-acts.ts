import type { Api } from "#client/data/api.ts";
import { takingBack, type Act, type Done } from "#client/use-undoable.ts";
import type { BudgetFilter, ExclusionDecision } from "../../contract.ts";
import type { RowKind } from "#shared/row-kinds.ts";
import { transactionsText } from "../estimate/budget-progress.ts";

/** Rows selected one by one, or all that match a filter. */
export type RowChoice = { ids: readonly number[] } | { filter: BudgetFilter };

/** Maximum number of rows in one call (docs/reference/http-api.md, "Limits"). */
const mostRowsPerCall = 5_000;

/** Actions on rows of a budget; each returns its confirmation and its undo. */
export function rowActs(api: Api, budgetId: number) {
  return { ...categoryActs(api, budgetId), ...exemptionActs(api, budgetId), ...ledgerActs(api) };
}

function categoryActs(api: Api, budgetId: number) {
  return {
    async categorize(rows: RowChoice, financialCategoryId: number, words: string): Promise<Done> {
      const { updated, undo } =
        "filter" in rows
          ? await api.post("/api/CategorizeMatching", { budgetId, filter: rows.filter, financialCategoryId })
          : await api.post(
              "/api/BulkUpdateTransactionCategory",
              rows.ids.map((transactionId) => ({ transactionId, financialCategoryId, budgetId })),
            );
      return {
        text: `Set ${transactionsText(updated)} to ${words}.`,
        undo: takingRowsBack(undo, (part) =>
          api.post(
            "/api/BulkUpdateTransactionCategory",
            part.map((former) => ({ ...former, budgetId, basedOn: financialCategoryId })),
          ),
        ),
      };
    },
  };
}

function exemptionActs(api: Api, budgetId: number) {
  /** Restores former decisions, unless a row's decision is no longer `excluded`. */
  const takeBack = (former: readonly ExclusionDecision[], excluded: boolean) =>
    takingRowsBack(former, (part) =>
      api.post("/api/SetExcludedTransactions", {
        budgetId,
        decisions: part.map((decision) => ({ ...decision, basedOn: excluded })),
      }),
    );

  return {
    /** Exempts one row (docs/reference/product.md, "Budget screens"). */
    async exemptOne(transactionId: number, name: string): Promise<Done> {
      await api.post("/api/SetExcludedTransaction", { transactionId, budgetId });
      return {
        text: `Exempted ${name} from this budget.`,
        undo: takingBack(() => api.post("/api/RestoreExcludedTransaction", { transactionId, budgetId })),
      };
    },

    async restoreOne(transactionId: number, name: string): Promise<Done> {
      await api.post("/api/RestoreExcludedTransaction", { transactionId, budgetId });
      return {
        text: `${name} counts in this budget again.`,
        undo: takingBack(() => api.post("/api/SetExcludedTransaction", { transactionId, budgetId })),
      };
    },

    async setExempt(rows: RowChoice, excluded: boolean): Promise<Done> {
      const { updated, undo } =
        "filter" in rows
          ? await api.post("/api/SetExcludedMatching", { budgetId, filter: rows.filter, excluded })
          : await api.post("/api/SetExcludedTransactions", {
              budgetId,
              decisions: rows.ids.map((transactionId) => ({ transactionId, excluded })),
            });
      return {
        text: excluded ? `Exempted ${transactionsText(updated)}.` : `Restored ${transactionsText(updated)}.`,
        undo: takeBack(undo, excluded),
      };
    },

    async acceptTransfers(): Promise<Done> {
      const { updated, undo } = await api.post("/api/AcceptTransfers", { budgetId });
      return {
        text: `Exempted ${transactionsText(updated)} as transfers.`,
        undo: takeBack(undo, true),
      };
    },
  };
}

const kindWords: Record<RowKind, string> = {
  spending: "now counts in budgets",
  income: "is income, not counted",
  transfer: "is a transfer, not counted",
  leftOut: "is left out of totals",
};

/** Actions on the transaction itself, whatever the budget. */
function ledgerActs(api: Api) {
  return {
    async chooseKind(transactionId: number, name: string, kind: RowKind): Promise<Done> {
      const { undo } = await api.post("/api/SetTransactionKinds", [{ transactionId, kind }]);
      return {
        text: `${name} ${kindWords[kind]}.`,
        undo: takingRowsBack(undo, (part) =>
          api.post(
            "/api/SetTransactionKinds",
            part.map((former) => ({ ...former, basedOn: kind })),
          ),
        ),
      };
    },

    async moveMarks(fromTransactionId: number, toTransactionId: number): Promise<Done> {
      await api.post("/api/MoveTransactionMarks", { fromTransactionId, toTransactionId });
      return {
        text: "Moved your edits to the posted transaction.",
        undo: takingBack(() =>
          api.post("/api/RestoreRemovedTransaction", { transactionId: fromTransactionId }),
        ),
      };
    },

    async dismissRemoved(transactionId: number, name: string): Promise<Done> {
      await api.post("/api/DismissRemovedTransaction", { transactionId });
      return {
        text: `Removed ${name} from the list.`,
        undo: takingBack(() => api.post("/api/RestoreRemovedTransaction", { transactionId })),
      };
    },
  };
}

/**
 * Restores rows to their former values. `call` returns how many it restored, since rows changed in the meantime keep the
 * change.
 */
function takingRowsBack<Row>(
  rows: readonly Row[],
  call: (part: readonly Row[]) => Promise<{ updated: number }>,
): Act {
  // A retry continues with the batch that failed.
  let from = 0;
  let undone = 0;
  return {
    failedText: "Couldn’t undo that.",
    run: async () => {
      for (; from < rows.length; from += mostRowsPerCall)
        undone += (await call(rows.slice(from, from + mostRowsPerCall))).updated;
      const left = rows.length - undone;
      const rest = `${transactionsText(left)} ${left === 1 ? "has" : "have"} changed since.`;
      return { text: left === 0 ? "Undone." : `Undone for ${transactionsText(undone)}; ${rest}` };
    },
  };
}
