import { eq, sql } from "drizzle-orm";
import { githubAccounts } from "#server/tables/github-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Database } from "#server/database/db.ts";
import { deadlock, retried } from "#server/database/transaction-retries.ts";
import { personalTables } from "./personal-tables.ts";

/** Transactions deleted per batch, so that the database stays responsive. */
const rowsPerDelete = 2_000;

/** Tables needed to end bank links, deleted link by link once the bank confirms. */
const deletedWithLinks = new Set(["banks", "pending-links"]);

/**
 * Deletes all rows of a person except bank links. Safe to repeat or interrupt. Revoke the tokens of linked GitHub
 * accounts first.
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
  const others = personalTables.filter(
    ({ name, isKernel }) => isKernel !== true && !deletedWithLinks.has(name),
  );
  for (const { table } of others) {
    signal.throwIfAborted();
    await retried([deadlock], () =>
      database.asUser(userId, (tx) => tx.delete(table).where(sql`user_id = ${userId}`)),
    );
  }
  await database.asUser(userId, (tx) => tx.delete(githubAccounts).where(eq(githubAccounts.userId, userId)));
}
