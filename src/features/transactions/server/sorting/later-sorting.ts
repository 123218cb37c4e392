import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "#server/database/db.ts";
import { tellChanges } from "#server/events/changes.ts";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { areMany, lockLedger, payeesInParts, sortAlone, sortRows } from "./row-sorting.ts";

const laterJob = "sort-learnt";

/** Rows that the job sorts in one transaction, or those of one payee: other changes of the ledger wait for so long. */
const rowsAtOnce = 1000;

/** Condition for rows of which something was learned, or by which something is. */
const isLearning = sql`category_source in ('person', 'learnt')`;

/**
 * Sorts rows for which the person made or took back a choice, and all others of the same payees. If those are very many, a job
 * sorts them directly afterwards (docs/reference/money.md, "Categories"); the rows themselves are always sorted at once.
 */
export async function sortChosen(
  tx: Transaction,
  userId: string,
  { transactionIds, jobs }: { transactionIds: readonly number[]; jobs: Pick<Jobs, "enqueue"> },
): Promise<void> {
  if (await areMany(tx, userId, { transactionIds })) {
    await sortAlone(tx, userId, transactionIds);
    await jobs.enqueue(tx, { kind: laterJob, key: userId });
  } else await sortRows(tx, userId, { transactionIds });
}

/** Sorts all rows of which something is learned, or by which something is, directly afterwards if they are very many. */
export async function sortLearning(
  tx: Transaction,
  userId: string,
  jobs: Pick<Jobs, "enqueue">,
): Promise<void> {
  const changed = { matching: [isLearning] };
  if (await areMany(tx, userId, changed)) await jobs.enqueue(tx, { kind: laterJob, key: userId });
  else await sortRows(tx, userId, changed);
}

/**
 * Registers that job. It needs no list of what to sort, so that a later choice, an undo, or a second run can't disagree with
 * it: it sorts whatever differs from what is learned by then.
 */
export function registerLaterSorting(
  { database: { unsafeDb }, bus }: Pick<Kernel, "database" | "bus">,
  jobs: Pick<Jobs, "register">,
): void {
  jobs.register({
    kind: laterJob,
    payload: z.object({}),
    run: async ({ key: userId, signal }) => {
      const parts = await unsafeDb.transaction((tx) =>
        payeesInParts(tx, userId, { matching: [isLearning] }, rowsAtOnce),
      );
      for (const payeeKeys of parts) {
        signal.throwIfAborted();
        await unsafeDb.transaction(async (tx) => {
          await lockLedger(tx, userId);
          await sortRows(tx, userId, { payeeKeys });
        });
      }
      tellChanges(bus, { userId, changes: ["transactions"] });
      return undefined;
    },
  });
}
