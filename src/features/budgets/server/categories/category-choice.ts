import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { financialCategories } from "#server/tables/category-tables.ts";
import type { Transaction } from "#server/database/db.ts";

/** What is said of a category that the person does not have; another person's is none of theirs. */
export const noSuchCategory = "There is no such category. Choose another one.";

/** The categories that a person may use: their own and the built-in ones. */
export function isUsable(userId: string) {
  return or(eq(financialCategories.userId, userId), isNull(financialCategories.userId));
}

/**
 * Which of these ids the person may use. Their own stay until the end of the transaction: who deletes or merges one at
 * the same time waits, or was first. (Built-in ones stay anyway, and row-level security lets nobody lock them.)
 */
export async function holdCategories(
  tx: Transaction,
  userId: string,
  ids: Iterable<number>,
): Promise<ReadonlySet<number>> {
  const requested = [...new Set(ids)];
  if (requested.length === 0) return new Set();
  const isRequested = inArray(financialCategories.financialCategoryId, requested);
  const id = { id: financialCategories.financialCategoryId };
  const own = await tx
    .select(id)
    .from(financialCategories)
    .where(and(isRequested, eq(financialCategories.userId, userId)))
    .orderBy(asc(financialCategories.financialCategoryId))
    .for("key share");
  const found = new Set(own.map((row) => row.id));
  if (found.size === requested.length) return found;
  const builtIn = await tx
    .select(id)
    .from(financialCategories)
    .where(and(isRequested, isNull(financialCategories.userId)));
  return new Set([...found, ...builtIn.map((row) => row.id)]);
}
