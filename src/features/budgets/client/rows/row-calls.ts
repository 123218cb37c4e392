import type { Api } from "#client/data/api.ts";
import type { BudgetFilter, ExclusionDecision } from "../../contract.ts";
import { transactionsText } from "../estimate/budget-progress.ts";

/** What an action came to, and how it is taken back. */
export type Done = { message: string; undo?: () => Promise<unknown> };

/** Rows named one by one, or all that a filter means. */
export type RowChoice = { ids: readonly number[] } | { filter: BudgetFilter };

/** One call takes so many (docs/reference/http-api.md, "Limits"). */
const mostRowsPerCall = 5_000;

/** What is done with rows of a budget; each answers how it is said and undone. */
export function rowCalls(api: Api, budgetId: number) {
  return { ...categoryCalls(api, budgetId), ...exemptionCalls(api, budgetId), ...ledgerCalls(api) };
}

function categoryCalls(api: Api, budgetId: number) {
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
        message: `${transactionsText(updated)}: ${words}.`,
        undo: async () => {
          for (const part of partsOf(undo))
            await api.post(
              "/api/BulkUpdateTransactionCategory",
              part.map(({ transactionId, financialCategoryId: former }) => ({
                transactionId,
                financialCategoryId: former,
                budgetId,
              })),
            );
        },
      };
    },
  };
}

function exemptionCalls(api: Api, budgetId: number) {
  async function decide(decisions: readonly ExclusionDecision[]): Promise<void> {
    for (const part of partsOf(decisions))
      await api.post("/api/SetExcludedTransactions", { budgetId, decisions: part });
  }

  return {
    /** One row, as the row's own action (docs/reference/product.md, "Budget screens"). */
    async exemptOne(transactionId: number, name: string): Promise<Done> {
      await api.post("/api/SetExcludedTransaction", { transactionId, budgetId });
      return {
        message: `${name} is exempt from this budget.`,
        undo: () => api.post("/api/RestoreExcludedTransaction", { transactionId, budgetId }),
      };
    },

    async restoreOne(transactionId: number, name: string): Promise<Done> {
      await api.post("/api/RestoreExcludedTransaction", { transactionId, budgetId });
      return {
        message: `${name} counts in this budget again.`,
        undo: () => api.post("/api/SetExcludedTransaction", { transactionId, budgetId }),
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
        message: excluded
          ? `Exempted ${transactionsText(updated)}.`
          : `Restored ${transactionsText(updated)}.`,
        undo: () => decide(undo),
      };
    },

    async acceptTransfers(): Promise<Done> {
      const { updated, undo } = await api.post("/api/AcceptTransfers", { budgetId });
      return { message: `Exempted ${transactionsText(updated)} as transfers.`, undo: () => decide(undo) };
    },
  };
}

/** These belong to the row, whatever budget it is in. */
function ledgerCalls(api: Api) {
  return {
    async countAsSpending(transactionId: number, name: string, countsAsSpending: boolean): Promise<Done> {
      const set = (value: boolean) =>
        api.post("/api/SetCountsAsSpending", { transactionId, countsAsSpending: value });
      await set(countsAsSpending);
      return {
        message: countsAsSpending ? `${name} counts in budgets.` : `${name} is income, not counted.`,
        undo: () => set(!countsAsSpending),
      };
    },

    async moveMarks(fromTransactionId: number, toTransactionId: number): Promise<Done> {
      await api.post("/api/MoveTransactionMarks", { fromTransactionId, toTransactionId });
      return {
        message: "The marks are with the posted row.",
        undo: () => api.post("/api/RestoreRemovedTransaction", { transactionId: fromTransactionId }),
      };
    },

    async dismissRemoved(transactionId: number, name: string): Promise<Done> {
      await api.post("/api/DismissRemovedTransaction", { transactionId });
      return {
        message: `${name} is off the list.`,
        undo: () => api.post("/api/RestoreRemovedTransaction", { transactionId }),
      };
    },
  };
}

function partsOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / mostRowsPerCall) }, (_, index) =>
    rows.slice(index * mostRowsPerCall, (index + 1) * mostRowsPerCall),
  );
}
