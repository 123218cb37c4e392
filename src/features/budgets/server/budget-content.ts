import type { BudgetInput } from "./budget-values.ts";

/** What a new budget is made of, whatever the order of its parts: two clicks on one button ask for the same. */
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
