import { sql } from "drizzle-orm";
import { imports } from "#server/tables/import-tables.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { transactionParts } from "#server/tables/part-tables.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { withoutNestedLoops } from "#server/database/without-nested-loops.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { daysOfFiles, readBankDays } from "../covered-days.ts";
import { daysOfBank } from "../../domain/elsewhere-match.ts";
import type { Days } from "../../domain/row-match.ts";
import type { OwnAccount } from "../../domain/statements/counterparties.ts";
import type { PairOwner } from "../transfers/transfer-pairing.ts";
import type { PlanInput } from "./plan-work.ts";

/** Most days between a row of a file and one of the ledger that it is compared with. */
const nearDays = 8;

/** An account that a statement is for. */
export type StatementAccount = {
  accountId: number;
  institutionAccessItemId: number;
  isoCurrencyCode: string;
};

/**
 * Reads what a statement is compared with: rows of its account around its days, each with what files said about it, as JSON.
 * Rows that the person deleted are among them as long as a file or the person's own typing is remembered.
 */
export async function loadKept(
  tx: Transaction,
  { userId }: PairOwner,
  { accountId, days, dialect }: { accountId: number; days: Days; dialect: string },
): Promise<Pick<PlanInput, "kept" | "facts" | "covered" | "otherAccounts">> {
  const around = sql`between ${addDays(days.from, -nearDays)} and ${addDays(days.to, nearDays)}`;
  const near = sql`own.user_id = ${userId} and own.account_id = ${accountId} and (own.date ${around}
    or own.transaction_id = any(array(select transaction_id from ${providerTransactions} fact
      where fact.account_id = ${accountId} and fact.user_id = ${userId} and fact.joined_from is not null and fact.date ${around})))`;
  // Only QIF files have parts, and an earlier one that has some for the row has said all it says.
  const canBeSplit =
    dialect === "qif"
      ? sql`, 'canBeSplit', dismissed_at is null and own.category_source <> 'person' and own.category_by is null and is_divided is not true and own.transaction_id not in (
          select transaction_id from ${transactionParts} where user_id = ${userId})`
      : sql``;
  const { kept, facts } = await withoutNestedLoops(tx, async () => {
    const { rows: kept } = await tx.execute<{ list: string }>(sql`
      with facts as materialized (
        select transaction_id, bool_or(source in ('plaid', 'simplefin') and removed_at is null) as is_of_bank,
          bool_or(source in ('file', 'manual')) as is_own, bool_or(has_parts and joined_from is null) as is_divided
        from ${providerTransactions} where account_id = ${accountId} and user_id = ${userId} group by transaction_id)
      select coalesce(json_agg(json_build_object('transactionId', own.transaction_id, 'date', date, 'amount', amount,
        'isoCurrencyCode', iso_currency_code, 'name', name, 'merchantName', merchant_name, 'payeeKey', payee_key, 'payee', payee,
        'pending', pending, 'isOfBank', coalesce(is_of_bank, false), 'isDeleted', dismissed_at is not null,
        'isKeptApart', kept_apart${canBeSplit})
        order by own.transaction_id), '[]')::text as list
      from ${transactions} own left join facts on facts.transaction_id = own.transaction_id
      where ${near} and (own.dismissed_at is null and own.removed_by_bank_at is null or is_own)`);
    const { rows: facts } = await tx.execute<{ list: string }>(sql`
      select coalesce(json_agg(json_build_object('transactionId', fact.transaction_id, 'dialect', dialect,
        'externalId', external_id, 'date', fact.date, 'rawAmount', raw_amount, 'isoCurrencyCode', fact.iso_currency_code,
        'name', fact.name, 'payeeKey', fact.payee_key, 'joinedFrom', fact.joined_from) order by import_id), '[]')::text as list
      from ${providerTransactions} fact join ${imports} using (import_id)
      where fact.account_id = ${accountId} and fact.user_id = ${userId} and fact.source = 'file'
        and fact.date between ${addDays(days.from, -2 * nearDays)} and ${addDays(days.to, 2 * nearDays)}`);
    return { kept, facts };
  });
  return {
    kept: kept[0]?.list ?? "[]",
    facts: facts[0]?.list ?? "[]",
    covered: await readCovered(tx, userId, accountId),
    otherAccounts: await readOtherAccounts(tx, userId, accountId),
  };
}

/** The days that each source covers: of files, those of every one. */
async function readCovered(
  tx: Transaction,
  userId: string,
  accountId: number,
): Promise<PlanInput["covered"]> {
  const bank = daysOfBank((await readBankDays(tx, userId, [accountId])).get(accountId));
  const { rows } = await tx.execute<{ source: string; days: Days[] }>(sql`
    select dialect as source, ${daysOfFiles} as days
    from (select import_id, min(date) as first, max(date) as last from ${providerTransactions}
      where user_id = ${userId} and account_id = ${accountId} and source = 'file' group by import_id) file
    join ${imports} using (import_id) group by dialect`);
  const files = rows.map(({ source, days }) => [source, days] as const);
  return [["bank", bank], ...files];
}

async function readOtherAccounts(tx: Transaction, userId: string, accountId: number): Promise<OwnAccount[]> {
  const { rows } = await tx.execute<{ names: (string | null)[]; mask: string | null }>(sql`
    select array[name, official_name] as names, mask from ${accounts}
    where user_id = ${userId} and account_id <> ${accountId}`);
  return rows.map(({ names, mask }) => ({ names: names.filter((name) => name !== null), mask }));
}
