import type { z } from "zod";
import { and, eq, gt, sql } from "drizzle-orm";
import { institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { requestKey, sameContentMs } from "#server/http/calls/creation-key.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { restorableSince } from "#server/restorable.ts";
import { conflict, invalid, notFound, type AppError, type FieldErrors } from "#shared/errors.ts";
import type { incomeContract } from "../../contract.ts";
import { isMonthly, periodOf } from "../../domain/income-period.ts";
import { creditedMonthAfter, forDateAfter, paymentDateOf } from "../../domain/income-payment.ts";
import type { IncomeSource } from "../../domain/income-source.ts";
import {
  incomeDismissals,
  incomePayments,
  incomeSources,
  unlinkedIncomePayments,
} from "#server/tables/income-tables.ts";
import { relinkPayments, unlinkPayments } from "./payment-moves.ts";
import { readAmount, readTransaction } from "./payment-link.ts";
import { lockSource, readSource, type IncomeScope } from "../sources/source-rows.ts";

/** Input of a save; `amount` in currency units as received, `transactionId` null for a manual adjustment. */
export type PaymentInput = Omit<
  z.output<typeof incomeContract.saveIncomePayment.input>,
  "paymentDate" | "paymentMemo" | "isManualAdjustment"
> & { paymentDate: string | null; paymentMemo: string | null };

export type SavedPayment = { incomePaymentId: number; creditedMonth: string };

type Payment = typeof incomePayments.$inferSelect;
type Clock = { now: Date; today: string };

export const longestMemo = 200;

const isOfSource = eq(institutionAccessItems.institutionAccessItemId, incomeSources.institutionAccessItemId);

/**
 * Links a transaction, records cash (id 0), or changes a payment, including one created by the same request before.
 * @throws AppError 404 for a payment, source, or transaction that isn't the person's, 400 for what can't pay this
 * source, 409 if the transaction already pays a source
 */
export async function savePayment(scope: IncomeScope, given: PaymentInput, at: Clock): Promise<SavedPayment> {
  const creationKey = given.requestId === undefined ? null : requestKey(given.requestId);
  const input = creationKey === null ? given : await withCreatedId(scope, given, creationKey);
  // The lock keeps a source that is being deleted from getting a payment.
  await lockSource(scope, input.incomeSourceId);
  const source = await readSource(scope, input.incomeSourceId);
  const before = input.incomePaymentId === 0 ? null : await readPayment(scope, input.incomePaymentId);
  const row = input.transactionId === null ? null : await readTransaction(scope, input.transactionId);
  const { amount, problems } = readAmount(input.amount, source, row);
  Object.assign(problems, kindProblems(input, before));
  if (before !== null) Object.assign(problems, await moveProblems(scope, before, source));
  if (Object.keys(problems).length > 0) throw invalid(problems);

  const paymentDate =
    input.paymentDate ?? before?.paymentDate ?? (row === null ? at.today : paymentDateOf(row));
  const { forDate, creditedMonth } = creditOf(source, { ...input, paymentDate }, before);
  const values = {
    incomeSourceId: source.incomeSourceId,
    transactionId: input.transactionId,
    paymentDate,
    creditedMonth,
    forDate,
    manualAmount: row === null ? amount : null,
    paymentMemo: input.paymentMemo ?? before?.paymentMemo ?? row?.name.slice(0, longestMemo) ?? "",
    isManualAdjustment: row === null,
    creationKey: before?.creationKey ?? creationKey,
  };
  const incomePaymentId =
    before === null ? await createPayment(scope, values, at.now) : await changePayment(scope, before, values);
  return { incomePaymentId, creditedMonth };
}

/** Returns what a payment counts for after a save: its month, and for other rhythms the due date's month. */
function creditOf(
  source: IncomeSource,
  saved: { paymentDate: string; creditedMonth?: string | undefined; dueDate?: string | undefined },
  before: Payment | null,
): { forDate: string | null; creditedMonth: string } {
  const creditedMonth = creditedMonthAfter(saved, before);
  if (isMonthly(source)) return { forDate: null, creditedMonth };
  const forDate = forDateAfter(saved, before);
  const period = periodOf(source, { creditedMonth, forDate, paymentDate: saved.paymentDate });
  return { forDate, creditedMonth: period.slice(0, 7) };
}

type Values = Omit<Payment, "incomePaymentId" | "userId" | "createdAt">;

async function createPayment(scope: IncomeScope, values: Values, now: Date): Promise<number> {
  const { tx, userId } = scope;
  const isCashWithoutKey = values.transactionId === null && values.creationKey === null;
  const twin = isCashWithoutKey ? await findTwin(scope, values, now) : null;
  if (twin !== null) return twin;
  const [made] = await tx
    .insert(incomePayments)
    .values({ ...values, userId, createdAt: now })
    // The unique index over transactions lets only one of two tabs link it.
    .onConflictDoNothing({ target: incomePayments.transactionId })
    .returning({ incomePaymentId: incomePayments.incomePaymentId });
  if (made === undefined) throw await alreadyLinked(scope, values.transactionId);
  if (values.transactionId !== null) {
    const { incomeSourceId, transactionId } = values;
    await tx
      .delete(incomeDismissals)
      .where(
        and(
          eq(incomeDismissals.incomeSourceId, incomeSourceId),
          eq(incomeDismissals.transactionId, transactionId),
        ),
      );
  }
  return made.incomePaymentId;
}

/**
 * Adds the id of the payment that the same request has already created, if any. Of two at once, the second waits for the
 * first.
 */
async function withCreatedId(
  scope: IncomeScope,
  input: PaymentInput,
  creationKey: string,
): Promise<PaymentInput> {
  const { tx, userId } = scope;
  if (input.incomePaymentId !== 0) return input;
  await takeLock(tx, `new income payment of ${userId}`);
  const [made] = await tx
    .select({ incomePaymentId: incomePayments.incomePaymentId })
    .from(incomePayments)
    .where(and(eq(incomePayments.userId, userId), eq(incomePayments.creationKey, creationKey)));
  return { ...input, incomePaymentId: made?.incomePaymentId ?? 0 };
}

/**
 * Finds the same cash payment from a few seconds ago: a double click by a caller without keys. The source is locked, so
 * the second of two at once sees the first.
 */
async function findTwin({ tx }: IncomeScope, values: Values, now: Date): Promise<number | null> {
  const [twin] = await tx
    .select({ incomePaymentId: incomePayments.incomePaymentId })
    .from(incomePayments)
    .where(
      and(
        eq(incomePayments.incomeSourceId, values.incomeSourceId),
        eq(incomePayments.isManualAdjustment, true),
        eq(incomePayments.paymentDate, values.paymentDate),
        eq(incomePayments.creditedMonth, values.creditedMonth),
        eq(incomePayments.paymentMemo, values.paymentMemo),
        sql`${incomePayments.manualAmount} = ${values.manualAmount}`,
        gt(incomePayments.createdAt, new Date(now.getTime() - sameContentMs)),
      ),
    )
    .limit(1);
  return twin?.incomePaymentId ?? null;
}

async function changePayment({ tx }: IncomeScope, before: Payment, values: Values): Promise<number> {
  await tx
    .update(incomePayments)
    .set(values)
    .where(eq(incomePayments.incomePaymentId, before.incomePaymentId));
  return before.incomePaymentId;
}

/** Refuses to change a payment's kind: the link of its transaction, or cash. */
function kindProblems({ transactionId }: PaymentInput, before: Payment | null): FieldErrors {
  if (before === null || before.transactionId === transactionId) return {};
  return { transactionId: ["This payment belongs to another transaction. Unlink it and link this one."] };
}

/** Refuses to move cash to a source in another currency, which would change its amount. */
async function moveProblems(scope: IncomeScope, before: Payment, source: IncomeSource): Promise<FieldErrors> {
  if (before.incomeSourceId === source.incomeSourceId || !before.isManualAdjustment) return {};
  const former = await readSource(scope, before.incomeSourceId);
  if (former.isoCurrencyCode === source.isoCurrencyCode) return {};
  return { incomeSourceId: [`This payment is in ${former.isoCurrencyCode}, but the income source isn’t.`] };
}

/** Returns a payment of the person and locks it until the transaction ends. @throws AppError 404 */
async function readPayment(scope: IncomeScope, incomePaymentId: number): Promise<Payment> {
  const payment = await findPayment(scope, incomePaymentId);
  if (payment === null) throw notFound();
  return payment;
}

async function findPayment(
  { tx, userId, mode }: IncomeScope,
  incomePaymentId: number,
): Promise<Payment | null> {
  const [row] = await tx
    .select({ payment: incomePayments })
    .from(incomePayments)
    .innerJoin(incomeSources, eq(incomeSources.incomeSourceId, incomePayments.incomeSourceId))
    .innerJoin(institutionAccessItems, isOfSource)
    .where(
      and(
        eq(incomePayments.userId, userId),
        isSeenIn(mode),
        eq(incomePayments.incomePaymentId, incomePaymentId),
      ),
    )
    .for("update", { of: incomePayments });
  return row?.payment ?? null;
}

/** Creates a 409 with the existing payment and its source. */
async function alreadyLinked({ tx, userId }: IncomeScope, transactionId: number | null): Promise<AppError> {
  const [other] = await tx
    .select({
      incomePaymentId: incomePayments.incomePaymentId,
      incomeSourceId: incomePayments.incomeSourceId,
      incomeSourceName: incomeSources.name,
    })
    .from(incomePayments)
    .innerJoin(incomeSources, eq(incomeSources.incomeSourceId, incomePayments.incomeSourceId))
    .where(and(eq(incomePayments.userId, userId), sql`${incomePayments.transactionId} = ${transactionId}`));
  const words = `This transaction already pays ${other?.incomeSourceName ?? "an income source"}.`;
  return conflict("transactionId", words, other ?? null);
}

/** Credits a payment to a month, and for other rhythms to a due date. @throws AppError 404 */
export async function movePayment(
  scope: IncomeScope,
  incomePaymentId: number,
  to: { month: string; dueDate?: string | undefined },
): Promise<SavedPayment> {
  const payment = await readPayment(scope, incomePaymentId);
  const source = await readSource(scope, payment.incomeSourceId);
  const { paymentDate } = payment;
  const moved = { paymentDate, creditedMonth: to.month, dueDate: to.dueDate };
  const { forDate, creditedMonth } = creditOf(source, moved, payment);
  await scope.tx
    .update(incomePayments)
    .set({ creditedMonth, forDate })
    .where(eq(incomePayments.incomePaymentId, incomePaymentId));
  return { incomePaymentId, creditedMonth };
}

/** Unlinks a payment, idempotently; the transaction stays. @throws AppError 404 */
export async function removePayment(scope: IncomeScope, incomePaymentId: number, now: Date): Promise<void> {
  if ((await findPayment(scope, incomePaymentId)) === null) {
    if ((await findUnlinked(scope, incomePaymentId, now)) === null) throw notFound();
    return;
  }
  await unlinkPayments(scope, eq(incomePayments.incomePaymentId, incomePaymentId), {
    now,
    withSource: false,
  });
}

/**
 * Restores a payment unlinked in the last day, idempotently.
 * @throws AppError 404 if it, its transaction, or its source is gone, 409 if the transaction pays a source again
 */
export async function restorePayment(scope: IncomeScope, incomePaymentId: number, now: Date): Promise<void> {
  const unlinked = await findUnlinked(scope, incomePaymentId, now);
  if (unlinked === null) {
    await readPayment(scope, incomePaymentId);
    return;
  }
  await lockSource(scope, unlinked.incomeSourceId);
  const { lost } = await relinkPayments(scope, eq(unlinkedIncomePayments.incomePaymentId, incomePaymentId));
  if (lost.length > 0) throw await alreadyLinked(scope, unlinked.transactionId);
}

async function findUnlinked({ tx, userId, mode }: IncomeScope, incomePaymentId: number, now: Date) {
  const [row] = await tx
    .select({ payment: unlinkedIncomePayments })
    .from(unlinkedIncomePayments)
    .innerJoin(incomeSources, eq(incomeSources.incomeSourceId, unlinkedIncomePayments.incomeSourceId))
    .innerJoin(institutionAccessItems, isOfSource)
    .where(
      and(
        eq(unlinkedIncomePayments.userId, userId),
        isSeenIn(mode),
        eq(unlinkedIncomePayments.incomePaymentId, incomePaymentId),
        gt(unlinkedIncomePayments.unlinkedAt, restorableSince(now)),
      ),
    );
  return row?.payment ?? null;
}
