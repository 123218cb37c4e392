import type { BudgetInput } from "./budget-values.ts";

/** Returns the content of a new budget regardless of order, to recognize a request sent twice. */
export function contentOf(input: Omit<BudgetInput, "budgetId" | "requestId">): object {
  const { name, startDate, endDate, isoCurrencyCode = null, categories, budgetAccessItems } = input;
  return [
    name,
    startDate,
    endDate,
    isoCurrencyCode,
    categories.map((one) => `${one.financialCategoryId} ${one.estimate ?? ""}`).toSorted(),
    budgetAccessItems.map(String).toSorted(),
  ];
}
