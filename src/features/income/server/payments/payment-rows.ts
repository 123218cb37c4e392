import { and, asc, eq, gte, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { accounts } from "#server/tables/institution-tables.ts";
import { accountName } from "#features/transactions/server/index.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { money, negateMoney, type Money } from "#shared/money.ts";
import { monthOf } from "#shared/time/plain-dates.ts";
import { paymentProblem, type PaymentProblem } from "../../domain/income-payment.ts";
import { isMonthly, periodOf, type PaidByPeriod } from "../../domain/income-period.ts";
import type { IncomeSource } from "../../domain/income-source.ts";
import { paidByPeriod } from "../../domain/reports/rent-roll.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import type { IncomeScope } from "../sources/source-rows.ts";

/** A payment with its current amount; that of a linked payment is its transaction's. */
export type PaymentRow = {
  incomePaymentId: number;
  incomeSourceId: number;
  paymentDate: string;
  creditedMonth: string;
  /** The period it counts for (`periodOf`). */
  period: string;
  /** True if the person chose the month or the due date it counts for. */
  isMoved: boolean;
  paymentMemo: string;
  isManualAdjustment: boolean;
  amount: Money;
  isoCurrencyCode: string;
  problem: PaymentProblem | null;
  counts: boolean;
  transaction: Linked | null;
};

const linkedColumns = {
  transactionId: transactions.transactionId,
  date: transactions.date,
  payee: transactions.payee,
  name: transactions.name,
  pending: transactions.pending,
  amount: transactions.amount,
  isoCurrencyCode: transactions.isoCurrencyCode,
  removedByBankAt: transactions.removedByBankAt,
  accountId: transactions.accountId,
};

type Linked = Pick<typeof transactions.$inferSelect, keyof typeof linkedColumns> & { accountName: string };

type Sources = ReadonlyMap<number, IncomeSource>;

const isOfTransaction = eq(transactions.transactionId, incomePayments.transactionId);

/** Condition that hides payments of dismissed rows (which can be restored for a day). */
const isNotDismissed = or(isNull(incomePayments.transactionId), isNull(transactions.dismissedAt));

/**
 * Sums all payments that count by source and period. Each source's payments come as one value, because ten years of fifty
 * sources are 6,000 rows, which take longer to transfer than to find.
 */
export async function readPaid(
  { tx, userId }: IncomeScope,
  sources: readonly IncomeSource[],
): Promise<ReadonlyMap<number, PaidByPeriod>> {
  if (sources.length === 0) return new Map();
  const payments = sql<string>`string_agg(concat_ws(' ', ${incomePayments.creditedMonth}, coalesce(${incomePayments.manualAmount}, ${transactions.amount}), coalesce(${transactions.isoCurrencyCode}, '-'), (${transactions.removedByBankAt} is not null)::int, ${incomePayments.paymentDate}, ${incomePayments.forDate}), ',')`;
  const rows = await tx
    .select({ incomeSourceId: incomePayments.incomeSourceId, payments })
    .from(incomePayments)
    .leftJoin(transactions, isOfTransaction)
    .where(and(isOf(userId, sources), isNotDismissed))
    .groupBy(incomePayments.incomeSourceId);
  const known = byId(sources);
  return new Map(
    rows.flatMap(({ incomeSourceId, payments: text }): [number, PaidByPeriod][] => {
      const source = known.get(incomeSourceId);
      if (source === undefined) return [];
      return [[incomeSourceId, paidByPeriod(text.split(",").map((one) => readPayment(one, source)))]];
    }),
  );
}

/**
 * Reads a payment such as `2026-11 100000 USD 0 2026-11-03`: month, amount, its transaction's currency (`-` for cash),
 * whether the bank removed it, its date, and the day that the person chose for it, if any.
 */
function readPayment(text: string, source: IncomeSource) {
  const [creditedMonth = "", minor, currency = "-", removed, paymentDate = "", forDate = null] =
    text.split(" ");
  const isCash = currency === "-";
  const facts = { amount: money(Number(minor)), isoCurrencyCode: currency, isRemoved: removed === "1" };
  return {
    period: periodOf(source, { creditedMonth, forDate, paymentDate }),
    amount: isCash ? facts.amount : paidBy(facts.amount, source),
    counts: isCash || paymentProblem(facts, source) === null,
  };
}

/** Returns payments of sources with their transactions, by month and date; `months` is the range, both included. */
export async function readPayments(
  { tx, userId }: IncomeScope,
  sources: readonly IncomeSource[],
  months?: { first: string; last: string },
): Promise<PaymentRow[]> {
  if (sources.length === 0) return [];
  const rows = await tx
    .select({ payment: incomePayments, transaction: linkedColumns, accountName })
    .from(incomePayments)
    .leftJoin(transactions, isOfTransaction)
    .leftJoin(accounts, eq(accounts.accountId, transactions.accountId))
    .where(
      and(
        isOf(userId, sources),
        isNotDismissed,
        months &&
          or(
            and(
              gte(incomePayments.creditedMonth, months.first),
              lte(incomePayments.creditedMonth, months.last),
            ),
            // Which month they count for depends on the rhythm.
            inArray(incomePayments.incomeSourceId, idsOf(sources.filter((source) => !isMonthly(source)))),
          ),
      ),
    )
    .orderBy(
      asc(incomePayments.creditedMonth),
      asc(incomePayments.paymentDate),
      asc(incomePayments.incomePaymentId),
    );
  const known = byId(sources);
  const all = rows.flatMap(({ payment, transaction, accountName: name }) => {
    const source = known.get(payment.incomeSourceId);
    const linked = transaction && { ...transaction, accountName: name };
    return source === undefined ? [] : [toPayment(source, payment, linked)];
  });
  return months === undefined
    ? all
    : all.filter(({ creditedMonth }) => creditedMonth >= months.first && creditedMonth <= months.last);
}

/** Returns a payment in its source's direction, for the period that it counts for. */
function toPayment(
  source: IncomeSource,
  payment: typeof incomePayments.$inferSelect,
  transaction: Linked | null,
): PaymentRow {
  const period = periodOf(source, payment);
  const creditedMonth = period.slice(0, 7);
  const figures = paymentFigures(source, payment.manualAmount, transaction);
  const { incomePaymentId, incomeSourceId, paymentDate, paymentMemo, isManualAdjustment } = payment;
  return {
    incomePaymentId,
    incomeSourceId,
    paymentDate,
    creditedMonth,
    period,
    isMoved: isMonthly(source) ? creditedMonth !== monthOf(paymentDate) : payment.forDate !== null,
    paymentMemo,
    isManualAdjustment,
    ...figures,
    counts: figures.problem === null,
    transaction,
  };
}

function isOf(userId: string, sources: readonly IncomeSource[]) {
  return and(eq(incomePayments.userId, userId), inArray(incomePayments.incomeSourceId, idsOf(sources)));
}

function idsOf(sources: readonly IncomeSource[]): number[] {
  return sources.map(({ incomeSourceId }) => incomeSourceId);
}

function byId(sources: readonly IncomeSource[]): Sources {
  return new Map(sources.map((source) => [source.incomeSourceId, source]));
}

/** Returns what a transaction pays, positive also for a bill. */
function paidBy(amount: Money, { direction }: IncomeSource): Money {
  return direction === "out" ? negateMoney(amount) : amount;
}

/** Returns a payment's current amount and its problem; a manual one is in the source's currency. */
function paymentFigures(
  source: IncomeSource,
  manualAmount: number | null,
  transaction: Linked | null,
): Pick<PaymentRow, "amount" | "isoCurrencyCode" | "problem"> {
  const { isoCurrencyCode } = source;
  if (transaction === null) return { amount: money(manualAmount ?? 0), isoCurrencyCode, problem: null };
  const facts = {
    amount: money(transaction.amount),
    isoCurrencyCode: transaction.isoCurrencyCode ?? isoCurrencyCode,
    isRemoved: transaction.removedByBankAt !== null,
  };
  return {
    amount: paidBy(facts.amount, source),
    isoCurrencyCode: facts.isoCurrencyCode,
    problem: paymentProblem(facts, source),
  };
}
