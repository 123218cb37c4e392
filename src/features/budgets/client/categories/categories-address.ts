/** URL hash that opens the category manager over the Spending page. */
export const categoriesHash = "#categories";
