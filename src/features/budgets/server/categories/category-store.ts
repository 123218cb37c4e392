import type { z } from "zod";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import { institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { isListed, isUsable } from "#features/transactions/server/index.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { isFirstLine, isLine, ledgerLines } from "#server/tables/part-tables.ts";
import { isOfRow, transactions } from "#server/tables/transaction-tables.ts";
import type { Database, Transaction } from "#server/database/db.ts";
import { defineKeptQuery, type Terms } from "#server/database/kept-plan.ts";
import { violates } from "#server/database/transaction-retries.ts";
import { conflict, notFound } from "#shared/errors.ts";
import { mergedName } from "#shared/field-merge.ts";
import type { categoryCalls } from "../../category-contract.ts";
import { categoryNameKey } from "../../domain/category-name.ts";
import type { FinancialCategory } from "../../domain/budget-shapes.ts";
import { isNotDeleted, type Owner } from "../budget-heads.ts";
import { budgetCategories, budgets } from "#server/tables/budget-tables.ts";

/** Values of a category to save. */
type CategoryInput = z.output<typeof categoryCalls.saveFinancialCategory.input>;

/** Columns of a category that calls return. */
export const categoryColumns = {
  financialCategoryId: financialCategories.financialCategoryId,
  name: financialCategories.name,
  kind: financialCategories.kind,
  isBuiltIn: sql<boolean>`${financialCategories.userId} is null`,
};

const byName = [asc(financialCategories.nameKey), asc(financialCategories.financialCategoryId)];

/** Returns the person's own and the built-in categories, by name. */
export function listCategories(tx: Transaction, userId: string): Promise<FinancialCategory[]> {
  return readCategories(tx, { userId });
}

const readCategories = defineKeptQuery((db, { userId }: Terms<{ userId: string }>) =>
  db
    .select(categoryColumns)
    .from(financialCategories)
    .where(isUsable(userId))
    .orderBy(...byName),
);

/** Returns all categories with their numbers of transactions and budgets. */
export function listUsage(
  tx: Transaction,
  owner: Owner,
): Promise<(FinancialCategory & { transactionCount: number; budgetCount: number })[]> {
  const { userId, mode } = owner;
  const rows = tx
    .select({
      id: sql<number | null>`${transactions.financialCategoryId}`.as("used_category_id"),
      count: sql`count(*) filter (where ${isFirstLine} or not ${isLine})`.mapWith(Number).as("row_count"),
    })
    .from(ledgerLines)
    .innerJoin(institutionAccessItems, isOfRow)
    .where(and(eq(transactions.userId, userId), isSeenIn(mode), isListed))
    .groupBy(transactions.financialCategoryId)
    .as("rows_of_category");
  const used = tx
    .select({
      id: budgetCategories.financialCategoryId,
      count: sql`count(*)`.mapWith(Number).as("budget_count"),
    })
    .from(budgetCategories)
    .innerJoin(budgets, eq(budgets.budgetId, budgetCategories.budgetId))
    .where(isNotDeleted(owner))
    .groupBy(budgetCategories.financialCategoryId)
    .as("budgets_of_category");
  return tx
    .select({
      ...categoryColumns,
      transactionCount: sql<number>`coalesce(${rows.count}, 0)`.mapWith(Number),
      budgetCount: sql<number>`coalesce(${used.count}, 0)`.mapWith(Number),
    })
    .from(financialCategories)
    .leftJoin(rows, eq(rows.id, financialCategories.financialCategoryId))
    .leftJoin(used, eq(used.id, financialCategories.financialCategoryId))
    .where(isUsable(userId))
    .orderBy(...byName);
}

/**
 * Creates a category (id 0) or renames one of the person's own.
 * @throws AppError 404 if it doesn't exist, 409 `name` for a name that is taken, a built-in category, or one renamed
 * elsewhere since `basedOn`
 */
export async function saveCategory(
  database: Pick<Database, "asUser">,
  userId: string,
  input: CategoryInput,
): Promise<FinancialCategory> {
  const { financialCategoryId } = input;
  return refusingTakenNames(() =>
    database.asUser(userId, async (tx) => {
      if (financialCategoryId > 0) await refuseBuiltIn(tx, userId, financialCategoryId);
      const name = await mergeName(tx, userId, input);
      const nameKey = categoryNameKey(name);
      await refuseTakenName(tx, userId, { financialCategoryId, name });
      const [row] =
        financialCategoryId === 0
          ? await tx.insert(financialCategories).values({ userId, name, nameKey }).returning(categoryColumns)
          : await tx
              .update(financialCategories)
              .set({ name, nameKey })
              .where(isOwn(userId, financialCategoryId))
              .returning(categoryColumns);
      if (row === undefined) throw notFound();
      return row;
    }),
  );
}

function isOwn(userId: string, financialCategoryId: number) {
  const { userId: owner, financialCategoryId: id } = financialCategories;
  return and(eq(owner, userId), eq(id, financialCategoryId));
}

/** Merges the new name with the one saved now. */
async function mergeName(tx: Transaction, userId: string, input: CategoryInput): Promise<string> {
  const { financialCategoryId, name } = input;
  if (financialCategoryId === 0 || input.basedOn === undefined) return name;
  const [row] = await tx
    .select(categoryColumns)
    .from(financialCategories)
    .where(isOwn(userId, financialCategoryId))
    .for("update");
  if (row === undefined) throw notFound();
  return mergedName(input, row);
}

/** Turns a violation of the unique index over names into a 409, for two requests that take a name at the same time. */
export async function refusingTakenNames<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (violates(error, "financial_categories_name"))
      throw conflict("name", "A category with this name already exists.");
    throw error;
  }
}

/** Refuses a name that another usable category has. @throws AppError 409 `name` */
export async function refuseTakenName(
  tx: Transaction,
  userId: string,
  { financialCategoryId, name }: { financialCategoryId: number; name: string },
): Promise<void> {
  const [taken] = await tx
    .select({ name: financialCategories.name })
    .from(financialCategories)
    .where(
      and(
        isUsable(userId),
        eq(financialCategories.nameKey, categoryNameKey(name)),
        ne(financialCategories.financialCategoryId, financialCategoryId),
      ),
    )
    .limit(1);
  if (taken !== undefined) throw conflict("name", `A category named ${taken.name} already exists.`);
}

async function refuseBuiltIn(tx: Transaction, userId: string, financialCategoryId: number): Promise<void> {
  const [category] = await tx
    .select(categoryColumns)
    .from(financialCategories)
    .where(and(isUsable(userId), eq(financialCategories.financialCategoryId, financialCategoryId)));
  if (category?.isBuiltIn === true)
    throw conflict("name", `${category.name} is a built-in category and can’t be renamed.`);
}
