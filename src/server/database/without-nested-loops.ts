import { sql } from "drizzle-orm";
import type { Transaction } from "./db.ts";

/**
 * Runs statements on very many rows that may be new: before Postgres has counted those, it would compare each with each. If it fails,
 * the transaction has to end.
 */
export async function withoutNestedLoops<Result>(
  tx: Transaction,
  run: () => Promise<Result>,
): Promise<Result> {
  await tx.execute(sql`set local enable_nestloop = off`);
  const result = await run();
  await tx.execute(sql`set local enable_nestloop = on`);
  return result;
}
