import type { Database, Transaction } from "#server/database/db.ts";
import { deadlock, goneReference, retried } from "#server/database/transaction-retries.ts";

/**
 * Runs a person's change, and retries it after a conflict with a sync: the two locked rows in different orders, or the
 * bank removed a row in between, which the next attempt reports.
 */
export function changeAsUser<Result>(
  database: Pick<Database, "asUser">,
  userId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return retried([deadlock, goneReference], () => database.asUser(userId, work));
}
