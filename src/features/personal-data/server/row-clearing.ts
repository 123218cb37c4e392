import { eq, sql } from "drizzle-orm";
import { githubAccounts, githubLinkAttempts } from "#server/tables/github-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Database } from "#server/database/db.ts";
import { deadlock, retried } from "#server/database/transaction-retries.ts";
import { personalTables } from "./personal-tables.ts";

/** So many rows of the ledger go in one transaction, so that the database stays free for others. */
const rowsPerDelete = 2_000;

/** What a link at a bank is ended with: it goes link by link, once its bank has let go. */
const heldForBanks = new Set(["banks", "pending-links"]);

/**
 * Deletes what needs no bank: all rows of a person but their links. May be repeated, and broken off at any point; the
 * tokens of linked GitHub accounts are to be revoked before.
 */
export async function clearRows(
  database: Pick<Database, "asUser">,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const deleted = await retried([deadlock], () =>
      database.asUser(userId, (tx) =>
        tx.execute(sql`
          delete from ${transactions} where transaction_id in (
            select transaction_id from ${transactions} where user_id = ${userId} limit ${rowsPerDelete}
          )`),
      ),
    );
    if ((deleted.rowCount ?? 0) < rowsPerDelete) break;
  }
  const others = personalTables.filter(({ name, isKernel }) => isKernel !== true && !heldForBanks.has(name));
  for (const { table } of others) {
    signal.throwIfAborted();
    await retried([deadlock], () =>
      database.asUser(userId, (tx) => tx.delete(table).where(sql`user_id = ${userId}`)),
    );
  }
  await database.asUser(userId, async (tx) => {
    await tx.delete(githubLinkAttempts).where(eq(githubLinkAttempts.userId, userId));
    await tx.delete(githubAccounts).where(eq(githubAccounts.userId, userId));
  });
}
