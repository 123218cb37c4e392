import { and, asc, eq, gte, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { accounts } from "#server/tables/institution-tables.ts";
import { accountName } from "#features/transactions/server/index.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { money, type Money } from "#shared/money.ts";
import { paymentProblem, type PaymentProblem } from "../../domain/income-payment.ts";
import type { PaidByMonth } from "../../domain/reports/income-calendar.ts";
import type { IncomeSource } from "../../domain/income-source.ts";
import { paidByMonth } from "../../domain/reports/rent-roll.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import type { IncomeScope } from "../sources/source-rows.ts";

/** A payment with its current amount; that of a linked payment is its transaction's. */
export type PaymentRow = {
  incomePaymentId: number;
  incomeSourceId: number;
  paymentDate: string;
  creditedMonth: string;
  paymentMemo: string;
  isManualAdjustment: boolean;
  amount: Money;
  isoCurrencyCode: string;
  problem: PaymentProblem | null;
  counts: boolean;
  transaction: {
    transactionId: number;
    payee: string;
    date: string;
    name: string;
    pending: boolean;
    accountId: number;
    accountName: string;
  } | null;
};

type SourceKey = Pick<IncomeSource, "incomeSourceId" | "isoCurrencyCode">;

const isOfTransaction = eq(transactions.transactionId, incomePayments.transactionId);

/** Condition that hides payments of dismissed rows (which can be restored for a day). */
const isNotDismissed = or(isNull(incomePayments.transactionId), isNull(transactions.dismissedAt));

/**
 * Sums all payments that count by source and month. Each source's payments come as one value, because ten years of fifty
 * sources are 6,000 rows, which take longer to transfer than to find.
 */
export async function readPaid(
  { tx, userId }: IncomeScope,
  sources: readonly SourceKey[],
): Promise<ReadonlyMap<number, PaidByMonth>> {
  if (sources.length === 0) return new Map();
  const payments = sql<string>`string_agg(concat_ws(' ', ${incomePayments.creditedMonth}, coalesce(${incomePayments.manualAmount}, ${transactions.amount}), coalesce(${transactions.isoCurrencyCode}, '-'), (${transactions.removedByBankAt} is not null)::int), ',')`;
  const rows = await tx
    .select({ incomeSourceId: incomePayments.incomeSourceId, payments })
    .from(incomePayments)
    .leftJoin(transactions, isOfTransaction)
    .where(and(isOf(userId, sources), isNotDismissed))
    .groupBy(incomePayments.incomeSourceId);
  const currencies = currenciesOf(sources);
  return new Map(
    rows.map(({ incomeSourceId, payments: text }) => {
      const currency = currencies.get(incomeSourceId) ?? "";
      return [incomeSourceId, paidByMonth(text.split(",").map((one) => readPayment(one, currency)))];
    }),
  );
}

/**
 * Reads a payment such as `2026-11 100000 USD 0`: month, amount, its transaction's currency (`-` for cash), and whether
 * the bank removed it.
 */
function readPayment(text: string, sourceCurrency: string) {
  const [creditedMonth = "", minor, currency = "-", removed] = text.split(" ");
  const amount = money(Number(minor));
  const facts = { amount, isoCurrencyCode: currency, isRemoved: removed === "1" };
  return {
    creditedMonth,
    amount,
    counts: currency === "-" || paymentProblem(facts, sourceCurrency) === null,
  };
}

/** Returns payments of sources with their transactions, by month and date; `months` is the range, both included. */
export async function readPayments(
  { tx, userId }: IncomeScope,
  sources: readonly SourceKey[],
  months?: { first: string; last: string },
): Promise<PaymentRow[]> {
  if (sources.length === 0) return [];
  const rows = await tx
    .select({
      payment: incomePayments,
      transaction: {
        transactionId: transactions.transactionId,
        date: transactions.date,
        payee: transactions.payee,
        name: transactions.name,
        pending: transactions.pending,
        amount: transactions.amount,
        isoCurrencyCode: transactions.isoCurrencyCode,
        removedByBankAt: transactions.removedByBankAt,
        accountId: transactions.accountId,
      },
      accountName,
    })
    .from(incomePayments)
    .leftJoin(transactions, isOfTransaction)
    .leftJoin(accounts, eq(accounts.accountId, transactions.accountId))
    .where(
      and(
        isOf(userId, sources),
        isNotDismissed,
        months && gte(incomePayments.creditedMonth, months.first),
        months && lte(incomePayments.creditedMonth, months.last),
      ),
    )
    .orderBy(
      asc(incomePayments.creditedMonth),
      asc(incomePayments.paymentDate),
      asc(incomePayments.incomePaymentId),
    );
  const currencies = currenciesOf(sources);
  return rows.map(({ payment, transaction, accountName: name }) => {
    const currency = currencies.get(payment.incomeSourceId) ?? "";
    const { amount, isoCurrencyCode, problem } = paymentFigures(
      {
        manualAmount: payment.manualAmount,
        amount: transaction?.amount ?? null,
        isoCurrencyCode: transaction?.isoCurrencyCode ?? null,
        removedByBankAt: transaction?.removedByBankAt ?? null,
      },
      currency,
    );
    return {
      incomePaymentId: payment.incomePaymentId,
      incomeSourceId: payment.incomeSourceId,
      paymentDate: payment.paymentDate,
      creditedMonth: payment.creditedMonth,
      paymentMemo: payment.paymentMemo,
      isManualAdjustment: payment.isManualAdjustment,
      amount,
      isoCurrencyCode,
      problem,
      counts: problem === null,
      transaction: transaction && {
        transactionId: transaction.transactionId,
        date: transaction.date,
        payee: transaction.payee,
        name: transaction.name,
        pending: transaction.pending,
        accountId: transaction.accountId,
        accountName: name,
      },
    };
  });
}

function isOf(userId: string, sources: readonly SourceKey[]) {
  return and(
    eq(incomePayments.userId, userId),
    inArray(
      incomePayments.incomeSourceId,
      sources.map(({ incomeSourceId }) => incomeSourceId),
    ),
  );
}

function currenciesOf(sources: readonly SourceKey[]): ReadonlyMap<number, string> {
  return new Map(sources.map(({ incomeSourceId, isoCurrencyCode }) => [incomeSourceId, isoCurrencyCode]));
}

/** Returns a payment's current amount and its problem; a manual one is in the source's currency. */
function paymentFigures(
  row: {
    manualAmount: number | null;
    amount: number | null;
    isoCurrencyCode: string | null;
    removedByBankAt: Date | null;
  },
  currency: string,
): { amount: Money; isoCurrencyCode: string; problem: PaymentProblem | null } {
  if (row.amount === null)
    return { amount: money(row.manualAmount ?? 0), isoCurrencyCode: currency, problem: null };
  const facts = {
    amount: money(row.amount),
    isoCurrencyCode: row.isoCurrencyCode ?? currency,
    isRemoved: row.removedByBankAt !== null,
  };
  return { ...facts, problem: paymentProblem(facts, currency) };
}
