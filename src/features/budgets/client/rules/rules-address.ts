/** URL hash that opens the list of rules over the Spending page. */
export const rulesHash = "#rules";
