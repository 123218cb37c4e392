import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { isSplit, transactionParts } from "#server/tables/part-tables.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import { money, sumMoney } from "#shared/money.ts";
import type { NewPart } from "../../domain/statements/file-parts.ts";
import { lockCategories } from "../sorting/category-choice.ts";
import { addParts } from "./part-store.ts";

type ImportOfPerson = { userId: string; importId: number };

/** Condition for rows that get a file's parts: not those that are split, whose category the person chose, or whose parts they joined. */
const takesFileParts = sql`${transactions.categorySource} <> 'person' and ${transactions.categoryBy} is null and not ${isSplit}`;

/**
 * Gives rows of an import the parts that its file has, by their positions in it; to be sorted afterwards. Rows that are split already,
 * whose category the person chose, or whose parts they joined stay as they are.
 */
export async function writeFileParts(
  tx: Transaction,
  { userId, importId }: ImportOfPerson,
  listed: readonly { position: number; parts: readonly NewPart[] }[],
): Promise<void> {
  const byFact = new Map(listed.map(({ position, parts }) => [`${importId}.${position}`, parts]));
  const { providerTransactionId } = providerTransactions;
  const rows = await tx
    .select({
      transactionId: transactions.transactionId,
      amount: transactions.amount,
      providerTransactionId,
    })
    .from(transactions)
    .innerJoin(providerTransactions, eq(providerTransactions.transactionId, transactions.transactionId))
    .where(
      and(
        eq(transactions.userId, userId),
        eq(providerTransactions.importId, importId),
        sql`${providerTransactionId} = any(${sql.param([...byFact.keys()])}::text[])`,
        takesFileParts,
      ),
    );
  const ids = listed.flatMap(({ parts }) =>
    parts.flatMap(({ financialCategoryId }) => financialCategoryId ?? []),
  );
  const usable = await lockCategories(tx, userId, ids);
  const known = (id: number | null) => (id !== null && usable.has(id) ? id : null);
  const split = rows.map(({ transactionId, amount, providerTransactionId: fact }) => {
    const parts = (byFact.get(fact) ?? []).map((part, index) =>
      Object.assign({ partId: index + 1 }, part, { financialCategoryId: known(part.financialCategoryId) }),
    );
    return {
      transactionId,
      parts: sumMoney(parts.map((part) => part.amount)) === money(amount) ? parts : [],
    };
  });
  await addParts(tx, userId, split);
}

/** Returns true if a row has a file's parts, and the one that it's joined with gets them as it would from the file. */
export async function bringsFileParts(
  tx: Transaction,
  from: Pick<typeof transactions.$inferSelect, "transactionId" | "categorySource">,
  toId: number,
): Promise<boolean> {
  if (from.categorySource !== "file") return false;
  const { transactionId } = transactions;
  const isBrought = sql`exists (select from ${transactionParts} where ${transactionParts.transactionId} = ${from.transactionId})`;
  const taking = tx
    .select({ transactionId })
    .from(transactions)
    .where(and(eq(transactionId, toId), takesFileParts, isBrought));
  return (await taking).length > 0;
}

/**
 * Makes rows whole again that stay when their import is undone; to be sorted afterwards. Parts of a row go with
 * the last import whose file has some. What the person has split stays. Returns the rows' IDs.
 */
export async function dropFileParts(
  tx: Transaction,
  { userId, importId }: ImportOfPerson,
  stayingIds: readonly number[],
): Promise<number[]> {
  const isLast = sql`(select bool_and(import_id = ${importId}) from ${providerTransactions} fact
    where fact.transaction_id = own.transaction_id and fact.has_parts)`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    with gone as (
      delete from ${transactionParts} part using ${transactions} own
      where own.transaction_id = part.transaction_id and own.user_id = ${userId} and own.category_source = 'file'
        and own.transaction_id = any(${sql.param([...stayingIds])}::int[]) and ${isLast}
      returning part.transaction_id)
    select distinct transaction_id as id from gone`);
  return rows.map(({ id }) => id);
}
