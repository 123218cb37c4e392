import { and, count, eq, gt, gte, lte, not, sql, type SQL } from "drizzle-orm";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { isPart, isSplit, ledgerLines, transactionTags } from "#server/tables/part-tables.ts";
import { ledgerSums } from "#server/tables/sum-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { withKeptPlan } from "#server/database/kept-plan.ts";
import { together } from "#server/database/together.ts";
import { notFound } from "#shared/errors.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { moneyFromSum, toUnits } from "#shared/money.ts";
import type { LedgerQuery, LedgerSum } from "../domain/ledger-shapes.ts";
import { isAtBank, isInCategory, isListed, isMarkable, isMaybe, rowKind } from "./sorting/row-kinds.ts";
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
  const { common, whole } = filters(wanted);
  const where = and(inPlace(transactions, owner, wanted), ...common, ...whole, hasLineWanted(wanted));
  const [{ total, sums }, { transactions: rows }, [maybe]] = await together([
    sumRows(tx, owner, wanted, where),
    // Its own total isn't needed.
    readTransactions(tx, { userId, where, paging: wanted, total: 0 }),
    withKeptPlan(
      tx
        .select({ rows: count() })
        .from(transactions)
        .where(and(inPlace(transactions, owner, {}), isListed, isMaybe)),
    ),
  ]);
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

/** All rows of that place are wanted. */
function isUnfiltered(wanted: LedgerQuery): boolean {
  const { common, whole } = filters(wanted);
  return common.length + whole.length === 0 && isLineWanted(wanted) === undefined;
}

/** Filters within that place by what a row has in common with its parts, and by the row as a whole; none for all of its rows. */
function filters(wanted: LedgerQuery): { common: SQL[]; whole: SQL[] } {
  const { from, to, maybe, tag, ruleId, minAmount, maxAmount, isoCurrencyCode, payee, exceptPayee, q } =
    wanted;
  return {
    common: [
      from === undefined ? undefined : gte(transactions.date, from),
      to === undefined ? undefined : lte(transactions.date, to),
      isoCurrencyCode === undefined ? undefined : eq(transactions.isoCurrencyCode, isoCurrencyCode),
      payee === undefined ? undefined : hasPayee(payee),
      exceptPayee === undefined ? undefined : not(hasPayee(exceptPayee)),
      tag === undefined ? undefined : hasTag(tag),
      ruleId === undefined ? undefined : hasRule(ruleId),
    ].filter((filter) => filter !== undefined),
    whole: [
      maybe === undefined ? undefined : isMaybe,
      sizeCondition({ min: minAmount, max: maxAmount }),
      searchCondition(q),
    ].filter((filter) => filter !== undefined),
  };
}

function hasPayee(payees: readonly string[]): SQL {
  return sql`${transactions.payee} = any(${sql.param([...payees])}::text[])`;
}

/** Condition for lines (`ledgerLines`) of the kind and the category wanted; undefined for all. */
function isLineWanted({ kind, financialCategoryId }: LedgerQuery): SQL | undefined {
  return and(
    kind === undefined ? undefined : sql`${rowKind} = ${kind}`,
    financialCategoryId === undefined ? undefined : isInCategory(financialCategoryId),
  );
}

/** Rows of that kind and category, as a whole or in one part. */
function hasLineWanted(wanted: LedgerQuery): SQL | undefined {
  const isWanted = isLineWanted(wanted);
  if (isWanted === undefined) return undefined;
  return sql`(${isWanted} and not ${isSplit} or ${transactions.transactionId} in (
    select ${transactions.transactionId} from ${ledgerLines} where ${isPart} and ${isWanted}))`;
}

function hasTag(tagId: number): SQL {
  return sql`${transactions.transactionId} in (select ${transactionTags.transactionId} from ${transactionTags}
    where ${transactionTags.tagId} = ${tagId})`;
}

/** Rows that have something from a rule now, which `GetRules` counts (`transactionCount`). */
function hasRule(ruleId: number): SQL {
  const { transactionId, categoryRuleId, kindRuleId, payeeRuleId, noteRuleId } = transactions;
  return sql`${transactionId} in (
    select ${transactionId} from ${transactions}
    where ${categoryRuleId} = ${ruleId} or ${kindRuleId} = ${ruleId} or ${payeeRuleId} = ${ruleId}
    union all select ${transactionId} from ${transactions} where ${noteRuleId} = ${ruleId}
    union all select ${transactionTags.transactionId} from ${transactionTags} where ${transactionTags.ruleId} = ${ruleId})`;
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
  const isWhole = isUnfiltered(wanted);
  const { isoCurrencyCode } = transactions;
  const removedRows = tx
    .select({ isoCurrencyCode, rows: count() })
    .from(transactions)
    .where(and(where, isListed, not(isAtBank)))
    .groupBy(isoCurrencyCode);
  const [atBank, removed] = await together([
    isWhole ? readKeptSums(tx, owner, wanted) : sumRowsAtBank(tx, owner, wanted),
    isWhole ? withKeptPlan(removedRows) : removedRows,
  ]);
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
  return withKeptPlan(
    tx
      .select({
        isoCurrencyCode,
        rows: sql<number>`sum(${rowCount})::int`,
        in: sql<string>`sum(${moneyIn})::text`,
        out: sql<string>`(-sum(${moneyOut}))::text`,
      })
      .from(ledgerSums)
      .where(and(inPlace(ledgerSums, owner, wanted), gt(rowCount, 0)))
      .groupBy(isoCurrencyCode),
  );
}

/** Adds up rows, or what of them is of the kind and in the category wanted. */
async function sumRowsAtBank(tx: Transaction, owner: Owner, wanted: LedgerQuery): Promise<RowSums[]> {
  const { isoCurrencyCode, amount, transactionId } = transactions;
  const { common, whole } = filters(wanted);
  const isWanted = isLineWanted(wanted);
  const found = and(inPlace(transactions, owner, wanted), ...common, isMarkable, isAtBank);
  const sums = {
    isoCurrencyCode: sql<string>`${isoCurrencyCode}`,
    in: sql<string | null>`(sum(${amount}) filter (where ${amount} > 0))::text`,
    out: sql<string | null>`(-sum(${amount}) filter (where ${amount} < 0))::text`,
  };
  if (isWanted === undefined)
    return tx
      .select({ ...sums, rows: count() })
      .from(transactions)
      .where(and(found, ...whole))
      .groupBy(isoCurrencyCode);
  return tx
    .select({
      ...sums,
      rows: sql<number>`(count(*) filter (where not ${isPart}) + count(distinct ${transactionId}) filter (where ${isPart}))::int`,
    })
    .from(ledgerLines)
    .where(
      and(
        found,
        isWanted,
        whole.length === 0
          ? undefined
          : sql`${transactionId} in (select ${transactionId} from ${transactions} where ${and(found, ...whole)})`,
      ),
    )
    .groupBy(isoCurrencyCode);
}
