import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { sweepHourly } from "#server/jobs/hourly-sweep.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { transactionsContract } from "../contract.ts";
import { RemovedRows } from "./removed-rows.ts";
import { TransactionStore } from "./transaction-store.ts";

export type { IncomingChanges, IncomingTransaction } from "../domain/incoming-changes.ts";
export { bankMeaning } from "../domain/bank-meanings.ts";
export { applyBankChanges, takeOverHistory, type ChangesOwner } from "./bank-changes.ts";
export { isAtBank, isInflowRow } from "./row-kinds.ts";
export { countsInBudgets, isLikelyTransfer, isListed, isMarkable, isPairedTransfer } from "./row-kinds.ts";
export { readTransactions, type Paging } from "./transaction-reader.ts";
export { accountName, searchCondition } from "./transaction-search.ts";

/** The ledger: its lists, and what a person does to one row of it that is neither a budget's nor income's. */
export function createTransactionsFeature(
  kernel: Kernel,
  { jobs }: { jobs: Jobs },
): { feature: ServerFeature } {
  const mode = kernel.settings.modes.plaid;
  const store = new TransactionStore(kernel.database, mode);
  const removed = new RemovedRows(kernel.database, mode, kernel.now);
  sweepHourly({ ...kernel, jobs }, "transactions", async () => ({ rows: await removed.sweep() }));
  const feature = defineFeature({
    name: "transactions",
    contract: transactionsContract,
    handlers: {
      getTransactions: (wanted, { session }) => store.list(session.userId, wanted),
      async setCountsAsSpending({ transactionId, countsAsSpending }, { session }) {
        await store.setCountsAsSpending(session.userId, transactionId, countsAsSpending);
        return {};
      },
      async moveTransactionMarks({ fromTransactionId, toTransactionId }, { session }) {
        await removed.move(session.userId, fromTransactionId, toTransactionId);
        return {};
      },
      async dismissRemovedTransaction({ transactionId }, { session }) {
        await removed.dismiss(session.userId, transactionId);
        return {};
      },
      async restoreRemovedTransaction({ transactionId }, { session }) {
        await removed.restore(session.userId, transactionId);
        return {};
      },
    },
  });
  return { feature };
}
