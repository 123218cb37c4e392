import { and, asc, count, eq, isNotNull, sql } from "drizzle-orm";
import {
  bankMeaning,
  bankWords,
  isListed,
  lockCategories,
  lockLedger,
  noSuchCategory,
  readBook,
  sortRows,
} from "#features/transactions/server/index.ts";
import { bankCategoryChoices } from "#server/tables/category-tables.ts";
import { institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { isOfRow, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { invalid } from "#shared/errors.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { BankCategory } from "../../domain/budget-shapes.ts";
import type { Owner } from "../budget-heads.ts";

/** Returns the bank categories of the person's rows by code, each with the category it maps to, also by default (`uncategorizedId` for none). */
export async function listBankCategories(tx: Transaction, { userId, mode }: Owner): Promise<BankCategory[]> {
  const { bankCategory, bankCategoryDetailed } = transactions;
  const rows = await tx
    .select({ bankCategory, bankCategoryDetailed, transactionCount: count() })
    .from(transactions)
    .innerJoin(institutionAccessItems, isOfRow)
    .where(
      and(
        eq(transactions.userId, userId),
        isSeenIn(mode),
        isListed,
        isNotNull(sql`coalesce(${bankCategoryDetailed}, ${bankCategory})`),
      ),
    )
    .groupBy(bankCategory, bankCategoryDetailed)
    .orderBy(asc(bankCategory), asc(bankCategoryDetailed));
  const book = await readBook(tx, userId);
  return rows.map((row) => ({
    bankCode: row.bankCategoryDetailed ?? row.bankCategory ?? "",
    name: bankWords(row),
    kind: bankMeaning(row)?.kind ?? null,
    financialCategoryId: book.ofBank(row) ?? uncategorizedId,
    defaultCategoryId: book.ofBankByDefault(row) ?? uncategorizedId,
    transactionCount: row.transactionCount,
  }));
}

/**
 * Has a code of the bank's stand for a category, for none (`uncategorizedId`), or for what it does by itself (null), for
 * rows that are there and that come. Answers what it stood for before, in the same terms.
 * @throws AppError 400 `financialCategoryId` for a category that the person does not have
 */
export async function saveBankCategory(
  tx: Transaction,
  userId: string,
  { bankCode, financialCategoryId }: { bankCode: string; financialCategoryId: number | null },
): Promise<{ financialCategoryId: number | null }> {
  await lockLedger(tx, userId);
  const isIt = and(eq(bankCategoryChoices.userId, userId), eq(bankCategoryChoices.bankCode, bankCode));
  const [before] = await tx.delete(bankCategoryChoices).where(isIt).returning();
  if (financialCategoryId !== null) {
    const chosen = financialCategoryId === uncategorizedId ? null : financialCategoryId;
    if (chosen !== null && !(await lockCategories(tx, userId, [chosen])).has(chosen))
      throw invalid({ financialCategoryId: [noSuchCategory] });
    await tx.insert(bankCategoryChoices).values({ userId, bankCode, financialCategoryId: chosen });
  }
  await sortRows(tx, userId, { bankCodes: [bankCode] });
  return {
    financialCategoryId: before === undefined ? null : (before.financialCategoryId ?? uncategorizedId),
  };
}
