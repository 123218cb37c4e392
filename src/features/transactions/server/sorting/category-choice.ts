import { and, asc, eq, inArray, isNull, or, type Placeholder } from "drizzle-orm";
import { financialCategories } from "#server/tables/category-tables.ts";
import { actingMember } from "#server/database/acting.ts";
import type { Transaction } from "#server/database/db.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";

/** Message about a category the person doesn't have, including one of another person. */
export const noSuchCategory = "This category doesn’t exist. Choose another one.";

/** Condition for the categories a person can use: their own and the built-in ones. */
export function isUsable(userId: string | Placeholder) {
  return or(eq(financialCategories.userId, userId), isNull(financialCategories.userId));
}

/**
 * Returns those of the ids that the person can use. Their own stay locked until the transaction ends, so a concurrent
 * deletion or merge waits. (Built-in ones can't be deleted, and row-level security forbids locking them.)
 */
export async function lockCategories(
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

/** Reads the names of categories for a message; one that the person can't use is missing. */
export async function readCategoryNames(
  tx: Transaction,
  userId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const named = await tx
    .select({ id: financialCategories.financialCategoryId, name: financialCategories.name })
    .from(financialCategories)
    .where(and(inArray(financialCategories.financialCategoryId, [...ids]), isUsable(userId)));
  return new Map([
    [uncategorizedId, "no category"] as const,
    ...named.map(({ id, name }) => [id, name] as const),
  ]);
}

/** Columns of a row whose category a person chooses; `uncategorizedId` for none. */
export function chosenCategory(financialCategoryId: number) {
  return {
    financialCategoryId: financialCategoryId === uncategorizedId ? null : financialCategoryId,
    categorySource: "person" as const,
    categoryBy: actingMember,
  };
}
