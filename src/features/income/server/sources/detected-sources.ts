import { and, eq, gt, lt, or, sql } from "drizzle-orm";
import { incomePayments, incomeRefusals, incomeSources } from "#server/tables/income-tables.ts";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { isOfRow, transactions } from "#server/tables/transaction-tables.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { isAtBank, isListed, isPairedTransfer, rowKind } from "#features/transactions/server/index.ts";
import { money, toUnits, zeroMoney } from "#shared/money.ts";
import { addMonths, firstDayOf, monthOf } from "#shared/time/plain-dates.ts";
import { detectSources, monthsOfRows, mostRows, type DetectedSource } from "../../domain/detected-sources.ts";
import type { Direction } from "../../domain/income-source.ts";
import type { PayeeRow } from "../../domain/monthly-income.ts";
import { longestMemo } from "../payments/payment-store.ts";
import { removeSource, saveSource } from "./source-store.ts";
import type { IncomeScope } from "./source-rows.ts";

/** Names a detected source. */
type DetectedKey = Pick<
  DetectedSource,
  "institutionAccessItemId" | "direction" | "payeeKey" | "isoCurrencyCode"
>;

type Clock = { now: Date; today: string };

/**
 * Returns the sources and bills that rows of linked banks suggest, of both directions or one, apart from payees that a source
 * knows or that were refused. One query, with one row for each payee, because only few of a year's rows are regular; payments
 * of payees with too many are counted, but not listed.
 */
export async function readDetectedSources(
  scope: IncomeScope,
  today: string,
  only?: Direction,
): Promise<DetectedSource[]> {
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
      .having(sql`count(*) > 1 and (${direction} = 'in' or count(*) <= ${mostRows})`),
  );
  const found = await tx
    .with(candidate, regular)
    .select({
      ...payee,
      payee: sql<string>`(array_agg(${candidate.payee} order by ${paymentDate} desc, ${transactionId} desc))[1]`,
      rows: sql<
        [number, number, string, number, string][]
      >`json_agg(json_build_array(${transactionId}, ${candidate.institutionAccessItemId}, ${paymentDate}, abs(${candidate.amount}), ${candidate.name}) order by ${paymentDate}, ${transactionId})`,
    })
    .from(candidate)
    .where(sql`(${direction}, ${payeeKey}, ${isoCurrencyCode}) in (select * from ${regular})`)
    .groupBy(...keys);
  return detectSources(
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
          // One that the person or a rule of theirs calls a transfer, though its other side isn't here.
          sql`not (${transactions.kind} = 'transfer' and ${transactions.kindReason} in ('chosen', 'rule'))`,
          // Money out that looks like a transfer is asked about as one first.
          sql`case when ${amount} > 0 then ${accounts.type} = 'depository' and ${rowKind} in ('income', 'transfer')
            else ${amount} < 0 and ${rowKind} in ('spending', 'transfer') and ${transactions.kindReason} <> 'transferLike' end`,
          // Interest and dividends are nobody's debt.
          sql`coalesce(${transactions.bankCategoryDetailed}, '') not in ('INCOME_INTEREST_EARNED', 'INCOME_DIVIDENDS')`,
          sql`not ${isKnown}`,
        ),
      ),
  );
}

function readRow([transactionId, institutionAccessItemId, date, amount, name]: [
  number,
  number,
  string,
  number,
  string,
]): PayeeRow {
  return { transactionId, institutionAccessItemId, date, amount: money(amount), name };
}

/** Returns true if the person has refused to add some payer. */
export async function hasRefusedIncome({ tx, userId, mode }: IncomeScope): Promise<boolean> {
  const [refusal] = await tx
    .select({ payeeKey: incomeRefusals.payeeKey })
    .from(incomeRefusals)
    .innerJoin(
      institutionAccessItems,
      eq(institutionAccessItems.institutionAccessItemId, incomeRefusals.institutionAccessItemId),
    )
    .where(and(eq(incomeRefusals.userId, userId), eq(incomeRefusals.direction, "in"), isSeenIn(mode)))
    .limit(1);
  return refusal !== undefined;
}

