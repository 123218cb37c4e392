import { and, eq } from "drizzle-orm";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { isMarkable } from "#features/transactions/server/index.ts";
import { isOfRow, transactions } from "#server/tables/transaction-tables.ts";
import { notFound, type FieldErrors } from "#shared/errors.ts";
import {
  compareMoney,
  formatMoney,
  fromUnits,
  isInflow,
  isOutflow,
  money,
  zeroMoney,
  type Money,
} from "#shared/money.ts";
import type { IncomeSource } from "../../domain/income-source.ts";
import type { IncomeScope } from "../sources/source-rows.ts";

export type LinkedRow = Awaited<ReturnType<typeof readTransaction>>;

/** Returns a visible ledger row. @throws AppError 404 */
export async function readTransaction({ tx, userId, mode }: IncomeScope, transactionId: number) {
  const [row] = await tx
    .select({
      amount: transactions.amount,
      isoCurrencyCode: transactions.isoCurrencyCode,
      removedByBankAt: transactions.removedByBankAt,
      date: transactions.date,
      authorizedDate: transactions.authorizedDate,
      name: transactions.name,
      accountType: accounts.type,
    })
    .from(transactions)
    .innerJoin(accounts, eq(accounts.accountId, transactions.accountId))
    .innerJoin(institutionAccessItems, isOfRow)
    .where(
      and(
        eq(transactions.userId, userId),
        isSeenIn(mode),
        eq(transactions.transactionId, transactionId),
        isMarkable,
      ),
    )
    // Waits for a sync that is removing the row, which is then gone.
    .for("key share", { of: transactions });
  if (row === undefined) throw notFound();
  return row;
}

/** Returns the amount in minor units, and every problem of the amount and the transaction on its field. */
export function readAmount(
  amount: number,
  source: IncomeSource,
  row: LinkedRow | null,
): { amount: Money; problems: FieldErrors } {
  const { isoCurrencyCode, direction } = source;
  const read = fromUnits(amount, isoCurrencyCode);
  const problem = row === null ? null : linkProblem(row, source);
  if (problem !== null) return { amount: zeroMoney, problems: { transactionId: [problem] } };
  if (!read.ok) return { amount: zeroMoney, problems: { amount: [read.message] } };
  const required = row === null ? null : money(direction === "out" ? -row.amount : row.amount);
  if (required !== null && compareMoney(read.value, required) !== 0) {
    const words = `The amount must match the transaction’s ${formatMoney(required, isoCurrencyCode)}.`;
    return { amount: required, problems: { amount: [words] } };
  }
  const problems: FieldErrors = isInflow(read.value) ? {} : { amount: ["Enter an amount greater than 0."] };
  return { amount: read.value, problems };
}

/**
 * Returns why a row can't be linked, or null: only money received in deposit accounts of any of the person's banks, or
 * for a bill money spent, not removed, and in the source's currency (docs/reference/money.md, "Payments").
 */
function linkProblem(
  row: LinkedRow,
  source: Pick<IncomeSource, "isoCurrencyCode" | "direction">,
): string | null {
  if (source.direction === "out") return billProblem(row, source.isoCurrencyCode);
  if (row.accountType !== "depository") return "Only money in a deposit account can be linked.";
  if (row.removedByBankAt !== null) return "The bank removed this transaction.";
  if (!isInflow(money(row.amount))) return "Only incoming money can be linked.";
  if (row.isoCurrencyCode === source.isoCurrencyCode) return null;
  return `This transaction is in ${row.isoCurrencyCode}, but the income source is in ${source.isoCurrencyCode}.`;
}

function billProblem(row: LinkedRow, isoCurrencyCode: string): string | null {
  if (row.removedByBankAt !== null) return "The bank removed this transaction.";
  if (!isOutflow(money(row.amount))) return "Only outgoing money can pay a bill.";
  if (row.isoCurrencyCode === isoCurrencyCode) return null;
  return `This transaction is in ${row.isoCurrencyCode}, but the bill is in ${isoCurrencyCode}.`;
}
