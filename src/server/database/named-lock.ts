import { sql } from "drizzle-orm";
import type { Transaction } from "./db.ts";

/** Waits for whoever else, on any server of this database, holds the lock of this name; held until the transaction ends. */
export async function takeLock(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
