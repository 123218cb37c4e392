/** URL hash that opens the form of a new budget over the Spending page. */
export const newBudgetHash = "#new";
