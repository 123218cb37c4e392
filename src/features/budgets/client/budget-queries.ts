import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Api } from "#client/data/api.ts";
import type { Condition, RuleAction, transactionsContract } from "#features/transactions/contract.ts";
import type { budgetTransactionsQuery } from "../domain/budget-shapes.ts";

/** The person's budgets with their progress, newest first. */
export function budgetsQuery(api: Api) {
  return queryOptions({ queryKey: ["budgets", "list"], queryFn: () => api.get("/api/GetBudgets") });
}

/** A budget with its figures; its rows have a paged query of their own. */
export function budgetQuery(api: Api, budgetId: number) {
  return queryOptions({
    queryKey: ["budgets", "one", budgetId],
    queryFn: () => api.get("/api/GetBudget", { budgetId, summary: "true" }),
  });
}

/** A rule as the calls take it, for a preview. */
type RuleDraft = { ruleId: number; conditions: Condition[]; actions: RuleAction[] };

/** Filter, sort order, and page of a list of rows, as GetBudgetTransactions takes them. */
export type BudgetRowsInput = Omit<z.input<typeof budgetTransactionsQuery>, "budgetId">;

/** Rows of a budget, cached by filter, sort order, and page. The previous rows stay visible while the next ones load. */
export function budgetRowsQuery(api: Api, budgetId: number, input: BudgetRowsInput) {
  return queryOptions({
    queryKey: ["budgets", "rows", budgetId, input],
    queryFn: () => api.get("/api/GetBudgetTransactions", { budgetId, ...input }),
    placeholderData: (previous) => previous,
  });
}

/** Rows that may be the other side of a transfer. */
export function transferCandidatesQuery(api: Api, transactionId: number) {
  return queryOptions({
    queryKey: ["budgets", "transfer-candidates", transactionId],
    queryFn: () => api.get("/api/GetTransferCandidates", { transactionId }),
  });
}

/** Rows that a transaction can be joined with. */
export function joinCandidatesQuery(api: Api, transactionId: number) {
  return queryOptions({
    queryKey: ["budgets", "join-candidates", transactionId],
    queryFn: () => api.get("/api/GetJoinCandidates", { transactionId }),
  });
}

/** Filter, sort order, and page of the ledger, as GetLedger takes them. */
export type LedgerInput = z.input<typeof transactionsContract.getLedger.input>;

/** A tag, with the number of its transactions. */
export type TagUse = z.output<typeof transactionsContract.getTags.output>[number];

/** The person's tags by name. */
export function tagsQuery(api: Api) {
  return queryOptions({ queryKey: ["budgets", "tags"], queryFn: () => api.get("/api/GetTags") });
}

/** Transactions of all banks, cached and kept visible like those of a budget. */
export function ledgerQuery(api: Api, input: LedgerInput) {
  return queryOptions({
    queryKey: ["budgets", "ledger", input],
    queryFn: () => api.get("/api/GetLedger", input),
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

/**
 * Categories with their numbers of transactions and budgets. The key extends that of the categories, so invalidating
 * those refreshes this, too.
 */
export function categoryUsageQuery(api: Api) {
  return queryOptions({
    queryKey: ["budgets", "categories", "usage"],
    queryFn: () => api.get("/api/GetFinancialCategoryUsage"),
    // Other screens and tabs categorize rows, and the counts before a deletion must be right.
    staleTime: 0,
  });
}

/** True if categories are guessed from the person's choices. */
export function learningQuery(api: Api) {
  return queryOptions({ queryKey: ["budgets", "learning"], queryFn: () => api.get("/api/GetLearning") });
}

/** The person's rules, in order. */
export function rulesQuery(api: Api) {
  return queryOptions({
    queryKey: ["budgets", "rules"],
    queryFn: () => api.get("/api/GetRules"),
    // Rows that come count for them.
    staleTime: 0,
  });
}

/** Preview of a rule that isn't saved yet. The last answer stays while the next one loads. */
export function rulePreviewQuery(api: Api, rule: RuleDraft | null) {
  return queryOptions({
    queryKey: ["budgets", "rule-preview", rule],
    queryFn: () => api.post("/api/PreviewRule", rule ?? { ruleId: 0, conditions: [], actions: [] }),
    enabled: rule !== null,
    placeholderData: (previous) => previous,
    retry: false,
  });
}

/** Payees of spending and income: those still to be sorted, or all. */
export function payeesQuery(api: Api, isWhole: boolean) {
  return queryOptions({
    queryKey: ["budgets", "payees", isWhole],
    queryFn: () => api.get("/api/GetPayees", isWhole ? { all: "true" } : {}),
    // Other screens sort rows, too.
    staleTime: 0,
  });
}

/** A rule for everything of a transaction's payee, not saved yet. */
export function ruleDraftQuery(api: Api, transactionId: number) {
  return queryOptions({
    queryKey: ["budgets", "rule-draft", transactionId],
    queryFn: () => api.get("/api/GetRuleDraft", { transactionId }),
    staleTime: 0,
  });
}

/** The bank's own categories on the person's transactions. */
export function bankCategoriesQuery(api: Api) {
  return queryOptions({
    queryKey: ["budgets", "bank-categories"],
    queryFn: () => api.get("/api/GetBankCategories"),
  });
}

/** Suggested estimates for a new budget of a period and currency. */
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
 * Refetches budgets, their figures, rows, and categories after an action (docs/reference/product.md, "Budget screens"),
 * and the palette's copy. Resolves once the visible queries have loaded.
 */
export async function reloadBudgets(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["budgets"] }),
    queryClient.invalidateQueries({ queryKey: ["palette", "budgets"] }),
  ]);
}
