export type { IncomingChanges, IncomingTransaction } from "../domain/incoming-changes.ts";
export { applyBankChanges, takeOverHistory, type ChangesOwner } from "./bank-changes.ts";
export { isAtBank, isIncomeByBank, isIncomePayment, isIncomeRow, isInflowRow } from "./row-kinds.ts";
export { countsInBudgets, isLikelyTransfer, isListed, isPairedTransfer } from "./row-kinds.ts";
export { readTransactions, type Paging } from "./transaction-reader.ts";
export { accountName, searchCondition } from "./transaction-search.ts";
