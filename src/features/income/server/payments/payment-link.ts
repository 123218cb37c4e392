import { and, eq } from "drizzle-orm";
import { accounts, institutionAccessItems } from "#server/tables/institution-tables.ts";
import { isMarkable } from "#features/transactions/server/index.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { notFound, type FieldErrors } from "#shared/errors.ts";
import {
  compareMoney,
  formatMoney,
  fromUnits,
  isInflow,
  money,
  zeroMoney,
  type Money,
} from "#shared/money.ts";
import type { IncomeSource } from "../../domain/income-source.ts";
import type { IncomeScope } from "../sources/source-rows.ts";

export type LinkedRow = Awaited<ReturnType<typeof readTransaction>>;

/** A row of the ledger that can be seen. @throws AppError 404 */
export async function readTransaction({ tx, userId, mode }: IncomeScope, transactionId: number) {
  const [row] = await tx
    .select({
      institutionAccessItemId: transactions.institutionAccessItemId,
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
    .innerJoin(
      institutionAccessItems,
      eq(institutionAccessItems.institutionAccessItemId, transactions.institutionAccessItemId),
    )
    .where(
      and(
        eq(transactions.userId, userId),
        eq(institutionAccessItems.mode, mode),
        eq(transactions.transactionId, transactionId),
        isMarkable,
      ),
    )
    // A row that a sync is taking away at this moment is waited for, and then not there.
    .for("key share", { of: transactions });
  if (row === undefined) throw notFound();
  return row;
}

/** The amount in minor units, and every problem of the amount and the transaction under its field. */
export function readAmount(
  amount: number,
  { isoCurrencyCode, institutionAccessItemId }: IncomeSource,
  row: LinkedRow | null,
): { amount: Money; problems: FieldErrors } {
  const read = fromUnits(amount, isoCurrencyCode);
  const problem = row === null ? null : linkProblem(row, { isoCurrencyCode, institutionAccessItemId });
  if (problem !== null) return { amount: zeroMoney, problems: { transactionId: [problem] } };
  if (!read.ok) return { amount: zeroMoney, problems: { amount: [read.message] } };
  const wanted = row === null ? null : money(row.amount);
  if (wanted !== null && compareMoney(read.value, wanted) !== 0) {
    const words = `The amount must be the transaction’s: ${formatMoney(wanted, isoCurrencyCode)}.`;
    return { amount: wanted, problems: { amount: [words] } };
  }
  const problems: FieldErrors = isInflow(read.value) ? {} : { amount: ["Enter an amount above 0."] };
  return { amount: read.value, problems };
}

/**
 * Only inflows of depository accounts that are not removed can be linked (docs/reference/money.md, "Payments"), and
 * only in the source's currency.
 */
function linkProblem(
  row: LinkedRow,
  source: Pick<IncomeSource, "isoCurrencyCode" | "institutionAccessItemId">,
): string | null {
  if (row.institutionAccessItemId !== source.institutionAccessItemId)
    return "This transaction belongs to another institution than the income source.";
  if (row.accountType !== "depository") return "Only money on a deposit account can be linked.";
  if (row.removedByBankAt !== null) return "The bank has taken this transaction back.";
  if (!isInflow(money(row.amount))) return "Only money that came in can be linked.";
  if (row.isoCurrencyCode === source.isoCurrencyCode) return null;
  return `This transaction is in ${row.isoCurrencyCode}, the income source in ${source.isoCurrencyCode}.`;
}