/**
 * Creates the accepted sources with their past rows as payments, and remembers the refused ones, atomically. What is no longer
 * offered is skipped, so that a repeated request changes nothing. @throws AppError as `saveSource`
 */
export async function decideDetectedSources(
  scope: IncomeScope,
  { accept, refuse }: { accept: readonly DetectedKey[]; refuse: readonly DetectedKey[] },
  at: Clock,
): Promise<{ incomeSourceIds: number[]; paymentCount: number }> {
  const { tx, userId } = scope;
  // Of two requests at once, the second finds nothing left to decide.
  await takeLock(tx, `detected income of ${userId}`);
  const offered = await readDetectedSources(scope, at.today);
  const chosen = offered.filter((one) => accept.some((key) => isSame(key, one)));
  const refused = offered.filter((one) => refuse.some((key) => isSame(key, one)) && !chosen.includes(one));
  const incomeSourceIds: number[] = [];
  for (const detected of chosen) incomeSourceIds.push(await createDetected(scope, detected, at));
  if (refused.length > 0)
    await tx
      .insert(incomeRefusals)
      .values(refused.map((one) => Object.assign(keyOf(one), { userId, refusedAt: at.now })));
  return { incomeSourceIds, paymentCount: chosen.reduce((sum, { payments }) => sum + payments.length, 0) };
}

async function createDetected(scope: IncomeScope, detected: DetectedSource, at: Clock): Promise<number> {
  const { payments, amountDue, payeeKey: _, payee: _payee, ...source } = detected;
  const { incomeSourceId } = await saveSource(
    scope,
    {
      ...source,
      incomeSourceId: 0,
      description: "",
      endDate: null,
      amountDue: toUnits(amountDue, source.isoCurrencyCode),
      expectedPaymentMemos: [],
    },
    at,
  );
  await scope.tx.insert(incomePayments).values(
    payments.map(({ transactionId, date, creditedMonth, name }) => ({
      userId: scope.userId,
      incomeSourceId,
      transactionId,
      paymentDate: date,
      creditedMonth,
      manualAmount: null,
      paymentMemo: name.slice(0, longestMemo),
      isManualAdjustment: false,
      createdAt: at.now,
    })),
  );
  return incomeSourceId;
}

/** Undoes a decision: deletes its sources, and offers what it refused again. @throws AppError 404 for a source */
export async function undoDetectedSources(
  scope: IncomeScope,
  { incomeSourceIds, refused }: { incomeSourceIds: readonly number[]; refused: readonly DetectedKey[] },
  now: Date,
): Promise<void> {
  for (const incomeSourceId of incomeSourceIds) await removeSource(scope, incomeSourceId, now);
  if (refused.length === 0) return;
  const isRefused = refused.map((key) =>
    and(
      eq(incomeRefusals.institutionAccessItemId, key.institutionAccessItemId),
      eq(incomeRefusals.direction, key.direction),
      eq(incomeRefusals.payeeKey, key.payeeKey),
      eq(incomeRefusals.isoCurrencyCode, key.isoCurrencyCode),
    ),
  );
  await scope.tx.delete(incomeRefusals).where(and(eq(incomeRefusals.userId, scope.userId), or(...isRefused)));
}

function keyOf({ institutionAccessItemId, direction, payeeKey, isoCurrencyCode }: DetectedKey): DetectedKey {
  return { institutionAccessItemId, direction, payeeKey, isoCurrencyCode };
}

function isSame(one: DetectedKey, other: DetectedKey): boolean {
  return (
    one.institutionAccessItemId === other.institutionAccessItemId &&
    one.direction === other.direction &&
    one.payeeKey === other.payeeKey &&
    one.isoCurrencyCode === other.isoCurrencyCode
  );
}
