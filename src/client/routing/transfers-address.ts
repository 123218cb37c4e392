/** URL hash that opens the suggested transfers over Transactions, or over a budget's Transactions screen. */
export const transfersHash = "#transfers";
