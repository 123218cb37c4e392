import { sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { transactionParts } from "#server/tables/part-tables.ts";
import { sortingSettings } from "#server/tables/rule-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { KindReason, RowKind, RowSource } from "#shared/row-kinds.ts";
import { isGuess, type BankCategories, type BankConfidence } from "../../domain/sorting/bank-categories.ts";
import { suggestCategories, type CategorySuggestion } from "../../domain/sorting/category-suggestions.ts";
import { rememberedChoices, type Choices } from "../../domain/sorting/payee-memory.ts";
import { readBook } from "./category-reader.ts";

type Row = BankCategories & {
  transactionId: number;
  amount: number;
  bankConfidence: BankConfidence;
  kind: RowKind;
  kindReason: KindReason;
  categoryId: number | null;
  categorySource: RowSource;
  choices: Choices | null;
  incomePaymentId: number | null;
  removedByBankAt: Date | null;
  parts: object | null;
};

/**
 * Column of `transactions`: what the person chose last for the payee of a row without a category, in the row's direction, as
 * sorting remembers it (`sortPayee`). None while they have switched that off.
 */
export const choicesForPayee = sql<Choices | null>`case when ${transactions.categorySource} = 'none' then array(
    select said.financial_category_id from ${transactions} said
    where said.user_id = ${transactions.userId} and said.payee_key = ${transactions.payeeKey} and said.category_source = 'person'
      and (said.amount > 0) = (${transactions.amount} > 0) and said.removed_by_bank_at is null
      and not exists (select from ${transactionParts} part where part.transaction_id = said.transaction_id)
      and not exists (select from ${sortingSettings} setting where setting.user_id = said.user_id and not setting.learns)
    order by said.date desc, said.amount desc, said.transaction_id desc limit ${rememberedChoices}) end`;

/** Returns the categories to offer for those rows of a list that have none (`suggestCategories`), by their ids. */
export async function readSuggestions(
  tx: Transaction,
  userId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, CategorySuggestion[]>> {
  const said = rows.filter(
    (row) => isOpen(row) && ((row.choices ?? []).length > 0 || isGuess(row.bankConfidence)),
  );
  if (said.length === 0) return new Map();
  const book = await readBook(tx, userId);
  return new Map(said.map((row) => [row.transactionId, suggestCategories(row, row.choices ?? [], book)]));
}

/** Without a category, and without anybody's word that it has none. */
function isOpen(row: Row): boolean {
  const isIncomePayment = row.incomePaymentId !== null && row.amount > 0;
  return (
    row.categoryId === null &&
    row.categorySource === "none" &&
    (row.kind === "spending" || row.kind === "income") &&
    row.parts === null &&
    row.removedByBankAt === null &&
    !isIncomePayment
  );
}
