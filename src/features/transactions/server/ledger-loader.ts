import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "#server/database/db.ts";
import { money } from "#shared/money.ts";
import type { TransactionSource } from "#shared/row-kinds.ts";
import type { ArrivedChanges, KnownFact, KnownLedger, KnownRow } from "../domain/ledger-plan.ts";
import { readBankDays, readFileDays } from "./covered-days.ts";
import { inChunks } from "./row-chunks.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";

/** The accounts of one institution: by `accountId`, the link that currently delivers its rows. Facts of other sources don't matter. */
export type ItemAccounts = { userId: string; source: TransactionSource; links: ReadonlyMap<number, number> };

/**
 * Reads the rows that `planChanges` starts from and locks them until the transaction ends, so a person's concurrent edit
 * waits and is neither lost nor missed. Rows are locked by ID, as in bulk edits, so the two can't deadlock.
 */
export async function loadLedger(
  tx: Transaction,
  accounts: ItemAccounts,
  changes: ArrivedChanges,
): Promise<KnownLedger> {
  const accountIds = [...accounts.links.keys()];
  const files = await readFileDays(tx, accounts.userId, accountIds);
  const ids = new Set([
    ...(await rowsOfFacts(tx, accounts, namedFacts(changes))),
    ...(await unsettledRows(tx, accounts)),
    ...(await rowsOfEarlierLinks(tx, accounts, changes)),
    ...(await rowsElsewhere(tx, accounts, { files, changes })),
  ]);
  const sorted = [...ids].toSorted((a, b) => a - b);
  const rows: KnownRow[] = [];
  const facts: KnownFact[] = [];
  for (const chunk of inChunks(sorted)) {
    rows.push(...(await lockKnownRows(tx, accounts, chunk)));
    facts.push(...(await readFacts(tx, accounts, chunk)));
  }
  const bank = files.size === 0 ? new Map() : await readBankDays(tx, accounts.userId, [...files.keys()]);
  return { rows, facts, covered: { bank, files } };
}

function namedFacts({ rows, removed }: ArrivedChanges): string[] {
  const ids = new Set(removed);
  for (const { fact } of rows) {
    ids.add(fact.providerTransactionId);
    if (fact.pendingTransactionId !== null) ids.add(fact.pendingTransactionId);
  }
  return [...ids];
}

async function rowsOfFacts(
  tx: Transaction,
  { userId, source, links }: ItemAccounts,
  providerIds: string[],
): Promise<number[]> {
  const found: number[] = [];
  for (const chunk of inChunks(providerIds)) {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select fact.transaction_id as id
      from unnest(${sql.param(chunk)}::text[]) as wanted(id)
      join ${providerTransactions} fact on fact.provider_transaction_id = wanted.id
      where fact.user_id = ${userId} and fact.source = ${source} and fact.account_id = any(${sql.param([...links.keys()])}::int[])`);
    for (const { id } of rows) found.push(id);
  }
  return found;
}

/** Returns pending rows and rows removed by the bank; there are only ever a few. */
async function unsettledRows(tx: Transaction, { userId, links }: ItemAccounts): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select transaction_id as id from ${transactions}
    where account_id = any(${sql.param([...links.keys()])}::int[]) and user_id = ${userId}
      and (removed_by_bank_at is not null or pending)`);
  return rows.map(({ id }) => id);
}

