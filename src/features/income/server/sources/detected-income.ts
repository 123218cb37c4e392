import { and, eq, gte, or, sql } from "drizzle-orm";
import { withKeptPlan } from "#server/database/kept-plan.ts";
import { accounts, institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { incomePayments, incomeRefusals } from "#server/tables/income-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { isInflowRow, isListed, isPairedTransfer, rowKind } from "#features/transactions/server/index.ts";
import { money } from "#shared/money.ts";
import { addDays, addMonths, firstDayOf, monthOf } from "#shared/time/plain-dates.ts";
import {
  detectIncome,
  monthsOfDeposits,
  type Deposit,
  type DetectedIncome,
} from "../../domain/detected-income.ts";
import { createDetectedSource, maybeOwed } from "./detected-source.ts";
import { removeSource } from "./source-store.ts";
import type { IncomeScope } from "./source-rows.ts";

/** A payer at a bank, as in `DetectedIncome`. */
export type PayerKey = Pick<DetectedIncome, "payeeKey" | "isoCurrencyCode">;

type Clock = { now: Date; today: string };
type Choice = { institutionAccessItemId: number; accept: readonly PayerKey[]; refuse: readonly PayerKey[] };

/** Returns regular deposits of linked banks that are neither linked to a source nor refused, in one query. */
export async function readDetectedIncome(scope: IncomeScope, today: string): Promise<DetectedIncome[]> {
  return detectIncome(await readDeposits(scope, today), today);
}

/** Returns true if the person has refused to add some payer. */
export async function hasRefused({ tx, userId, mode }: IncomeScope): Promise<boolean> {
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

async function readDeposits({ tx, userId, mode }: IncomeScope, today: string): Promise<Deposit[]> {
  const from = firstDayOf(addMonths(monthOf(today), -monthsOfDeposits));
  const paymentDate = sql<string>`coalesce(${transactions.authorizedDate}, ${transactions.date})::text`;
  // Payers known to a source, or refused. Both sets are small, and each is read once.
  const isKnown = sql`(${transactions.institutionAccessItemId}, ${transactions.payeeKey}, ${transactions.isoCurrencyCode}) in (
    select known.institution_access_item_id, known.payee_key, known.iso_currency_code from ${transactions} as known
      join ${incomePayments} on ${incomePayments.transactionId} = known.transaction_id where ${incomePayments.userId} = ${userId} and known.amount > 0
    union select ${incomeRefusals.institutionAccessItemId}, ${incomeRefusals.payeeKey}, ${incomeRefusals.isoCurrencyCode}
      from ${incomeRefusals} where ${incomeRefusals.userId} = ${userId} and ${incomeRefusals.direction} = 'in')`;
  const isOnDeposit = sql`${transactions.accountId} = any(array(select ${accounts.accountId} from ${accounts}
    join ${institutionAccessItems} on ${institutionAccessItems.institutionAccessItemId} = ${accounts.institutionAccessItemId}
    where ${accounts.userId} = ${userId} and ${accounts.type} = 'depository' and ${isSeenIn(mode)}
      and ${institutionAccessItems.state} not in ('removing', 'unlinked')))`;
  const rows = await withKeptPlan(
    tx
      .select({
        transactionId: transactions.transactionId,
        institutionAccessItemId: transactions.institutionAccessItemId,
        payeeKey: transactions.payeeKey,
        name: transactions.name,
        merchantName: transactions.merchantName,
        date: paymentDate,
        amount: transactions.amount,
        isoCurrencyCode: transactions.isoCurrencyCode,
      })
      .from(transactions)
      .where(
        and(
          eq(transactions.userId, userId),
          // Some extra days, because rows are dated after they were authorized.
          gte(transactions.date, addDays(from, -15)),
          isInflowRow,
          isListed,
          sql`not ${transactions.pending}`,
          sql`not ${isPairedTransfer}`,
          sql`${rowKind} in ('income', 'transfer')`,
          maybeOwed,
          isOnDeposit,
          sql`not ${isKnown}`,
        ),
      )
      .orderBy(paymentDate, transactions.transactionId),
  );
  return rows.map((row) => Object.assign(row, { amount: money(row.amount) }));
}

/**
 * Creates the accepted sources with their past deposits as payments, and remembers the refused payers, atomically. Payers
 * that are no longer offered are skipped, so that a repeated request changes nothing.
 */
export async function decideDetectedIncome(
  scope: IncomeScope,
  { institutionAccessItemId, accept, refuse }: Choice,
  at: Clock,
): Promise<{ incomeSourceIds: number[]; paymentCount: number }> {
  const { tx, userId } = scope;
  // Of two requests at once, the second finds nothing left to accept.
  await takeLock(tx, `detected income of ${userId}`);
  const offered = (await readDetectedIncome(scope, at.today)).filter(
    (one) => one.institutionAccessItemId === institutionAccessItemId,
  );
  const chosen = offered.filter((one) => accept.some((key) => isSame(key, one)));
  const refused = offered.filter((one) => refuse.some((key) => isSame(key, one)) && !chosen.includes(one));
  const incomeSourceIds: number[] = [];
  for (const detected of chosen) incomeSourceIds.push(await createDetected(scope, detected, at));
  if (refused.length > 0) {
    await tx.insert(incomeRefusals).values(
      refused.map(({ payeeKey, isoCurrencyCode }) => ({
        institutionAccessItemId,
        payeeKey,
        isoCurrencyCode,
        userId,
        refusedAt: at.now,
      })),
    );
  }
  return { incomeSourceIds, paymentCount: chosen.reduce((sum, { payments }) => sum + payments.length, 0) };
}

function createDetected(scope: IncomeScope, detected: DetectedIncome, at: Clock): Promise<number> {
  const { payeeKey: _, ...source } = detected;
  return createDetectedSource(scope, source, at);
}

/** Undoes a decision: deletes its sources, and offers its refused payers again. @throws AppError 404 for a source */
export async function undoDetectedIncome(
  scope: IncomeScope,
  decision: {
    institutionAccessItemId: number;
    incomeSourceIds: readonly number[];
    refused: readonly PayerKey[];
  },
  now: Date,
): Promise<void> {
  for (const incomeSourceId of decision.incomeSourceIds) await removeSource(scope, incomeSourceId, now);
  if (decision.refused.length === 0) return;
  await scope.tx
    .delete(incomeRefusals)
    .where(
      and(
        eq(incomeRefusals.userId, scope.userId),
        eq(incomeRefusals.direction, "in"),
        eq(incomeRefusals.institutionAccessItemId, decision.institutionAccessItemId),
        or(
          ...decision.refused.map((key) =>
            and(
              eq(incomeRefusals.payeeKey, key.payeeKey),
              eq(incomeRefusals.isoCurrencyCode, key.isoCurrencyCode),
            ),
          ),
        ),
      ),
    );
}

function isSame(a: PayerKey, b: PayerKey): boolean {
  return a.payeeKey === b.payeeKey && a.isoCurrencyCode === b.isoCurrencyCode;
}
