import { countText } from "#shared/text/counts.ts";
import type { ChangedThings } from "#shared/household.ts";
import type { RowKind } from "#shared/row-kinds.ts";

/** Words for each call, to be read after a name: "Jane saved a budget". */
const words: Readonly<Record<string, string>> = {
  "/api/SaveBankCategory": "chose a category for one of the bank’s",
  "/api/SaveFinancialCategory": "saved a category",
  "/api/MergeFinancialCategories": "merged two categories",
  "/api/DeleteFinancialCategory": "deleted a category",
  "/api/UndoCategoryRemoval": "restored a category",
  "/api/SaveBudget": "saved a budget",
  "/api/CopyBudget": "copied a budget",
  "/api/KeepBudgetDraft": "kept the draft of a budget",
  "/api/DeleteBudget": "deleted a budget",
  "/api/RestoreBudget": "restored a budget",
  "/api/UpdateBudgetCategoryEstimate": "set an estimate",
  "/api/RemoveBudgetCategory": "removed a category from a budget",
  "/api/BulkUpdateTransactionCategory": "set the category of transactions",
  "/api/CategorizeMatching": "set the category of all matching transactions",
  "/api/SetExcludedTransaction": "exempted a transaction from a budget",
  "/api/RestoreExcludedTransaction": "restored a transaction to a budget",
  "/api/SetExcludedTransactions": "exempted or restored transactions in a budget",
  "/api/SetExcludedMatching": "exempted or restored all matching transactions in a budget",
  "/api/SaveBudgetSeries": "saved a budget that repeats",
  "/api/SaveCategoryPlan": "set what a category carries over",
  "/api/SetFreshStart": "set whether a category starts fresh",
  "/api/DeleteBudgetSeries": "deleted a budget that repeats",
  "/api/RestoreBudgetSeries": "restored a budget that repeats",
  "/api/PreviewImport": "looked at a bank statement",
  "/api/CommitImport": "imported a bank statement",
  "/api/UndoImport": "undid an import",
  "/api/SaveIncomeSource": "saved an income source or a bill",
  "/api/SaveIncomePayment": "linked a payment",
  "/api/DeleteIncomeSource": "deleted an income source or a bill",
  "/api/RestoreIncomeSource": "restored an income source or a bill",
  "/api/DeleteIncomePayment": "unlinked a payment",
  "/api/RestoreIncomePayment": "restored a payment",
  "/api/MoveIncomePayment": "credited a payment to another date",
  "/api/DismissIncomeSuggestion": "dismissed a suggested payment",
  "/api/UndismissIncomeSuggestion": "took back a dismissed payment",
  "/api/CreateCalendarFeed": "created the address of the calendar",
  "/api/RevokeCalendarFeed": "revoked the address of the calendar",
  "/api/DecideDetectedSources": "decided on detected income and bills",
  "/api/UndoDetectedSources": "took back a decision on detected income and bills",
  "/api/CreateFinancialLinkToken": "began to link a bank",
  "/api/SetInstitutionAccessToken": "linked a bank",
  "/api/LinkSimpleFin": "linked banks by SimpleFIN",
  "/api/DiscardPendingLink": "discarded a pending link",
  "/api/RepairedAccessItem": "repaired a bank",
  "/api/SyncAccessItem": "refreshed a bank",
  "/api/SetAccountType": "set the type of an account",
  "/api/RemoveAccessItem": "unlinked a bank",
  "/api/SaveManualAccount": "saved a manual account",
  "/api/CloseManualAccount": "closed or opened a manual account",
  "/api/DeleteManualAccount": "deleted a manual account",
  "/api/LinkManualAccount": "moved a manual account into a linked one",
  "/api/CheckBalance": "checked a balance",
  "/api/SetTransactionKinds": "set what transactions are",
  "/api/SetTransferPairs": "decided which transactions are transfers",
  "/api/MoveTransactionMarks": "moved the edits of a removed transaction",
  "/api/DismissRemovedTransaction": "deleted a removed transaction",
  "/api/RestoreRemovedTransaction": "restored a transaction",
  "/api/JoinTransactions": "joined two transactions",
  "/api/SeparateTransaction": "took a joined transaction apart",
  "/api/SetTransactionApart": "said whether two transactions are the same",
  "/api/SplitTransaction": "split a transaction",
  "/api/SetTransactionTags": "changed the tags of transactions",
  "/api/RenameTag": "renamed a tag",
  "/api/MergeTag": "merged two tags",
  "/api/DeleteTag": "deleted a tag",
  "/api/PreviewRule": "tried a rule",
  "/api/SaveRule": "saved a rule",
  "/api/DeleteRule": "deleted a rule",
  "/api/OrderRules": "put the rules in order",
  "/api/ApplyRule": "applied a rule to earlier transactions",
  "/api/RenamePayee": "renamed a payee",
  "/api/SetLearning": "switched guessing of categories on or off",
  "/api/Undo": "undid a change of rules or payees",
  "/api/SaveTransaction": "saved a transaction",
  "/api/DeleteTransaction": "deleted a transaction",
};

const kindWords: Readonly<Record<RowKind, string>> = {
  spending: "set transactions to spending",
  income: "set transactions to income",
  transfer: "set transactions to transfers",
  leftOut: "left out transactions",
};

const exemptWords: Readonly<Record<string, readonly [exempted: string, restored: string]>> = {
  "/api/SetExcludedTransactions": [
    "exempted transactions from a budget",
    "restored transactions to a budget",
  ],
  "/api/SetExcludedMatching": [
    "exempted all matching transactions from a budget",
    "restored all matching transactions to a budget",
  ],
};

function exactWords(call: string, { kind, excluded }: ChangedThings): string | undefined {
  if (call === "/api/SetTransactionKinds" && kind !== undefined) return kindWords[kind];
  return excluded === undefined ? undefined : exemptWords[call]?.[excluded ? 0 : 1];
}

/** Returns what a call did, to be read after a name; vague for a call that no longer exists. */
export function changeWords(call: string, things: ChangedThings): string {
  const { transactionCount } = things;
  const what = exactWords(call, things) ?? words[call] ?? "changed something";
  return transactionCount === undefined ? what : `${what} (${countText(transactionCount)})`;
}
