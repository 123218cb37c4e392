import { and, eq, gt, lt, sql } from "drizzle-orm";
import { incomePayments, incomeRefusals, incomeSources } from "#server/tables/income-tables.ts";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { isOfRow, transactions } from "#server/tables/transaction-tables.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { isAtBank, isListed, isPairedTransfer, rowKind } from "#features/transactions/server/index.ts";
import { money, zeroMoney } from "#shared/money.ts";
import { addMonths, firstDayOf, monthOf } from "#shared/time/plain-dates.ts";
import {
  detectExpected,
  monthsOfRows,
  mostRows,
  type DetectedExpectation,
  type PayeeRow,
} from "../../domain/detected-rhythm.ts";
import type { Direction } from "../../domain/income-source.ts";
import { createDetectedSource, maybeOwed } from "./detected-source.ts";
import { removeSource } from "./source-store.ts";
import type { IncomeScope } from "./source-rows.ts";

/** A payee in one direction, as GetDetectedExpected returns it. */
export type PayeeChoice = {
  institutionAccessItemId: number;
  payeeKey: string;
  isoCurrencyCode: string;
  direction: Direction;
};

/**
 * Returns the bills and the income that isn't monthly that rows of linked banks suggest, of both directions or one, apart from
 * payees that a source knows or that were refused. One query, with one row for each payee, because only few of a year's rows are regular; those of
 * payees with too many are counted, but not listed.
 */
export async function readDetectedExpected(
  scope: IncomeScope,
  today: string,
  only?: Direction,
): Promise<DetectedExpectation[]> {
  const { tx } = scope;
  const candidate = candidateRows(scope, firstDayOf(addMonths(monthOf(today), -monthsOfRows)), only);
  const { direction, payeeKey, isoCurrencyCode, paymentDate, transactionId } = candidate;
  const payee = { direction, payeeKey, isoCurrencyCode };
  const keys = Object.values(payee);
  const regular = tx.$with("regular").as(
    tx
      .select(payee)
      .from(candidate)
      .groupBy(...keys)
      .having(sql`count(*) between 2 and ${mostRows}`),
  );
  const newest = <Value>(column: unknown) =>
    sql<Value>`(array_agg(${column} order by ${paymentDate} desc, ${transactionId} desc))[1]`;
  const found = await tx
    .with(candidate, regular)
    .select({
      ...payee,
      name: newest<string>(candidate.payee),
      institutionAccessItemId: newest<number>(candidate.institutionAccessItemId),
      institutionName: newest<string>(candidate.institutionName),
      rows: sql<
        [number, string, number, string][]
      >`json_agg(json_build_array(${transactionId}, ${paymentDate}, abs(${candidate.amount}), ${candidate.name}) order by ${paymentDate}, ${transactionId})`,
    })
    .from(candidate)
    .where(sql`(${direction}, ${payeeKey}, ${isoCurrencyCode}) in (select * from ${regular})`)
    .groupBy(...keys);
  return detectExpected(
    found.map(({ rows, ...one }) => Object.assign(one, { rows: rows.map(readRow) })),
    today,
  );
}

