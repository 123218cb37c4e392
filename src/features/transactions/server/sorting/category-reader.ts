import { eq, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { bankCategoryChoices, financialCategories } from "#server/tables/category-tables.ts";
import { categoryBook, type CategoryBook } from "../../domain/sorting/category-book.ts";
import type { SortingFacts } from "../../domain/sorting/new-rows.ts";

/** Reads a person's categories and the bank categories that map to them. */
export async function readBook(tx: Transaction, userId: string): Promise<CategoryBook> {
  const { categories, choices } = await readCategories(tx, userId);
  return categoryBook(categories, choices);
}

/** Reads them as rows. */
export async function readCategories(
  tx: Transaction,
  userId: string,
): Promise<Pick<SortingFacts, "categories" | "choices">> {
  const { financialCategoryId, name, kind } = financialCategories;
  const isBuiltIn = sql<boolean>`${financialCategories.userId} is null`;
  const categories = await tx
    .select({ financialCategoryId, name, kind, isBuiltIn })
    .from(financialCategories)
    .where(or(isNull(financialCategories.userId), eq(financialCategories.userId, userId)));
  const choices = await tx
    .select({
      bankCode: bankCategoryChoices.bankCode,
      financialCategoryId: bankCategoryChoices.financialCategoryId,
    })
    .from(bankCategoryChoices)
    .where(eq(bankCategoryChoices.userId, userId));
  return { categories, choices };
}
