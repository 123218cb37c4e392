import { and, count, eq, gte, isNull, lte, not, sql, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { moneyFromSum, toUnits } from "#shared/money.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { LedgerQuery, LedgerSum } from "../domain/ledger-shapes.ts";
import { isAtBank, isListed, isMarkable, rowKind } from "./row-kinds.ts";
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
  const { total, sums } = await sumRows(
    tx,
    and(eq(transactions.userId, userId), where, searchCondition(wanted.q)),
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
    .where(and(eq(institutionAccessItems.userId, userId), isSeenIn(mode), ...isMeant))
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

/**
 * Counts rows, and adds up those still at the bank by currency, that of most rows first. One pass for both, since a separate
 * count would take as long again; the few that the bank removed come apart, so that the index has all that the others need.
 */
async function sumRows(
  tx: Transaction,
  filter: SQL | undefined,
): Promise<{ total: number; sums: LedgerSum[] }> {
  const { isoCurrencyCode, amount } = transactions;
  const none = sql<string | null>`null`;
  const found = await unionAll(
    tx
      .select({
        isoCurrencyCode,
        rows: count(),
        in: sql<string | null>`(sum(${amount}) filter (where ${amount} > 0))::text`,
        out: sql<string | null>`(-sum(${amount}) filter (where ${amount} < 0))::text`,
      })
      .from(transactions)
      .where(and(filter, isMarkable, isAtBank))
      .groupBy(isoCurrencyCode),
    tx
      .select({ isoCurrencyCode, rows: count(), in: none, out: none })
      .from(transactions)
      .where(and(filter, isListed, not(isAtBank)))
      .groupBy(isoCurrencyCode),
  );
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
