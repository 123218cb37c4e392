import { and, eq, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import {
  brokenMonths,
  isAtBank,
  isInMonths,
  isMarkable,
  isOfKind,
  ofMode,
  rowKind,
} from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import { isFirstLine, ledgerLines, startsRow, transactionParts } from "#server/tables/part-tables.ts";
import { categorySums, payeeSums } from "#server/tables/sum-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { moneyFromSum } from "#shared/money.ts";
import { addDays, addMonths, firstDayOf, monthOf } from "#shared/time/plain-dates.ts";
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

/** Group of lines in SQL. */
type LineGroup = {
  /** Of a line, and of a row as its own columns say. */
  key: SQL;
  ownKey: SQL;
  /** The condition for the line of the group that counts its transaction. */
  countsRow: SQL;
  /** Sums of the group's rows by month, and the group there. */
  kept: typeof categorySums | typeof payeeSums;
  keptKey: SQL;
  areKept: SQL;
};

const { date, amount } = transactions;

/** Parts and payments change what a row counts as. Such rows are few. */
const specialIds = sql`(select ${transactionParts.transactionId} from ${transactionParts}
  union all select ${incomePayments.transactionId} from ${incomePayments} where ${incomePayments.transactionId} is not null)`;

/**
 * Lines that reports add up, in one place: a person's transactions, or their parts, that are there and of these kinds, pending ones
 * included, by currency, group, and month.
 *
 * Whole months come from their sums (docs/decisions/0036-sums-kept-by-month.md), the months in which one of the report's times begins
 * or ends from the rows. Rows of whole months that have parts or payments are taken out of the sums, and count line by line.
 */
function groupedLines(owner: LineOwner, wanted: LinesWanted, group: LineGroup, windowFrom: string): SQL {
  const { period, previous, kinds, isoCurrencyCode } = wanted;
  const { kept, key, ownKey, countsRow } = group;
  const meansFrom = firstDayOf(addMonths(monthOf(period.from), -12));
  const start = [previous.from, meansFrom, windowFrom].toSorted()[0] ?? period.from;
  const starts = [start, period.from, previous.from, windowFrom];
  const months = brokenMonths([...starts.map((day) => addDays(day, -1)), previous.to, period.to]);
  const month = sql`date_trunc('month', ${date}::timestamp)::date`;
  const isBroken = (day: SQL) => sql`${day} = any(${sql.param(months)}::date[])`;
  const isOwn = sql`${transactions.userId} = ${owner.userId} and ${ofMode(owner.mode)} and ${date} between ${start} and ${period.to}
    and ${isAtBank} and ${isMarkable}`;
  const isSpecial = sql`${transactions.transactionId} in ${specialIds} and not ${isBroken(month)}`;
  const ofCurrency = (currency: AnyPgColumn) =>
    isoCurrencyCode === undefined ? sql`` : sql`and ${currency} = ${isoCurrencyCode}`;
  const lines = (areMeant: SQL) => sql`
    select ${transactions.isoCurrencyCode} as currency, ${key} as key, ${date} as day, ${amount} as amount,
      (${countsRow})::int as rows, (${startsRow})::int as starts
    from ${ledgerLines} where ${isOwn} and ${isOfKind(kinds)} ${ofCurrency(transactions.isoCurrencyCode)} and ${areMeant}`;
  return sql`
    select currency, key, date_trunc('month', day::timestamp) as month,
      sum(amount) filter (where day >= ${period.from}) as now,
      coalesce(sum(rows) filter (where day >= ${period.from}), 0)::int as count,
      coalesce(sum(starts) filter (where day >= ${period.from}), 0)::int as "rowCount",
      sum(amount) filter (where day between ${previous.from} and ${previous.to}) as before,
      sum(amount) as whole, coalesce(sum(rows) filter (where day >= ${windowFrom}), 0)::int as "windowCount"
    from (
      select ${kept.isoCurrencyCode} as currency, ${group.keptKey} as key, ${kept.month} as day, ${kept.amount} as amount,
        ${kept.rowCount} as rows, ${kept.rowCount} as starts
      from ${kept} where ${kept.userId} = ${owner.userId} and ${ofMode(owner.mode, kept.institutionAccessItemId)} and ${group.areKept}
        and ${kept.month} between ${start} and ${period.to} and not ${isBroken(sql`${kept.month}`)} ${ofCurrency(kept.isoCurrencyCode)}
      union all ${lines(isInMonths(date, months))}
      union all ${lines(isSpecial)}
      union all select ${transactions.isoCurrencyCode}, ${ownKey}, ${date}, -${amount}, -1, -1 from ${transactions}
      where ${isOwn} and ${transactions.kind} = any(${sql.param([...kinds])}::text[]) ${ofCurrency(transactions.isoCurrencyCode)} and ${isSpecial}) as line
    group by 1, 2, 3`;
}

const sums = sql`to_char(month, 'YYYY-MM') as month, sum(now)::text as now, sum(count)::int as count, sum("rowCount")::int as "rowCount",
  sum(before)::text as before, sum(whole)::text as whole, sum("windowCount")::int as "windowCount"`;

const byKind: LineGroup = {
  kept: categorySums,
  areKept: sql`true`,
  key: rowKind,
  ownKey: sql`${transactions.kind}`,
  keptKey: sql`${categorySums.kind}`,
  countsRow: startsRow,
};

/** Reads sums by kind. */
export function readKindLines(tx: Transaction, owner: LineOwner, wanted: LinesWanted): Promise<GroupedSum[]> {
  return readGroups(
    tx,
    sql`with grouped as (${groupedLines(owner, wanted, byKind, wanted.period.from)})
      select currency as "isoCurrencyCode", key, false as "isRest", ${sums} from grouped group by 1, 2, 3, month`,
  );
}

const byCategory: LineGroup = {
  kept: categorySums,
  areKept: sql`${categorySums.kind} = 'spending'`,
  key: sql`${transactions.financialCategoryId}`,
  ownKey: sql`${transactions.financialCategoryId}`,
  keptKey: sql`nullif(${categorySums.financialCategoryId}, 0)`,
  countsRow: isFirstLine,
};

/** Reads sums by category; the key is its ID. */
export function readCategoryLines(
  tx: Transaction,
  owner: LineOwner,
  wanted: LinesWanted,
): Promise<GroupedSum[]> {
  return readGroups(
    tx,
    sql`with grouped as (${groupedLines(owner, wanted, byCategory, wanted.period.from)})
      select currency as "isoCurrencyCode", key::text as key, false as "isRest", ${sums} from grouped group by 1, 2, 3, month`,
  );
}

const byPayee: LineGroup = {
  kept: payeeSums,
  areKept: sql`true`,
  key: sql`${transactions.payee}`,
  ownKey: sql`${transactions.payee}`,
  keptKey: sql`${payeeSums.payee}`,
  countsRow: startsRow,
};

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
