import { and, count, eq, gt, gte, isNull, lte, not, sql, type SQL } from "drizzle-orm";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { ledgerSums, transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { moneyFromSum, toUnits } from "#shared/money.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { LedgerQuery, LedgerSum } from "../domain/ledger-shapes.ts";
import { isAtBank, isListed, isMarkable, isMaybe, rowKind } from "./row-kinds.ts";
import { readTransactions } from "./transaction-reader.ts";
import { searchCondition, sizeCondition } from "./transaction-search.ts";
import { ofMode, type Mode } from "./transaction-store.ts";

type Owner = { userId: string; mode: Mode };

/**
 * Returns a page of a person's transactions at all their banks, with the number and the sums of all that match, and how many
 * in all may be another one.
 * @throws notFound() if the account or the institution of the filter isn't the person's
 */
export async function readLedger(
  tx: Transaction,
  owner: Owner,
  wanted: LedgerQuery,
): Promise<{ transactions: TransactionView[]; total: number; sums: LedgerSum[]; maybeCount: number }> {
  await checkPlace(tx, owner, wanted);
  const { userId } = owner;
  const where = and(inPlace(transactions, owner, wanted), ...filters(wanted));
  const { total, sums } = await sumRows(tx, owner, wanted, and(where, searchCondition(wanted.q)));
  const { transactions: rows } = await readTransactions(tx, { userId, where, paging: wanted, total });
  const [maybe] = await tx
    .select({ rows: count() })
    .from(transactions)
    .where(and(inPlace(transactions, owner, {}), isListed, isMaybe));
  return { transactions: rows, total, sums, maybeCount: maybe?.rows ?? 0 };
}

async function checkPlace(
  tx: Transaction,
  { userId, mode }: Owner,
  { accountId, institutionAccessItemId }: LedgerQuery,
): Promise<void> {
  if (accountId === undefined && institutionAccessItemId === undefined) return;
  const isMeant = [
    accountId === undefined ? undefined : eq(accounts.accountId, accountId),
    institutionAccessItemId === undefined
      ? undefined
      : eq(institutionAccessItems.institutionAccessItemId, institutionAccessItemId),
  ];
  const [found] = await tx
    .select({ id: institutionAccessItems.institutionAccessItemId })
    .from(institutionAccessItems)
    .leftJoin(accounts, eq(accounts.institutionAccessItemId, institutionAccessItems.institutionAccessItemId))
    .where(and(eq(institutionAccessItems.userId, userId), isSeenIn(mode), ...isMeant))
    .limit(1);
  if (found === undefined) throw notFound();
}

/** The person's rows or sums, of the account or institution wanted. */
function inPlace(
  table: typeof transactions | typeof ledgerSums,
  { userId, mode }: Owner,
  { accountId, institutionAccessItemId }: Pick<LedgerQuery, "accountId" | "institutionAccessItemId">,
): SQL | undefined {
  return and(
    eq(table.userId, userId),
    ofMode(mode, table.institutionAccessItemId),
    accountId === undefined ? undefined : eq(table.accountId, accountId),
    institutionAccessItemId === undefined
      ? undefined
      : eq(table.institutionAccessItemId, institutionAccessItemId),
  );
}

/** Filters within that place; none for all of its rows. */
function filters(wanted: LedgerQuery): SQL[] {
  const { from, to, kind, maybe, minAmount, maxAmount, isoCurrencyCode, payee, exceptPayee } = wanted;
  return [
    from === undefined ? undefined : gte(transactions.date, from),
    to === undefined ? undefined : lte(transactions.date, to),
    kind === undefined ? undefined : sql`${rowKind} = ${kind}`,
    maybe === undefined ? undefined : isMaybe,
    hasCategory(wanted),
    isoCurrencyCode === undefined ? undefined : eq(transactions.isoCurrencyCode, isoCurrencyCode),
    payee === undefined ? undefined : hasPayee(payee),
    exceptPayee === undefined ? undefined : not(hasPayee(exceptPayee)),
    sizeCondition({ min: minAmount, max: maxAmount }),
  ].filter((filter) => filter !== undefined);
}

function hasPayee(payees: readonly string[]): SQL {
  return sql`${transactions.payee} = any(${sql.param([...payees])}::text[])`;
}

function hasCategory({ financialCategoryId }: LedgerQuery): SQL | undefined {
  if (financialCategoryId === undefined) return undefined;
  return financialCategoryId === uncategorizedId
    ? isNull(transactions.financialCategoryId)
    : eq(transactions.financialCategoryId, financialCategoryId);
}

/**
 * Counts rows, and adds up those still at the bank by currency, that of most rows first. Reads the sums kept of whole accounts if
 * nothing else is filtered. The few rows that the bank removed come apart, so that an index has all that the others need.
 */
async function sumRows(
  tx: Transaction,
  owner: Owner,
  wanted: LedgerQuery,
  where: SQL | undefined,
): Promise<{ total: number; sums: LedgerSum[] }> {
  const isWhole = filters(wanted).length === 0 && searchCondition(wanted.q) === undefined;
  const atBank = isWhole ? await readKeptSums(tx, owner, wanted) : await sumRowsAtBank(tx, where);
  const { isoCurrencyCode } = transactions;
  const removed = await tx
    .select({ isoCurrencyCode, rows: count() })
    .from(transactions)
    .where(and(where, isListed, not(isAtBank)))
    .groupBy(isoCurrencyCode);
  const found = [...atBank, ...removed.map((row) => Object.assign(row, { in: null, out: null }))];
  const byCurrency = [...Map.groupBy(found, (row) => row.isoCurrencyCode)].map(([currency, rows]) => ({
    currency,
    rows: rows.reduce((sum, row) => sum + row.rows, 0),
    in: rows.find((row) => row.in !== null)?.in ?? null,
    out: rows.find((row) => row.out !== null)?.out ?? null,
  }));
  return {
    total: byCurrency.reduce((total, { rows }) => total + rows, 0),
    sums: byCurrency
      .toSorted((a, b) => b.rows - a.rows || (a.currency < b.currency ? -1 : 1))
      .map(({ currency, ...sums }) => ({
        isoCurrencyCode: currency,
        in: toUnits(moneyFromSum(sums.in), currency),
        out: toUnits(moneyFromSum(sums.out), currency),
      })),
  };
}

type RowSums = { isoCurrencyCode: string; rows: number; in: string | null; out: string | null };

async function readKeptSums(tx: Transaction, owner: Owner, wanted: LedgerQuery): Promise<RowSums[]> {
  const { isoCurrencyCode, rowCount, moneyIn, moneyOut } = ledgerSums;
  return tx
    .select({
      isoCurrencyCode,
      rows: sql<number>`sum(${rowCount})::int`,
      in: sql<string>`sum(${moneyIn})::text`,
      out: sql<string>`(-sum(${moneyOut}))::text`,
    })
    .from(ledgerSums)
    .where(and(inPlace(ledgerSums, owner, wanted), gt(rowCount, 0)))
    .groupBy(isoCurrencyCode);
}

async function sumRowsAtBank(tx: Transaction, where: SQL | undefined): Promise<RowSums[]> {
  const { isoCurrencyCode, amount } = transactions;
  return tx
    .select({
      isoCurrencyCode,
      rows: count(),
      in: sql<string | null>`(sum(${amount}) filter (where ${amount} > 0))::text`,
      out: sql<string | null>`(-sum(${amount}) filter (where ${amount} < 0))::text`,
    })
    .from(transactions)
    .where(and(where, isMarkable, isAtBank))
    .groupBy(isoCurrencyCode);
}
