import { eq } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { sortingSettings } from "#server/tables/rule-tables.ts";

/** Returns true if categories are guessed from what the person chose by hand, which they are unless they switched it off. */
export async function readLearns(tx: Transaction, userId: string): Promise<boolean> {
  const [stored] = await tx
    .select({ learns: sortingSettings.learns })
    .from(sortingSettings)
    .where(eq(sortingSettings.userId, userId));
  return stored?.learns ?? true;
}
