import { and, eq, sql, type SQL } from "drizzle-orm";
import { isAtBank, isMarkable, isOfKind, ofMode, rowKind } from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import { isFirstLine, ledgerLines, startsRow } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { moneyFromSum } from "#shared/money.ts";
import { addMonths, firstDayOf, monthOf } from "#shared/time/plain-dates.ts";
import type { MonthSum } from "../domain/report-figures.ts";
import type { Period } from "../domain/report-period.ts";

export type LineOwner = { userId: string; mode: "sandbox" | "live" };

/** Lines that a report reads: their kinds, and the currency if only one is meant. */
export type LinesWanted = {
  period: Period;
  previous: Period;
  kinds: readonly ("spending" | "income")[];
  isoCurrencyCode?: string | undefined;
};

/** Sums of a month by group of a report; of those left together, `isRest`. */
export type GroupedSum = MonthSum & {
  isoCurrencyCode: string;
  /** The group: a kind, a category's ID, or a payee; null for none, such as no category. */
  key: string | null;
  isRest: boolean;
  /** Number of transactions, each in one group: that of its first part. */
  rowCount: number;
  /** Number of transactions from the window's first day on (`readRegularLines`). */
  windowCount: number;
};

type Stored = Omit<GroupedSum, "now" | "before" | "whole"> &
  Record<"now" | "before" | "whole", string | null>;

/** Returns the first day of a person's ledger; null without rows. */
export async function readFirstDay(tx: Transaction, { userId, mode }: LineOwner): Promise<string | null> {
  const [first] = await tx
    .select({ date: transactions.date })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), ofMode(mode), isAtBank, isMarkable))
    .orderBy(transactions.date)
    .limit(1);
  return first?.date ?? null;
}

/** Group of lines in SQL, and the condition for the line of it that counts its transaction. */
type LineGroup = { key: SQL; countsRow: SQL };

/**
 * Lines that reports add up, in one place: a person's transactions, or their parts, that are there and of these kinds, pending ones
 * included, by currency, group, and month.
 */
function groupedLines(
  owner: LineOwner,
  wanted: LinesWanted,
  { key, countsRow }: LineGroup,
  windowFrom: string,
): SQL {
  const { period, previous, kinds, isoCurrencyCode } = wanted;
  const meansFrom = firstDayOf(addMonths(monthOf(period.from), -12));
  const start = [previous.from, meansFrom, windowFrom].toSorted()[0] ?? period.from;
  const { date, amount } = transactions;
  return sql`
    select ${transactions.isoCurrencyCode} as currency, ${key} as key, date_trunc('month', ${date}::timestamp) as month,
      sum(${amount}) filter (where ${date} >= ${period.from}) as now,
      count(*) filter (where ${date} >= ${period.from} and ${countsRow})::int as count,
      count(*) filter (where ${date} >= ${period.from} and ${startsRow})::int as "rowCount",
      sum(${amount}) filter (where ${date} between ${previous.from} and ${previous.to}) as before,
      sum(${amount}) as whole, count(*) filter (where ${date} >= ${windowFrom} and ${countsRow})::int as "windowCount"
    from ${ledgerLines}
    where ${transactions.userId} = ${owner.userId} and ${ofMode(owner.mode)} and ${date} between ${start} and ${period.to}
      and ${isAtBank} and ${isMarkable} and ${isOfKind(kinds)}
      ${isoCurrencyCode === undefined ? sql`` : sql`and ${transactions.isoCurrencyCode} = ${isoCurrencyCode}`}
    group by 1, 2, 3`;
}

const sums = sql`to_char(month, 'YYYY-MM') as month, sum(now)::text as now, sum(count)::int as count, sum("rowCount")::int as "rowCount",
  sum(before)::text as before, sum(whole)::text as whole, sum("windowCount")::int as "windowCount"`;

/** Reads sums by kind. */
export function readKindLines(tx: Transaction, owner: LineOwner, wanted: LinesWanted): Promise<GroupedSum[]> {
  return readGroups(
    tx,
    sql`with grouped as (${groupedLines(owner, wanted, { key: rowKind, countsRow: startsRow }, wanted.period.from)})
      select currency as "isoCurrencyCode", key, false as "isRest", ${sums} from grouped group by 1, 2, 3, month`,
  );
}

/** Reads sums by category; the key is its ID. */
export function readCategoryLines(
  tx: Transaction,
  owner: LineOwner,
  wanted: LinesWanted,
): Promise<GroupedSum[]> {
  const group = { key: sql`${transactions.financialCategoryId}`, countsRow: isFirstLine };
  return readGroups(
    tx,
    sql`with grouped as (${groupedLines(owner, wanted, group, wanted.period.from)})
      select currency as "isoCurrencyCode", key::text as key, false as "isRest", ${sums} from grouped group by 1, 2, 3, month`,
  );
}

const byPayee: LineGroup = { key: sql`${transactions.payee}`, countsRow: startsRow };

/** Reads sums of the payees with the most spending in the period, by the name that is shown, and of all others together. */
export function readPayeeLines(
  tx: Transaction,
  owner: LineOwner,
  wanted: LinesWanted,
  top: number,
): Promise<GroupedSum[]> {
  return readGroups(
    tx,
    sql`with grouped as materialized (${groupedLines(owner, wanted, byPayee, wanted.period.from)}),
      ranked as (
        select currency, key, row_number() over (partition by currency order by sum(count) = 0, coalesce(sum(now), 0), key) <= ${top} and sum(count) > 0 as "isTop"
        from grouped group by 1, 2)
      select currency as "isoCurrencyCode", case when "isTop" then key end as key, not "isTop" as "isRest", ${sums}
      from grouped join ranked using (currency, key) group by 1, 2, 3, month`,
  );
}

/**
 * Reads sums of payees that may be regular, because they had one transaction in each of at least three months of the window, by the
 * name that is shown, and of all others together.
 */
export function readRegularLines(
  tx: Transaction,
  owner: LineOwner,
  wanted: LinesWanted,
  windowFrom: string,
): Promise<GroupedSum[]> {
  return readGroups(
    tx,
    sql`with grouped as materialized (${groupedLines(owner, wanted, byPayee, windowFrom)}),
      judged as (
        select currency, key, count(*) filter (where "windowCount" > 0) >= 3 and max("windowCount") = 1 as "isRegular"
        from grouped group by 1, 2)
      select currency as "isoCurrencyCode", case when "isRegular" then key end as key, not "isRegular" as "isRest", ${sums}
      from grouped join judged using (currency, key) group by 1, 2, 3, month`,
  );
}

async function readGroups(tx: Transaction, query: SQL): Promise<GroupedSum[]> {
  const { rows } = await tx.execute<Stored>(query);
  return rows.map((row) =>
    Object.assign(row, {
      now: moneyFromSum(row.now),
      before: moneyFromSum(row.before),
      whole: moneyFromSum(row.whole),
    }),
  );
}
