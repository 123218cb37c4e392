import { and, eq, inArray, type SQL } from "drizzle-orm";
import { incomePayments, unlinkedIncomePayments } from "#server/tables/income-tables.ts";
import type { IncomeScope } from "../sources/source-rows.ts";

/** Rows per statement: Postgres takes about 65,000 values, and a payment has a dozen. */
const rowsPerStatement = 1_000;

/** Unlinks payments but keeps them for a day; their transactions are free at once. Returns how many. */
export async function unlinkPayments(
  { tx, userId }: IncomeScope,
  where: SQL | undefined,
  { now, withSource }: { now: Date; withSource: boolean },
): Promise<number> {
  const gone = await tx
    .delete(incomePayments)
    .where(and(eq(incomePayments.userId, userId), where))
    .returning();
  for (let from = 0; from < gone.length; from += rowsPerStatement) {
    const some = gone.slice(from, from + rowsPerStatement);
    await tx
      .insert(unlinkedIncomePayments)
      .values(some.map((row) => Object.assign(row, { unlinkedAt: now, withSource })));
  }
  return gone.length;
}

/**
 * Restores payments under their ids if their transactions are still free, and drops the others. Payments of deleted
 * transactions are already gone.
 */
export async function relinkPayments(
  { tx, userId }: IncomeScope,
  where: SQL | undefined,
): Promise<{ restored: number[]; lost: number[] }> {
  const rows = await tx
    .select()
    .from(unlinkedIncomePayments)
    .where(and(eq(unlinkedIncomePayments.userId, userId), where))
    .for("update");
  const restored: number[] = [];
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const values = rows
      .slice(from, from + rowsPerStatement)
      .map(({ unlinkedAt: _unlinkedAt, withSource: _withSource, ...row }) => row);
    const made = await tx
      .insert(incomePayments)
      .overridingSystemValue()
      .values(values)
      .onConflictDoNothing()
      .returning({ id: incomePayments.incomePaymentId });
    restored.push(...made.map(({ id }) => id));
  }
  const back = new Set(restored);
  const all = rows.map(({ incomePaymentId }) => incomePaymentId);
  for (let from = 0; from < all.length; from += rowsPerStatement) {
    const some = all.slice(from, from + rowsPerStatement);
    await tx.delete(unlinkedIncomePayments).where(inArray(unlinkedIncomePayments.incomePaymentId, some));
  }
  return { restored, lost: all.filter((id) => !back.has(id)) };
}
