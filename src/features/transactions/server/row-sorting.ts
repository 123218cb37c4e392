import { eq, isNull, or, sql } from "drizzle-orm";
import { bankCategoryChoices, financialCategories } from "#server/tables/category-tables.ts";
import { accounts, institutionAccessItems } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { takeLock } from "#server/database/named-lock.ts";
import type { Transaction } from "#server/database/db.ts";
import { money } from "#shared/money.ts";
import { categoryBook, type CategoryBook } from "../domain/category-book.ts";
import { sortPayee, type PayeeRow, type Sorted } from "../domain/row-sorting.ts";
import { inChunks } from "./row-chunks.ts";
import { isMatched } from "./transfers/transfer-pairing.ts";

/** Changed rows, given by ID, payee, or bank category. */
export type Changed =
  | {
      transactionIds?: readonly number[];
      payeeKeys?: readonly string[];
      bankCodes?: readonly string[];
    }
  | "everything";

type StoredRow = Omit<PayeeRow, "amount" | "chosenCategoryId"> &
  Sorted & { amount: string | number; payeeKey: string; mode: string };

/** Locks a person's ledger. Hold it while changing anything that rows are sorted by, so that nobody sorts by half a change. */
export function lockLedger(tx: Transaction, userId: string): Promise<void> {
  return takeLock(tx, `folio ledger ${userId}`);
}

/**
 * Sorts changed rows and all others of the same payees (`sortPayee`), because a payment can turn money in into a refund,
 * and a choice teaches a category. Writes only rows that change, and returns their number.
 */
export async function sortRows(tx: Transaction, userId: string, changed: Changed): Promise<number> {
  const rows = await readRows(tx, userId, changed);
  if (rows.length === 0) return 0;
  const book = await readBook(tx, userId);
  const payees = Map.groupBy(rows, ({ mode, payeeKey }) => `${mode} ${payeeKey}`);
  const found = [...payees.values()].flatMap((ofPayee) => {
    const sorted = sortPayee(ofPayee.map(asChosen), book);
    return ofPayee.flatMap((row) => {
      const now = sorted.get(row.transactionId);
      const { transactionId } = row;
      return now === undefined || isSame(row, now) ? [] : [{ transactionId, ...now }];
    });
  });
  for (const chunk of inChunks(found.toSorted((a, b) => a.transactionId - b.transactionId)))
    await tx.execute(sql`
      update ${transactions} own set kind = r.kind, kind_reason = r."kindReason",
        financial_category_id = r."financialCategoryId", category_source = r."categorySource"
      from json_to_recordset(${JSON.stringify(chunk)}::json) as r("transactionId" int, kind text, "kindReason" text,
        "financialCategoryId" int, "categorySource" text)
      where own.transaction_id = r."transactionId" and own.user_id = ${userId}`);
  return found.length;
}

function asChosen({ amount, ...row }: StoredRow): PayeeRow {
  const chosenCategoryId = row.categorySource === "person" ? row.financialCategoryId : undefined;
  return { ...row, amount: money(Number(amount)), chosenCategoryId };
}

function isSame(before: Sorted, now: Sorted): boolean {
  return (
    before.kind === now.kind &&
    before.kindReason === now.kindReason &&
    before.financialCategoryId === now.financialCategoryId &&
    before.categorySource === now.categorySource
  );
}

/** Reads a person's categories and the bank categories that map to them. */
export async function readBook(tx: Transaction, userId: string): Promise<CategoryBook> {
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
  return categoryBook(categories, choices);
}

async function readRows(tx: Transaction, userId: string, changed: Changed): Promise<StoredRow[]> {
  const { rows } = await tx.execute<StoredRow>(sql`
    select own.transaction_id as "transactionId", own.payee_key as "payeeKey", item.mode, own.date::text, own.name, own.amount,
      own.bank_category as "bankCategory", own.bank_category_detailed as "bankCategoryDetailed", account.type as "accountType",
      (select paired.type from ${transactions} other join ${accounts} paired using (account_id)
        where other.transaction_id = own.transfer_pair_id and other.user_id = ${userId}) as "pairedAccountType",
      own.removed_by_bank_at is not null as "isRemoved", ${isMatched(userId)} as "isMatched", own.chosen_kind as "chosenKind", own.kind, own.kind_reason as "kindReason",
      own.financial_category_id as "financialCategoryId", own.category_source as "categorySource"
    from ${transactions} own join ${accounts} account using (account_id)
    join ${institutionAccessItems} item on item.institution_access_item_id = own.institution_access_item_id
    where own.user_id = ${userId} and (${isMeant(userId, changed)})`);
  return rows;
}

function isMeant(userId: string, changed: Changed) {
  if (changed === "everything") return sql`true`;
  const { transactionIds = [], payeeKeys = [], bankCodes = [] } = changed;
  const [keys, ids, codes] = [payeeKeys, transactionIds, bankCodes].map((list) => sql.param([...list]));
  return sql`own.payee_key = any(${keys}::text[] || array(
    select payee_key from ${transactions} where user_id = ${userId} and (transaction_id = any(${ids}::int[])
      or bank_category_detailed = any(${codes}::text[]) or bank_category = any(${codes}::text[]))))`;
}
