import { sql } from "drizzle-orm";
import type { Transaction } from "./db.ts";

/**
 * Takes the lock with this name, waiting for any other holder on any server of this database. The lock lasts until the
 * transaction ends.
 */
export async function takeLock(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
