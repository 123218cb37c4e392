import { z } from "zod";
import { defineFeature, type Handlers, type Kernel, type ServerFeature } from "#server/feature.ts";
import { sweepHourly } from "#server/jobs/hourly-sweep.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { transactionsContract } from "../contract.ts";
import { joinHandlers } from "./joins/join-handlers.ts";
import { chooseKinds } from "./sorting/kind-store.ts";
import { partHandlers } from "./parts/part-handlers.ts";
import { ledgerFile } from "./ledger-export.ts";
import { readLedger } from "./ledger-reader.ts";
import { RemovedRows } from "./removed/removed-rows.ts";
import { learningHandlers } from "./sorting/learning-switch.ts";
import { registerLaterSorting } from "./sorting/later-sorting.ts";
import { fileRows, lockLedger, sortRows } from "./sorting/row-sorting.ts";
import { purgeUndos, ruleHandlers } from "./rules/rule-handlers.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { deleteTransaction, saveTransaction } from "./typed/typed-rows.ts";
import { TransactionStore } from "./transaction-store.ts";
import { pairRows } from "./transfers/transfer-pairing.ts";
import { readCandidates } from "./transfers/transfer-reader.ts";
import { setPairs } from "./transfers/transfer-store.ts";

export type { IncomingChanges } from "../domain/incoming-changes.ts";
export { bankWords } from "../domain/sorting/bank-categories.ts";
export { bankMeaning, codesOf } from "../domain/sorting/bank-meanings.ts";
export { applyBankChanges, sortUnpaired, takeOverHistory, type ChangesOwner } from "./bank-changes.ts";
export { isUsable, lockCategories, noSuchCategory } from "./sorting/category-choice.ts";
export {
  countsInBudgets,
  hasId,
  isAtBank,
  isInCategory,
  isListed,
  isMarkable,
  isOfKind,
  isPairedTransfer,
  rowKind,
  startsExempt,
} from "./sorting/row-kinds.ts";
export { brokenMonths, isInMonths } from "./months.ts";
export { countLedgerMove, moveLedger } from "./joins/ledger-move.ts";
export { countUnsortedSpending } from "./rules/payee-reader.ts";
export { readDeletedRows } from "./removed/removed-rows.ts";
export { readUndos } from "./rules/rule-handlers.ts";
export { moveRuleCategory, restoreRuleCategory } from "./rules/rule-changes.ts";
export { sortChosen } from "./sorting/later-sorting.ts";
export { lockLedger, sortRows } from "./sorting/row-sorting.ts";
export { readBook } from "./sorting/category-reader.ts";
export { rowsCsv } from "../domain/rows-csv.ts";
export { newestFirst, readTransactions, type Cut, type Paging } from "./transaction-reader.ts";
export { readTransferSuggestions } from "./transfers/transfer-reader.ts";
export { accountName, searchCondition } from "./transaction-search.ts";
export type { RowChoice } from "../domain/statements/statement-choices.ts";
export type { ArrivingRow, StatementPreview } from "./statements/plan-work.ts";
export { commitStatement, previewStatement, type ReadStatement } from "./statements/statement-store.ts";
export { countTouched, takeBackStatement } from "./statements/statement-undo.ts";
export { ofMode } from "./transaction-store.ts";
export { lockManualAccount } from "./typed/manual-account-lock.ts";
export { dayProblem } from "../domain/typed-row.ts";
export { readBalanceAccounts, readMoves, type BalanceAccount } from "./balances/balance-reader.ts";
export { forgetChecks, moveBalances, noteBalances, noteBankBalances } from "./balances/balance-store.ts";
export { manualBalances } from "./typed/manual-balance.ts";
export { sortManualLedgers } from "./typed/manual-ledgers.ts";
export { insertTyped } from "./typed/typed-rows.ts";

/** Creates the ledger's feature: its lists, and changes to rows that belong to neither budgets nor income. */
export function createTransactionsFeature(
  kernel: Kernel,
  { jobs }: { jobs: Jobs },
): { feature: ServerFeature } {
  const mode = kernel.settings.bankMode;
  const store = new TransactionStore(kernel.database, mode);
  const typedOwner = (userId: string) => {
    const now = kernel.now();
    return { userId, mode, now, today: dateInZone(now, kernel.site.timeZone) };
  };
  const removed = new RemovedRows(kernel.database, mode, kernel.now);
  sweepHourly({ ...kernel, jobs }, "transactions", async () => ({
    rows: await removed.sweep(),
    undos: await purgeUndos(kernel.database, kernel.now()),
  }));
  registerLaterSorting(kernel, jobs);
  // Queued by migrations that change how rows are sorted, and after a change of the banks' mode.
  jobs.register({
    kind: "sort-ledger",
    payload: z.object({}),
    run: async ({ key }) => {
      const rows = await kernel.database.unsafeDb.transaction(async (tx) => {
        await lockLedger(tx, key);
        await fileRows(tx, key);
        // The site's own mode has the last word on rows of manual banks.
        for (const each of [mode === "live" ? "sandbox" : "live", mode] as const)
          await pairRows(tx, { userId: key, mode: each }, "everything");
        return sortRows(tx, key, "everything");
      });
      kernel.log.info({ about: key, rows }, "Sorted a ledger.");
      return undefined;
    },
  });
  const feature = defineFeature({
    name: "transactions",
    contract: transactionsContract,
    handlers: {
      ...ruleHandlers(kernel),
      ...learningHandlers(kernel, jobs),
      ...joinHandlers(kernel),
      ...partHandlers(kernel),
      ...removedHandlers(removed),
      saveTransaction: (input, { session: { userId } }) =>
        kernel.database.asUser(userId, (tx) => saveTransaction(tx, typedOwner(userId), input)),
      deleteTransaction: ({ transactionId }, { session: { userId } }) =>
        kernel.database.asUser(userId, (tx) => deleteTransaction(tx, typedOwner(userId), transactionId)),
      getLedger: (wanted, { session: { userId } }) =>
        kernel.database.asUser(userId, (tx) => readLedger(tx, { userId, mode }, wanted)),
      exportLedger: ({ format, ...wanted }, { session: { userId } }) =>
        kernel.database.asUser(userId, (tx) =>
          ledgerFile(tx, { userId, mode }, { format, wanted, now: kernel.now() }),
        ),
      getTransactions: (wanted, { session }) => store.list(session.userId, wanted),
      setTransactionKinds: (choices, { session: { userId } }) =>
        kernel.database.asUser(userId, (tx) => chooseKinds(tx, { userId, mode }, choices)),
      getTransferCandidates: ({ transactionId }, { session: { userId } }) =>
        kernel.database.asUser(userId, async (tx) => ({
          transactions: await readCandidates(tx, { userId, mode }, transactionId),
        })),
      setTransferPairs: (pairs, { session: { userId } }) =>
        kernel.database.asUser(userId, (tx) => setPairs(tx, { userId, mode }, pairs)),
    },
  });
  return { feature };
}

/** Handlers of the calls about rows that the bank removed. */
function removedHandlers(removed: RemovedRows) {
  return {
    moveTransactionMarks: ({ fromTransactionId, toTransactionId }, { session }) =>
      removed.move(session.userId, fromTransactionId, toTransactionId),
    dismissRemovedTransaction: ({ transactionId }, { session }) =>
      removed.dismiss(session.userId, transactionId),
    restoreRemovedTransaction: ({ transactionId }, { session }) =>
      removed.restore(session.userId, transactionId),
  } satisfies Partial<Handlers<typeof transactionsContract>>;
}
