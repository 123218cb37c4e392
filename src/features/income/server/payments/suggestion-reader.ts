import type { z } from "zod";
import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lte, notExists, sql } from "drizzle-orm";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { accountName, isAtBank, isListed, isPairedTransfer } from "#features/transactions/server/index.ts";
import { isOfRow, transactions } from "#server/tables/transaction-tables.ts";
import { money } from "#shared/money.ts";
import {
  addDays,
  addMonths,
  dateWords,
  firstDayOf,
  lastDayOf,
  monthOf,
  monthsFrom,
  monthWords,
} from "#shared/time/plain-dates.ts";
import type { incomeContract } from "../../contract.ts";
import { isMonthly, periodsFrom, type IncomePeriod, type PaidByPeriod } from "../../domain/income-period.ts";
import type { Direction, IncomeSource } from "../../domain/income-source.ts";
import {
  daysAfter,
  daysBefore,
  payerText,
  readyPayment,
  type CandidatePayment,
  type UnpaidMonth,
} from "../../domain/payment-match.ts";
import { suggestPayments, type MonthSuggestions } from "../../domain/payment-suggestions.ts";
import { unitsOf } from "../income-views.ts";
import { incomeDismissals, incomePayments } from "#server/tables/income-tables.ts";
import { readPaid } from "./payment-rows.ts";
import {
  readInstitution,
  readSource,
  sourcesAt,
  sourcesOfLinked,
  type IncomeScope,
} from "../sources/source-rows.ts";

/** Months covered without `month`; older ones can be requested one by one. */
const monthsBehind = 23;
/** Fewer for all banks, whose bills could be paid by any row of the ledger. */
const monthsBehindOfAll = 2;

type SuggestionQuery = z.output<typeof incomeContract.getIncomeSuggestions.input>;
type Candidate = CandidatePayment & {
  payee: string;
  pending: boolean;
  accountId: number;
  accountName: string;
};
type PayerCounts = ReadonlyMap<number, ReadonlyMap<string, number>>;

/**
 * Suggests likely payments for unpaid months without linking anything, for `GetIncomeSuggestions`: for income at a bank, for
 * one source or bill, or without a bank for all.
 * @throws AppError 404 for the bank
 */
export async function readSuggestions(scope: IncomeScope, query: SuggestionQuery, today: string) {
  const found: Suggested[] = [];
  for (const sources of await sourcesToMatch(scope, query))
    found.push(...(await suggestionsFor(scope, sources, query, today)));
  const shown = found.flatMap(({ source, figures, ofMonth }) =>
    figures === undefined ? [] : [monthView(source, figures, ofMonth)],
  );
  const ids = shown.flatMap(({ suggestions }) => suggestions.map(({ transactionId }) => transactionId));
  return {
    months: shown.toSorted((a, b) => b.month.localeCompare(a.month)),
    suggestionCount: new Set(ids).size,
  };
}

/** Returns the sources that may have earlier payments of the same payers, in one list for each direction. */
async function sourcesToMatch(
  scope: IncomeScope,
  { institutionAccessItemId: bank, incomeSourceId: asked }: SuggestionQuery,
): Promise<IncomeSource[][]> {
  if (bank === undefined)
    return [...Map.groupBy(await sourcesOfLinked(scope), ({ direction }) => direction).values()];
  await readInstitution(scope, bank);
  const direction = asked === undefined ? "in" : (await readSource(scope, asked)).direction;
  return [await sourcesAt(scope, bank, direction)];
}

type Suggested = {
  source: IncomeSource;
  figures: IncomePeriod | undefined;
  ofMonth: MonthSuggestions<Candidate>;
};

