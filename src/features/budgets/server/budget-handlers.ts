import { rowsCsv } from "#features/transactions/server/index.ts";
import type { Handlers } from "#server/feature.ts";
import { AppError, bareFailure, errorSentences } from "#shared/errors.ts";
import { toUnits } from "#shared/money.ts";
import type { budgetCalls, RefusedBudget } from "../contract.ts";
import type { BudgetReader } from "./budget-reader.ts";
import type { BudgetStore } from "./budget-store.ts";
import { headView } from "./budget-views.ts";

/** Handlers of the budget calls. */
export function budgetHandlers(reader: BudgetReader, store: BudgetStore): Handlers<typeof budgetCalls> {
  return {
    getBudgets: (_input, { session }) => reader.list(session.userId),
    getBudgetForToday: async (_input, { session }) => ({ budgetId: await reader.forToday(session.userId) }),
    getSuggestedEstimates: (target, { session }) => reader.suggestedEstimates(session.userId, target),
    getBudget: ({ budgetId, summary }, { session }) =>
      reader.budget(session.userId, budgetId, { withRows: summary === "false" }),
    getBudgetTransactions: (input, { session }) => reader.rows(session.userId, input),
    async exportBudgetTransactions({ excluded = "false", ...input }, { session: { userId } }) {
      const rows = await reader.rows(userId, { ...input, excluded });
      const list = excluded === "true" ? rows.excludedTransactions : rows.transactions;
      const name = await reader.nameOf(userId, input.budgetId);
      return { body: rowsCsv(list, input), name, ending: "csv" };
    },
    getBudgetTransactionIds: (input, { session }) => reader.rowIds(session.userId, input),
    getTransferSuggestions: ({ budgetId }, { session }) =>
      reader.transferSuggestions(session.userId, budgetId),
    async saveBudget(input, { session }) {
      try {
        const budgetId = await store.save(session.userId, input);
        return { success: true as const, budgetId, errorMessage: null, errors: null };
      } catch (error) {
        throw refusal(input.budgetId, error);
      }
    },
    copyBudget: async ({ budgetId, requestId }, { session }) =>
      headView(await store.copy(session.userId, budgetId, requestId)),
    keepBudgetDraft: ({ budgetId }, { session }) => store.keepDraft(session.userId, budgetId),
    deleteBudget: ({ budgetId }, { session }) => store.remove(session.userId, budgetId),
    restoreBudget: async ({ budgetId }, { session }) =>
      headView(await store.restore(session.userId, budgetId)),
    async updateBudgetCategoryEstimate(input, { session }) {
      const { financialCategoryId, estimate, isoCurrencyCode } = await store.setEstimate(
        session.userId,
        input,
      );
      return { financialCategoryId, estimate: toUnits(estimate, isoCurrencyCode) };
    },
    async removeBudgetCategory(input, { session }) {
      const gone = await store.removeCategory(session.userId, input);
      if (gone === null) return { undo: null };
      const { financialCategoryName, estimate, isoCurrencyCode } = gone;
      return { undo: { financialCategoryName, estimate: toUnits(estimate, isoCurrencyCode) } };
    },
  };
}

/**
 * Turns the refusal of a save into a bare failure: field errors, and one text for all of them
 * (docs/reference/http-api.md, "Transactions and budgets").
 */
function refusal(budgetId: number, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { statusCode, errors, data } = error;
  const errorMessage = errorSentences(errors);
  const body: RefusedBudget = { success: false, budgetId, errorMessage, errors };
  if (statusCode === 409) return bareFailure(statusCode, { ...body, data });
  return bareFailure(statusCode, body);
}
