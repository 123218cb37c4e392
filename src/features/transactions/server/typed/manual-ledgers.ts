import { eq } from "drizzle-orm";
import type { Kernel } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { institutionAccessItems } from "#server/tables/institution-tables.ts";

/**
 * Queues sorting of every ledger with a manual bank, for after a change of the banks' mode: its rows may be paired with rows
 * that the site no longer shows (docs/reference/money.md, "Manual accounts").
 */
export async function sortManualLedgers(
  { database }: Pick<Kernel, "database">,
  jobs: Pick<Jobs, "enqueue">,
): Promise<void> {
  await database.unsafeDb.transaction(async (tx) => {
    const people = await tx
      .selectDistinct({ userId: institutionAccessItems.userId })
      .from(institutionAccessItems)
      .where(eq(institutionAccessItems.source, "manual"));
    for (const { userId } of people) await jobs.enqueue(tx, { kind: "sort-ledger", key: userId });
  });
}
