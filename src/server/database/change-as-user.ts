import type { Database, Transaction } from "./db.ts";
import { deadlock, goneReference, retried } from "./transaction-retries.ts";

/**
 * Runs a person's change, and retries it after a conflict with a sync or another tab: the two locked rows in different orders,
 * or what it refers to was deleted in between, which the next attempt reports.
 */
export function changeAsUser<Result>(
  database: Pick<Database, "asUser">,
  userId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return retried([deadlock, goneReference], () => database.asUser(userId, work));
}
