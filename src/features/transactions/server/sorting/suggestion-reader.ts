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
  payeeKey: string;
  amount: number;
  bankConfidence: BankConfidence;
  kind: RowKind;
  kindReason: KindReason;
  categoryId: number | null;
  categorySource: RowSource;
  incomePaymentId: number | null;
  removedByBankAt: Date | null;
  parts: object | null;
};

/**
 * Reads the categories to offer for those rows of a list that have none (`suggestCategories`), by their ids: with one query for the
 * choices of all their payees, and the person's categories if there is anything to offer.
 */
export async function readSuggestions(
  tx: Transaction,
  userId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, CategorySuggestion[]>> {
  const open = rows.filter(isOpen);
  if (open.length === 0) return new Map();
  const choices = await readChoices(tx, userId, open);
  const said = open.filter((row) => choices.has(keyOf(row)) || isGuess(row.bankConfidence));
  if (said.length === 0) return new Map();
  const book = await readBook(tx, userId);
  return new Map(
    said.map((row) => [row.transactionId, suggestCategories(row, choices.get(keyOf(row)) ?? [], book)]),
  );
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

function keyOf({ payeeKey, amount }: Pick<Row, "payeeKey" | "amount">): string {
  return `${amount > 0} ${payeeKey}`;
}

/** Reads what the person chose last for the payees of rows, in the rows' direction, as sorting remembers it (`sortPayee`). */
async function readChoices(
  tx: Transaction,
  userId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Choices>> {
  const wanted = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  const keys = sql.param(wanted.map(({ payeeKey }) => payeeKey));
  const areIn = sql.param(wanted.map(({ amount }) => amount > 0));
  const { rows: found } = await tx.execute<{ key: string; choices: (number | null)[] }>(sql`
    select listed.is_in || ' ' || listed.payee_key as key, said.choices
    from unnest(${keys}::text[], ${areIn}::boolean[]) as listed(payee_key, is_in)
    cross join lateral (select array(
      select own.financial_category_id from ${transactions} own
      where own.user_id = ${userId} and own.payee_key = listed.payee_key and own.category_source = 'person'
        and (own.amount > 0) = listed.is_in and own.removed_by_bank_at is null
        and not exists (select from ${transactionParts} part where part.transaction_id = own.transaction_id)
      order by own.date desc, own.amount desc, own.transaction_id desc limit ${rememberedChoices}) as choices) said
    where cardinality(said.choices) > 0
      and not exists (select from ${sortingSettings} setting where setting.user_id = ${userId} and not setting.learns)`);
  return new Map(found.map(({ key, choices }) => [key, choices]));
}