async function suggestionsFor(
  scope: IncomeScope,
  sources: readonly IncomeSource[],
  query: SuggestionQuery,
  today: string,
): Promise<Suggested[]> {
  const direction = sources[0]?.direction ?? "in";
  const paidOf = await readPaid(scope, sources);
  const months = monthsToMatch(query, today);
  const rows = await readCandidates(scope, direction, months);
  const candidates = rows.map(readyPayment);
  const payers = await readPayers(scope, sources);
  const dismissed = await readDismissed(scope, sources);
  return sources
    .filter(({ incomeSourceId }) => incomeSourceId === (query.incomeSourceId ?? incomeSourceId))
    .flatMap((source) => {
      const unpaid = unpaidMonths(source, paidOf.get(source.incomeSourceId), months, today);
      if (unpaid.length === 0) return [];
      const refused = dismissed.get(source.incomeSourceId);
      const own = candidates.filter(
        ({ candidate }) =>
          candidate.isoCurrencyCode === source.isoCurrencyCode &&
          refused?.has(candidate.transactionId) !== true,
      );
      return suggestPayments(unpaid, own, payerText({ ...source, ...payersOf(source, payers) })).map(
        (ofMonth) => ({
          source,
          figures: unpaid.find(({ dueDate }) => dueDate === ofMonth.unpaid.dueDate),
          ofMonth,
        }),
      );
    })
    .filter(({ ofMonth }) => ofMonth.unpaid.month === (query.month ?? ofMonth.unpaid.month));
}

/**
 * Returns the months to match. A requested month includes its neighbors, so a payment that fits one of them better isn't
 * offered for it.
 */
function monthsToMatch({ month, institutionAccessItemId: bank }: SuggestionQuery, today: string): string[] {
  const current = monthOf(today);
  if (month !== undefined) return monthsFrom(addMonths(month, -2), addMonths(month, 2));
  const behind = bank === undefined ? monthsBehindOfAll : monthsBehind;
  return monthsFrom(addMonths(current, -behind), addMonths(current, 1));
}

function unpaidMonths(
  source: IncomeSource,
  paid: PaidByPeriod | undefined,
  months: readonly string[],
  today: string,
): (IncomePeriod & Pick<UnpaidMonth, "incomeSourceId" | "isAbout">)[] {
  const { incomeSourceId, isAbout = false } = source;
  const range = { from: firstDayOf(months[0] ?? ""), to: lastDayOf(months.at(-1) ?? "") };
  return periodsFrom(source, range, paid, today)
    .filter(({ isPaid }) => !isPaid)
    .map((period) => Object.assign(period, { incomeSourceId, isAbout }));
}

/** Returns unlinked deposits, or spending for bills, at all the person's banks around these months, by day. */
async function readCandidates(
  { tx, userId, mode }: IncomeScope,
  direction: Direction,
  months: readonly string[],
): Promise<Candidate[]> {
  const [first = "", last = ""] = [months[0], months.at(-1)];
  const paymentDate = sql<string>`coalesce(${transactions.authorizedDate}, ${transactions.date})::text`;
  const rows = await tx
    .select({
      transactionId: transactions.transactionId,
      paymentDate,
      amount: transactions.amount,
      isoCurrencyCode: transactions.isoCurrencyCode,
      payee: transactions.payee,
      name: transactions.name,
      merchantName: transactions.merchantName,
      payeeKey: transactions.payeeKey,
      pending: transactions.pending,
      accountId: transactions.accountId,
      accountName,
    })
    .from(transactions)
    .innerJoin(accounts, eq(accounts.accountId, transactions.accountId))
    .innerJoin(institutionAccessItems, isOfRow)
    .where(
      and(
        eq(transactions.userId, userId),
        isSeenIn(mode),
        // Some extra days, because rows are dated after they were authorized.
        gte(transactions.date, addDays(firstDayOf(first), -daysBefore)),
        lte(transactions.date, addDays(lastDayOf(last), daysAfter + 15)),
        isListed,
        isAtBank,
        sql`not ${isPairedTransfer}`,
        direction === "out"
          ? sql`${transactions.amount} < 0`
          : sql`${transactions.amount} > 0 and ${accounts.type} = 'depository'`,
        notExists(
          tx
            .select({ one: sql`1` })
            .from(incomePayments)
            .where(eq(incomePayments.transactionId, transactions.transactionId)),
        ),
      ),
    )
    .orderBy(asc(paymentDate), asc(transactions.transactionId));
  return rows.map((row) => Object.assign(row, { amount: money(Math.abs(row.amount)) }));
}

