import { and, eq, gt, sql } from "drizzle-orm";
import { readDeletedBudgets } from "#features/budgets/server/index.ts";
import { readDeletedRows, readUndos } from "#features/transactions/server/index.ts";
import { categoryRemovals } from "#server/tables/budget-tables.ts";
import { incomeSources } from "#server/tables/income-tables.ts";
import { institutionAccessItems as items, isSeenIn } from "#server/tables/institution-tables.ts";
import { products } from "#server/tables/product-tables.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import type { Kernel } from "#server/feature.ts";
import { restorableSince } from "#server/restorable.ts";
import type { DeletedEntry } from "../contract.ts";

type Found = Pick<DeletedEntry, "kind" | "id" | "name"> & { at: Date | null; mergedInto?: string | null };

/**
 * Reads what the last day deleted or changed and a person can take back, newest first: their own items, products deleted by
 * anyone, banks unlinked with their history, and changes of rules, payees, and tags. Each item's feature keeps and restores it.
 */
export async function readRecentlyDeleted(
  { database, now, settings }: Pick<Kernel, "database" | "now" | "settings">,
  userId: string,
): Promise<DeletedEntry[]> {
  const since = restorableSince(now());
  const { bankMode: mode } = settings;
  const productMode = settings.modes.entra;
  const own = await database.asUser(userId, async (tx): Promise<Found[]> => {
    const deletedBudgets = await readDeletedBudgets(tx, { userId, mode }, since);
    const ofIncome = await tx
      .select({
        id: incomeSources.incomeSourceId,
        name: incomeSources.name,
        at: incomeSources.deletedAt,
        isBill: sql<boolean>`${incomeSources.direction} = 'out'`,
      })
      .from(incomeSources)
      .innerJoin(items, eq(items.institutionAccessItemId, incomeSources.institutionAccessItemId))
      .where(and(eq(incomeSources.userId, userId), isSeenIn(mode), gt(incomeSources.deletedAt, since)));
    const ofCategories = await tx
      .select({
        id: categoryRemovals.undoId,
        name: categoryRemovals.name,
        at: categoryRemovals.removedAt,
        mergedInto: financialCategories.name,
      })
      .from(categoryRemovals)
      .leftJoin(
        financialCategories,
        eq(financialCategories.financialCategoryId, categoryRemovals.intoCategoryId),
      )
      .where(and(eq(categoryRemovals.userId, userId), gt(categoryRemovals.removedAt, since)));
    const ofBanks = await tx
      .select({ id: items.institutionAccessItemId, name: items.institutionName, at: items.unlinkedAt })
      .from(items)
      .where(
        and(
          eq(items.userId, userId),
          isSeenIn(mode),
          eq(items.state, "unlinked"),
          gt(items.unlinkedAt, since),
        ),
      );
    const changes = await readUndos(tx, userId, since);
    const ofRows = await readDeletedRows(tx, { userId, mode }, since);
    return [
      ...named("budget", deletedBudgets.single),
      ...named("budget series", deletedBudgets.series),
      ...ofIncome.flatMap(({ isBill, ...one }) => named(isBill ? "bill" : "income source", [one])),
      ...named("category", ofCategories),
      ...named(
        "change",
        changes.map(({ undoId, text, at }) => ({ id: undoId, name: text, at })),
      ),
      ...named("transaction", ofRows),
      ...named("bank", ofBanks),
    ];
  });
  const ofProducts = await database.unsafeDb
    .select({ id: products.productId, name: products.name, at: products.deletedAt })
    .from(products)
    .where(and(eq(products.mode, productMode), gt(products.deletedAt, since)));
  return [...own, ...named("product", ofProducts)]
    .flatMap(({ at, mergedInto = null, ...found }) =>
      at === null ? [] : [{ ...found, mergedInto, deletedAt: at.toISOString() }],
    )
    .toSorted((a, b) => b.deletedAt.localeCompare(a.deletedAt));
}

function named(
  kind: DeletedEntry["kind"],
  rows: (Omit<Found, "kind" | "id"> & { id: number | string })[],
): Found[] {
  return rows.map((row) => ({ ...row, kind, id: String(row.id) }));
}