/** For relinked accounts, returns rows with the arriving amounts that only an earlier link has delivered. */
async function rowsOfEarlierLinks(
  tx: Transaction,
  { userId, source, links }: ItemAccounts,
  { rows: arrived }: ArrivedChanges,
): Promise<number[]> {
  const relinked = new Map([...links].filter(([, link]) => link > 1));
  const amounts = new Set(
    arrived.flatMap(({ ledger }) => (relinked.has(ledger.accountId) ? [ledger.amount] : [])),
  );
  const found: number[] = [];
  for (const chunk of inChunks([...amounts])) {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select own.transaction_id as id
      from ${transactions} own
      join unnest(${sql.param([...relinked.keys()])}::int[], ${sql.param([...relinked.values()])}::int[]) as now_linked(account_id, link)
        on now_linked.account_id = own.account_id
      join ${providerTransactions} fact on fact.transaction_id = own.transaction_id
        and fact.source = ${source} and fact.removed_at is null and fact.link_number < now_linked.link
      where own.user_id = ${userId} and own.amount = any(${sql.param(chunk)}::bigint[])`);
    for (const { id } of rows) found.push(id);
  }
  return found;
}

/** Returns rows with the arriving amounts that files brought or the person typed, and that the bank hasn't delivered. */
async function rowsElsewhere(
  tx: Transaction,
  { userId, source }: ItemAccounts,
  { files, changes }: { files: ReadonlyMap<number, unknown>; changes: ArrivedChanges },
): Promise<number[]> {
  const amounts = new Set(
    changes.rows.flatMap(({ ledger }) => (files.has(ledger.accountId) ? [ledger.amount] : [])),
  );
  const found: number[] = [];
  for (const chunk of inChunks([...amounts])) {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select own.transaction_id as id from ${transactions} own
      where own.user_id = ${userId} and own.account_id = any(${sql.param([...files.keys()])}::int[])
        and own.amount = any(${sql.param(chunk)}::bigint[]) and own.dismissed_at is null
        and not exists (select from ${providerTransactions} fact where fact.transaction_id = own.transaction_id
          and fact.source = ${source} and fact.removed_at is null and fact.joined_from is null)`);
    for (const { id } of rows) found.push(id);
  }
  return found;
}

/** Locks rows by ID and returns them as they are. */
export async function lockKnownRows(
  tx: Transaction,
  { userId }: Pick<ItemAccounts, "userId">,
  ids: number[],
): Promise<KnownRow[]> {
  const found: KnownRow[] = [];
  const { rows } = await tx.execute<Omit<KnownRow, "amount"> & { amount: string | number }>(sql`
    select transaction_id as "transactionId", account_id as "accountId", date::text, authorized_date::text as "authorizedDate",
      name, merchant_name as "merchantName", amount, iso_currency_code as "isoCurrencyCode", pending,
      bank_category as "bankCategory", bank_category_detailed as "bankCategoryDetailed", bank_confidence as "bankConfidence",
      removed_by_bank_at is not null as "isRemovedByBank", dismissed_at is not null as "isDismissed",
      ${hasFact(sql`fact.source = 'file' or fact.source <> 'manual' and fact.joined_from is not null`)} as "isOfFile",
      ${hasFact(sql`fact.source = 'manual'`)} as "isTyped", kept_apart as "isKeptApart"
    from ${transactions}
    where user_id = ${userId} and transaction_id = any(${sql.param(ids)}::int[])
    order by transaction_id
    for update`);
  for (const row of rows) found.push({ ...row, amount: money(Number(row.amount)) });
  return found;
}

function hasFact(which: SQL) {
  return sql`exists (select from ${providerTransactions} fact where fact.transaction_id = ${transactions.transactionId}
    and (${which}) and fact.removed_at is null)`;
}

async function readFacts(
  tx: Transaction,
  { userId, source }: ItemAccounts,
  ids: number[],
): Promise<KnownFact[]> {
  const { rows } = await tx.execute<KnownFact>(sql`
    select provider_transaction_id as "providerTransactionId", account_id as "accountId", link_number as "linkNumber",
      transaction_id as "transactionId", pending, pending_transaction_id as "pendingTransactionId", date::text, name,
      raw_amount::text as "rawAmount", iso_currency_code as "isoCurrencyCode", removed_at is null and joined_from is null as "isCurrent"
    from ${providerTransactions}
    where user_id = ${userId} and source = ${source} and transaction_id = any(${sql.param(ids)}::int[])`);
  return rows;
}
