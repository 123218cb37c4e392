import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Api } from "#client/data/api.ts";
import type { budgetTransactionsQuery } from "../domain/budget-shapes.ts";

/** The person's budgets with their progress, newest first. */
export function budgetsQuery(api: Api) {
  return queryOptions({ queryKey: ["budgets", "list"], queryFn: () => api.get("/api/GetBudgets") });
}

/** A budget with its figures, without its rows: those are lists of their own, cut by page. */
export function budgetQuery(api: Api, budgetId: number) {
  return queryOptions({
    queryKey: ["budgets", "one", budgetId],
    queryFn: () => api.get("/api/GetBudget", { budgetId, summary: "true" }),
  });
}

/** Which rows of a budget a list asks for, as the call takes them. */
export type BudgetRowsInput = Omit<z.input<typeof budgetTransactionsQuery>, "budgetId">;

/** Rows of a budget; each filter, sort and page is an answer of its own, and the one before stays while the next comes. */
export function budgetRowsQuery(api: Api, budgetId: number, input: BudgetRowsInput) {
  return queryOptions({
    queryKey: ["budgets", "rows", budgetId, input],
    queryFn: () => api.get("/api/GetBudgetTransactions", { budgetId, ...input }),
    placeholderData: (previous) => previous,
  });
}

/** The person's own categories and the built-in ones, by name. */
export function categoriesQuery(api: Api) {
  return queryOptions({
    queryKey: ["budgets", "categories"],
    queryFn: () => api.get("/api/FinancialCategories"),
  });
}

/** The same, each with how many transactions and budgets have it. Below the key of the categories: what renews them renews it. */
export function categoryUsageQuery(api: Api) {
  return queryOptions({
    queryKey: ["budgets", "categories", "usage"],
    queryFn: () => api.get("/api/GetFinancialCategoryUsage"),
    // Rows get categories on other screens and in other tabs, and what goes with a category has to be right.
    staleTime: 0,
  });
}

/** What a new budget of a period and currency may start from. */
export function suggestedEstimatesQuery(
  api: Api,
  target: { startDate: string; endDate: string; isoCurrencyCode: string },
) {
  return queryOptions({
    queryKey: ["budgets", "suggestions", target],
    queryFn: () => api.get("/api/GetSuggestedEstimates", target),
  });
}

/**
 * After an action: budgets, their figures, rows and categories are asked for anew (docs/reference/product.md, "Budget
 * screens"), and so is what the palette knows of them. Resolves when what is on show has come.
 */
export async function reloadBudgets(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["budgets"] }),
    queryClient.invalidateQueries({ queryKey: ["palette", "budgets"] }),
  ]);
}
