import type { Transaction } from "#server/database/db.ts";
import type { Handlers, Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { rowCalls } from "../../contract.ts";
import type { Owner } from "../budget-heads.ts";
import { changeAsUser } from "#server/database/change-as-user.ts";
import { decide, decideMatching } from "./exemption-store.ts";
import { categorize, categorizeMatching } from "./row-store.ts";

/** Handlers of the calls that categorize and exempt rows. */
export function rowHandlers(
  { database, settings }: Pick<Kernel, "database" | "settings">,
  jobs: Pick<Jobs, "enqueue">,
): Handlers<typeof rowCalls> {
  function change<Result>(
    { userId }: { userId: string },
    work: (tx: Transaction, owner: Owner & { jobs: typeof jobs }) => Promise<Result>,
  ): Promise<Result> {
    return changeAsUser(database, userId, (tx) => work(tx, { userId, mode: settings.bankMode, jobs }));
  }

  return {
    bulkUpdateTransactionCategory: (assignments, { session }) =>
      change(session, (tx, owner) => categorize(tx, owner, assignments)),
    categorizeMatching: ({ budgetId, filter, financialCategoryId }, { session }) =>
      change(session, (tx, owner) =>
        categorizeMatching(tx, owner, { budgetId, financialCategoryId, filter }),
      ),
    async setExcludedTransaction({ budgetId, transactionId }, { session }) {
      await change(session, (tx, owner) => decide(tx, owner, budgetId, [{ transactionId, excluded: true }]));
    },
    async restoreExcludedTransaction({ budgetId, transactionId }, { session }) {
      await change(session, (tx, owner) => decide(tx, owner, budgetId, [{ transactionId, excluded: false }]));
    },
    setExcludedTransactions: ({ budgetId, decisions }, { session }) =>
      change(session, (tx, owner) => decide(tx, owner, budgetId, decisions)),
    setExcludedMatching: ({ budgetId, filter, excluded }, { session }) =>
      change(session, (tx, owner) => decideMatching(tx, owner, budgetId, { filter, excluded })),
  };
}
