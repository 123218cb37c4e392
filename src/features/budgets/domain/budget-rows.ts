/** The id that stands for "without a category" (SPEC section 9). */
export const uncategorizedId = -1;

/** How the rows of a budget that are not exempt can be cut; `all` is every one of them. */
export const budgetParts = [
  "all",
  "counted",
  "income",
  "otherCurrencies",
  "removed",
  "transferLike",
] as const;

export type BudgetPart = (typeof budgetParts)[number];
