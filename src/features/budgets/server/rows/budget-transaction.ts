import type { Database, Transaction } from "#server/database/db.ts";
import { deadlock, goneReference, retried } from "#server/database/transaction-retries.ts";

/**
 * A change by a person, made again where a sync came in between and it has changed nothing: the two held rows of the
 * ledger in different orders and waited for each other, or the bank took a row back after it was looked up, which the
 * next try says in words.
 */
export function changeAsUser<Result>(
  database: Pick<Database, "asUser">,
  userId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return retried([deadlock, goneReference], () => database.asUser(userId, work));
}
