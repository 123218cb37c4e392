import { sql } from "drizzle-orm";
import { accounts, institutionAccessItems } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { takeLock } from "#server/database/named-lock.ts";
import type { Transaction } from "#server/database/db.ts";
import { money } from "#shared/money.ts";
import type { KindReason, RowKind } from "#shared/row-kinds.ts";
import { kindsOfPayee, type PayeeRow } from "../domain/row-kind.ts";
import { inChunks } from "./row-chunks.ts";

/** Rows that something has changed about, by themselves or by their payee. */
export type Changed = { transactionIds?: readonly number[]; payeeKeys?: readonly string[] } | "everything";

type StoredRow = Omit<PayeeRow, "amount"> & {
  amount: string | number;
  payeeKey: string;
  mode: string;
  kind: RowKind;
  kindReason: KindReason;
};

/** Whoever changes what rows are sorted by holds this, so that nobody sorts by half of it. */
export function lockLedger(tx: Transaction, userId: string): Promise<void> {
  return takeLock(tx, `folio ledger ${userId}`);
}

/**
 * Gives rows the kind that follows from what is known now (`kindsOfPayee`), and all others of the same payees: a payment
 * makes a refund of what comes back. Rows that have their kind already are not written. Answers how many it wrote.
 */
export async function sortRows(tx: Transaction, userId: string, changed: Changed): Promise<number> {
  const rows = await readRows(tx, userId, changed);
  const payees = Map.groupBy(rows, ({ mode, payeeKey }) => `${mode} ${payeeKey}`);
  const found = [...payees.values()].flatMap((ofPayee) => {
    const kinds = kindsOfPayee(ofPayee.map((row) => ({ ...row, amount: money(Number(row.amount)) })));
    return ofPayee.flatMap(({ transactionId, kind, kindReason }) => {
      const now = kinds.get(transactionId);
      return now === undefined || (now.kind === kind && now.reason === kindReason)
        ? []
        : [{ transactionId, ...now }];
    });
  });
  for (const chunk of inChunks(found.toSorted((a, b) => a.transactionId - b.transactionId)))
    await tx.execute(sql`
      update ${transactions} own set kind = r.kind, kind_reason = r.reason
      from json_to_recordset(${JSON.stringify(chunk)}::json) as r("transactionId" int, kind text, reason text)
      where own.transaction_id = r."transactionId" and own.user_id = ${userId}`);
  return found.length;
}

async function readRows(tx: Transaction, userId: string, changed: Changed): Promise<StoredRow[]> {
  const { transactionIds = [], payeeKeys = [] } = changed === "everything" ? {} : changed;
  const isMeant = sql`own.payee_key = any(${sql.param([...payeeKeys])}::text[] || array(
    select payee_key from ${transactions} where user_id = ${userId} and transaction_id = any(${sql.param([...transactionIds])}::int[])))`;
  const { rows } = await tx.execute<StoredRow>(sql`
    select own.transaction_id as "transactionId", own.payee_key as "payeeKey", item.mode, own.date::text, own.name, own.amount,
      own.bank_category as "bankCategory", own.bank_category_detailed as "bankCategoryDetailed", account.type as "accountType",
      (select paired.type from ${transactions} other join ${accounts} paired using (account_id)
        where other.transaction_id = own.transfer_pair_id and other.user_id = ${userId}) as "pairedAccountType",
      own.chosen_kind as "chosenKind", own.financial_category_id is not null as "hasCategory",
      own.removed_by_bank_at is not null as "isRemoved", own.kind, own.kind_reason as "kindReason"
    from ${transactions} own join ${accounts} account using (account_id)
    join ${institutionAccessItems} item on item.institution_access_item_id = own.institution_access_item_id
    where own.user_id = ${userId} and (${changed === "everything"} or ${isMeant})`);
  return rows;
}