/** Counts the links of each payer to each source. */
async function readPayers(
  { tx, userId }: IncomeScope,
  sources: readonly IncomeSource[],
): Promise<PayerCounts> {
  if (sources.length === 0) return new Map();
  const rows = await tx
    .select({
      incomeSourceId: incomePayments.incomeSourceId,
      payeeKey: transactions.payeeKey,
      links: count(),
    })
    .from(incomePayments)
    .innerJoin(transactions, eq(transactions.transactionId, incomePayments.transactionId))
    .where(
      and(
        eq(incomePayments.userId, userId),
        inArray(incomePayments.incomeSourceId, idsOf(sources)),
        isNotNull(incomePayments.transactionId),
        isNull(transactions.dismissedAt),
      ),
    )
    .groupBy(incomePayments.incomeSourceId, transactions.payeeKey);
  const bySource = Map.groupBy(rows, ({ incomeSourceId }) => incomeSourceId);
  return new Map(
    [...bySource].map(([id, ofSource]) => [
      id,
      new Map(ofSource.map(({ payeeKey, links }) => [payeeKey, links])),
    ]),
  );
}

function payersOf({ incomeSourceId }: IncomeSource, payers: PayerCounts) {
  const payersOfOthers = new Set<string>();
  for (const [id, counts] of payers) {
    if (id !== incomeSourceId) for (const payer of counts.keys()) payersOfOthers.add(payer);
  }
  return { knownPayers: payers.get(incomeSourceId) ?? new Map<string, number>(), payersOfOthers };
}

async function readDismissed(
  { tx, userId }: IncomeScope,
  sources: readonly IncomeSource[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  if (sources.length === 0) return new Map();
  const rows = await tx
    .select({
      incomeSourceId: incomeDismissals.incomeSourceId,
      transactionId: incomeDismissals.transactionId,
    })
    .from(incomeDismissals)
    .where(
      and(eq(incomeDismissals.userId, userId), inArray(incomeDismissals.incomeSourceId, idsOf(sources))),
    );
  const bySource = Map.groupBy(rows, ({ incomeSourceId }) => incomeSourceId);
  return new Map(
    [...bySource].map(([id, ofSource]) => [id, new Set(ofSource.map(({ transactionId }) => transactionId))]),
  );
}

function idsOf(sources: readonly IncomeSource[]): number[] {
  return sources.map(({ incomeSourceId }) => incomeSourceId);
}

function monthView(
  source: IncomeSource,
  figures: IncomePeriod,
  { suggestions }: MonthSuggestions<Candidate>,
) {
  const inUnits = unitsOf(source.isoCurrencyCode);
  return {
    incomeSourceId: source.incomeSourceId,
    incomeSourceName: source.name,
    month: figures.month,
    period: figures.period,
    text: isMonthly(source) ? monthWords(figures.month) : dateWords(figures.dueDate),
    dueDate: figures.dueDate,
    due: inUnits(figures.due),
    paid: inUnits(figures.paid),
    outstanding: inUnits(figures.outstanding),
    isoCurrencyCode: source.isoCurrencyCode,
    suggestions: suggestions.map(({ candidate, match }) => ({
      transactionId: candidate.transactionId,
      date: candidate.paymentDate,
      payee: candidate.payee,
      name: candidate.name,
      merchantName: candidate.merchantName,
      amount: inUnits(candidate.amount),
      pending: candidate.pending,
      account: { accountId: candidate.accountId, official_name: candidate.accountName },
      ...match,
    })),
  };
}