/** Subquery of the rows since a day that may pay something regular, of both directions or one. */
function candidateRows({ tx, userId, mode }: IncomeScope, from: string, only: Direction | undefined) {
  const { amount } = transactions;
  const direction = sql<Direction>`case when ${amount} > 0 then 'in' else 'out' end`;
  // Both sets are small, and each is read once.
  const isKnown = sql`(${direction}, ${transactions.payeeKey}, ${transactions.isoCurrencyCode}) in (
    select ${incomeSources.direction}, known.payee_key, known.iso_currency_code from ${transactions} as known
      join ${incomePayments} on ${incomePayments.transactionId} = known.transaction_id
      join ${incomeSources} on ${incomeSources.incomeSourceId} = ${incomePayments.incomeSourceId}
      where ${incomePayments.userId} = ${userId}
    union select ${incomeRefusals.direction}, ${incomeRefusals.payeeKey}, ${incomeRefusals.isoCurrencyCode}
      from ${incomeRefusals} where ${incomeRefusals.userId} = ${userId})`;
  return tx.$with("candidate").as(
    tx
      .select({
        transactionId: transactions.transactionId,
        direction: direction.as("direction"),
        payeeKey: transactions.payeeKey,
        payee: transactions.payee,
        name: transactions.name,
        amount,
        isoCurrencyCode: transactions.isoCurrencyCode,
        paymentDate: sql<string>`coalesce(${transactions.authorizedDate}, ${transactions.date})`.as(
          "payment_date",
        ),
        institutionAccessItemId: institutionAccessItems.institutionAccessItemId,
        institutionName: institutionAccessItems.institutionName,
      })
      .from(transactions)
      .innerJoin(accounts, eq(accounts.accountId, transactions.accountId))
      .innerJoin(institutionAccessItems, isOfRow)
      .where(
        and(
          eq(transactions.userId, userId),
          sql`${transactions.date} >= ${from}`,
          only === undefined ? undefined : only === "in" ? gt(amount, zeroMoney) : lt(amount, zeroMoney),
          isSeenIn(mode),
          sql`${institutionAccessItems.state} not in ('removing', 'unlinked')`,
          isListed,
          isAtBank,
          sql`not ${transactions.pending}`,
          sql`not ${isPairedTransfer}`,
          // One that the person accepted as a transfer, though its other side isn't here.
          sql`${transactions.chosenKind} is distinct from 'transfer'`,
          sql`case when ${amount} > 0 then ${accounts.type} = 'depository' and ${rowKind} in ('income', 'transfer')
            else ${amount} < 0 and ${rowKind} in ('spending', 'transfer') end`,
          maybeOwed,
          sql`not ${isKnown}`,
        ),
      ),
  );
}

function readRow([transactionId, date, amount, name]: [number, string, number, string]): PayeeRow {
  return { transactionId, date, amount: money(amount), name };
}

/** Adds an offered one with its past rows as payments, or remembers that it's refused, atomically. */
export async function decideExpected(
  scope: IncomeScope,
  choice: PayeeChoice & { accept: boolean },
  at: { now: Date; today: string },
): Promise<{ incomeSourceId: number | null; paymentCount: number }> {
  const { tx, userId } = scope;
  // Of two requests at once, the second finds nothing left to decide.
  await takeLock(tx, `detected income of ${userId}`);
  const offered = await readDetectedExpected(scope, at.today);
  const chosen = offered.find((one) => isSame(one, choice));
  if (chosen === undefined) return { incomeSourceId: null, paymentCount: 0 };
  if (choice.accept) {
    const incomeSourceId = await createExpected(scope, chosen, at);
    return { incomeSourceId, paymentCount: chosen.payments.length };
  }
  const { institutionAccessItemId, payeeKey, isoCurrencyCode, direction } = chosen;
  await tx
    .insert(incomeRefusals)
    .values({ institutionAccessItemId, payeeKey, isoCurrencyCode, direction, userId, refusedAt: at.now });
  return { incomeSourceId: null, paymentCount: 0 };
}

function createExpected(
  scope: IncomeScope,
  detected: DetectedExpectation,
  at: { now: Date; today: string },
): Promise<number> {
  const { payeeKey: _, payee: _payee, institutionName: _name, ...source } = detected;
  return createDetectedSource(scope, { ...source, incomeSourceType: "Other" }, at);
}

/** Undoes a decision: deletes its source, or offers the refused one again. @throws AppError 404 for a source */
export async function undoExpected(
  scope: IncomeScope,
  { incomeSourceId, ...choice }: PayeeChoice & { incomeSourceId: number | null },
  now: Date,
): Promise<void> {
  if (incomeSourceId !== null) {
    await removeSource(scope, incomeSourceId, now);
    return;
  }
  await scope.tx
    .delete(incomeRefusals)
    .where(
      and(
        eq(incomeRefusals.userId, scope.userId),
        eq(incomeRefusals.direction, choice.direction),
        eq(incomeRefusals.payeeKey, choice.payeeKey),
        eq(incomeRefusals.isoCurrencyCode, choice.isoCurrencyCode),
      ),
    );
}

function isSame(one: PayeeChoice, other: PayeeChoice): boolean {
  return (
    one.direction === other.direction &&
    one.payeeKey === other.payeeKey &&
    one.isoCurrencyCode === other.isoCurrencyCode
  );
}
