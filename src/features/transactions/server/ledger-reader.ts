import { and, asc, count, desc, eq, gte, isNull, lte, sql, type SQL } from "drizzle-orm";
import { accounts, institutionAccessItems } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { moneyFromSum, toUnits } from "#shared/money.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { LedgerQuery, LedgerSum } from "../domain/ledger-shapes.ts";
import { isAtBank, isListed, rowKind } from "./row-kinds.ts";
import { readTransactions } from "./transaction-reader.ts";
import { searchCondition, sizeCondition } from "./transaction-search.ts";
import { ofMode, type Mode } from "./transaction-store.ts";

type Owner = { userId: string; mode: Mode };

/**
 * Returns a page of a person's transactions at all their banks, with the number and the sums of all that match.
 * @throws notFound() if the account or the institution of the filter isn't the person's
 */
export async function readLedger(
  tx: Transaction,
  owner: Owner,
  wanted: LedgerQuery,
): Promise<{ transactions: TransactionView[]; total: number; sums: LedgerSum[] }> {
  await checkPlace(tx, owner, wanted);
  const { userId, mode } = owner;
  const where = and(ofMode(mode), ...filters(wanted));
  // One pass for both, since a separate count would take as long again.
  const { total, sums } = await sumRows(
    tx,
    and(eq(transactions.userId, userId), isListed, where, searchCondition(wanted.q)),
  );
  const { transactions: rows } = await readTransactions(tx, { userId, where, paging: wanted, total });
  return { transactions: rows, total, sums };
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
    .where(and(eq(institutionAccessItems.userId, userId), eq(institutionAccessItems.mode, mode), ...isMeant))
    .limit(1);
  if (found === undefined) throw notFound();
}

function filters(wanted: LedgerQuery): (SQL | undefined)[] {
  const { from, to, accountId, institutionAccessItemId, kind, minAmount, maxAmount } = wanted;
  return [
    from === undefined ? undefined : gte(transactions.date, from),
    to === undefined ? undefined : lte(transactions.date, to),
    accountId === undefined ? undefined : eq(transactions.accountId, accountId),
    institutionAccessItemId === undefined
      ? undefined
      : eq(transactions.institutionAccessItemId, institutionAccessItemId),
    kind === undefined ? undefined : sql`${rowKind} = ${kind}`,
    hasCategory(wanted),
    sizeCondition({ min: minAmount, max: maxAmount }),
  ];
}

function hasCategory({ financialCategoryId }: LedgerQuery): SQL | undefined {
  if (financialCategoryId === undefined) return undefined;
  return financialCategoryId === uncategorizedId
    ? isNull(transactions.financialCategoryId)
    : eq(transactions.financialCategoryId, financialCategoryId);
}

/** Counts rows, and adds up those still at the bank by currency, that of most rows first. */
async function sumRows(
  tx: Transaction,
  filter: SQL | undefined,
): Promise<{ total: number; sums: LedgerSum[] }> {
  const sumOf = (condition: SQL) =>
    sql<string | null>`sum(abs(${transactions.amount})) filter (where ${condition} and ${isAtBank})::text`;
  const found = await tx
    .select({
      isoCurrencyCode: transactions.isoCurrencyCode,
      rows: count(),
      in: sumOf(sql`${transactions.amount} > 0`),
      out: sumOf(sql`${transactions.amount} < 0`),
    })
    .from(transactions)
    .where(filter)
    .groupBy(transactions.isoCurrencyCode)
    .orderBy(desc(count()), asc(transactions.isoCurrencyCode));
  return {
    total: found.reduce((total, { rows }) => total + rows, 0),
    sums: found.map(({ isoCurrencyCode, ...sums }) => ({
      isoCurrencyCode,
      in: toUnits(moneyFromSum(sums.in), isoCurrencyCode),
      out: toUnits(moneyFromSum(sums.out), isoCurrencyCode),
    })),
  };
}
