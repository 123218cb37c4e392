import { lt } from "drizzle-orm";
import type { Kernel } from "#server/feature.ts";
import { restorableSince } from "#server/restorable.ts";
import { incomeSources, unlinkedIncomePayments } from "#server/tables/income-tables.ts";

/**
 * Deletes permanently all users' deleted sources and unlinked payments that can no longer be restored; returns how many.
 */
export async function dropOldIncome(
  kernel: Pick<Kernel, "database" | "now">,
): Promise<Record<string, number>> {
  const { unsafeDb } = kernel.database;
  const before = restorableSince(kernel.now());
  const payments = await unsafeDb
    .delete(unlinkedIncomePayments)
    .where(lt(unlinkedIncomePayments.unlinkedAt, before))
    .returning({ id: unlinkedIncomePayments.incomePaymentId });
  const sources = await unsafeDb
    .delete(incomeSources)
    .where(lt(incomeSources.deletedAt, before))
    .returning({ id: incomeSources.incomeSourceId });
  return { sources: sources.length, payments: payments.length };
}
