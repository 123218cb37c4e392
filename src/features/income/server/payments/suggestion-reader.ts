import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lte, notExists, sql } from "drizzle-orm";
import { accounts } from "#server/tables/institution-tables.ts";
import { accountName, isInflowRow, isListed, isPairedTransfer } from "#features/transactions/server/index.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { money } from "#shared/money.ts";
import {
  addDays,
  addMonths,
  firstDayOf,
  lastDayOf,
  monthOf,
  monthsFrom,
  monthWords,
} from "#shared/time/plain-dates.ts";
import { monthOfSource, type PaidByMonth } from "../../domain/reports/income-calendar.ts";
import type { IncomeMonth } from "../../domain/income-month.ts";
import type { IncomeSource } from "../../domain/income-source.ts";
import {
  daysAfter,
  daysBefore,
  payerText,
  readyPayment,
  type CandidatePayment,
} from "../../domain/payment-match.ts";
import { suggestPayments, type MonthSuggestions } from "../../domain/payment-suggestions.ts";
import { unitsOf } from "../income-views.ts";
import { incomeDismissals, incomePayments } from "#server/tables/income-tables.ts";
import { readPaid } from "./payment-rows.ts";
import { readInstitution, sourcesAt, type IncomeScope } from "../sources/source-rows.ts";

/** Unpaid months longer ago are looked at one by one. */
const monthsBehind = 23;

type Wanted = {
  institutionAccessItemId: number;
  month: string | undefined;
  incomeSourceId: number | undefined;
};
type Candidate = CandidatePayment & {
  date: string;
  pending: boolean;
  accountId: number;
  accountName: string;
};
type PayerCounts = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** `GetIncomeSuggestions`: likely payments of unpaid months, nothing is linked. @throws AppError 404 for the institution */
export async function readSuggestions(scope: IncomeScope, wanted: Wanted, today: string) {
  await readInstitution(scope, wanted.institutionAccessItemId);
  const sources = await sourcesAt(scope, wanted.institutionAccessItemId);
  const paidOf = await readPaid(scope, sources);
  const months = monthsToMatch(wanted.month, today);
  const rows = await readCandidates(scope, wanted.institutionAccessItemId, months);
  const candidates = rows.map(readyPayment);
  const payers = await readPayers(scope, sources);
  const dismissed = await readDismissed(scope, sources);
  const found = sources
    .filter(({ incomeSourceId }) => incomeSourceId === (wanted.incomeSourceId ?? incomeSourceId))
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
          figures: unpaid.find(({ month }) => month === ofMonth.unpaid.month),
          ofMonth,
        }),
      );
    })
    .filter(({ ofMonth }) => ofMonth.unpaid.month === (wanted.month ?? ofMonth.unpaid.month));
  const shown = found.flatMap(({ source, figures, ofMonth }) =>
    figures === undefined ? [] : [monthView(source, figures, ofMonth)],
  );
  const ids = shown.flatMap(({ suggestions }) => suggestions.map(({ transactionId }) => transactionId));
  return {
    months: shown.toSorted((a, b) => b.month.localeCompare(a.month)),
    suggestionCount: new Set(ids).size,
  };
}

/** With a month also its neighbours: a payment that fits one of them better is not offered for it. */
function monthsToMatch(month: string | undefined, today: string): string[] {
  const current = monthOf(today);
  if (month !== undefined) return monthsFrom(addMonths(month, -2), addMonths(month, 2));
  return monthsFrom(addMonths(current, -monthsBehind), addMonths(current, 1));
}

function unpaidMonths(
  source: IncomeSource,
  paid: PaidByMonth | undefined,
  months: readonly string[],
  today: string,
): (IncomeMonth & { incomeSourceId: number })[] {
  const { incomeSourceId } = source;
  return months
    .map((month) => Object.assign(monthOfSource(source, month, paid, today), { incomeSourceId }))
    .filter(({ isActive, isPaid }) => isActive && !isPaid);
}

/** Money that came in on deposit accounts around these months and pays nothing yet, by day. */
async function readCandidates(
  { tx, userId }: IncomeScope,
  institutionAccessItemId: number,
  months: readonly string[],
): Promise<Candidate[]> {
  const [first = "", last = ""] = [months[0], months.at(-1)];
  const paymentDate = sql<string>`coalesce(${transactions.authorizedDate}, ${transactions.date})::text`;
  const rows = await tx
    .select({
      transactionId: transactions.transactionId,
      paymentDate,
      date: transactions.date,
      amount: transactions.amount,
      isoCurrencyCode: transactions.isoCurrencyCode,
      name: transactions.name,
      merchantName: transactions.merchantName,
      payeeKey: transactions.payeeKey,
      pending: transactions.pending,
      accountId: transactions.accountId,
      accountName,
    })
    .from(transactions)
    .innerJoin(accounts, eq(accounts.accountId, transactions.accountId))
    .where(
      and(
        eq(transactions.userId, userId),
        eq(transactions.institutionAccessItemId, institutionAccessItemId),
        // Some days more: a row is dated after the day on which it was authorized.
        gte(transactions.date, addDays(firstDayOf(first), -daysBefore)),
        lte(transactions.date, addDays(lastDayOf(last), daysAfter + 15)),
        isListed,
        isInflowRow,
        sql`not ${isPairedTransfer}`,
        eq(accounts.type, "depository"),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(incomePayments)
            .where(eq(incomePayments.transactionId, transactions.transactionId)),
        ),
      ),
    )
    .orderBy(asc(paymentDate), asc(transactions.transactionId));
  return rows.map((row) => Object.assign(row, { amount: money(row.amount) }));
}

/** How often each payer was linked to each source. */
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

function monthView(source: IncomeSource, figures: IncomeMonth, { suggestions }: MonthSuggestions<Candidate>) {
  const inUnits = unitsOf(source.isoCurrencyCode);
  return {
    incomeSourceId: source.incomeSourceId,
    incomeSourceName: source.name,
    month: figures.month,
    text: monthWords(figures.month),
    dueDate: figures.dueDate,
    due: inUnits(figures.due),
    paid: inUnits(figures.paid),
    outstanding: inUnits(figures.outstanding),
    isoCurrencyCode: source.isoCurrencyCode,
    suggestions: suggestions.map(({ candidate, match }) => ({
      transactionId: candidate.transactionId,
      date: candidate.date,
      name: candidate.name,
      merchantName: candidate.merchantName,
      amount: inUnits(candidate.amount),
      pending: candidate.pending,
      account: { accountId: candidate.accountId, official_name: candidate.accountName },
      score: match.score,
      reasons: match.reasons,
    })),
  };
}
