import { and, eq, gt, sql } from "drizzle-orm";
import { institutionAccessItems } from "#server/tables/institution-tables.ts";
import { requestKey, sameContentMs } from "#server/http/creation-key.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { restorableMs } from "#server/restorable.ts";
import { conflict, invalid, notFound, type AppError, type FieldErrors } from "#shared/errors.ts";
import { creditedMonthAfter, paymentDateOf } from "../../domain/income-payment.ts";
import type { IncomeSource } from "../../domain/income-source.ts";
import {
  incomeDismissals,
  incomePayments,
  incomeSources,
  unlinkedIncomePayments,
} from "#server/tables/income-tables.ts";
import { relinkPayments, unlinkPayments } from "./payment-moves.ts";
import { readAmount, readTransaction } from "./payment-link.ts";
import { holdSource, readSource, type IncomeScope } from "../sources/source-rows.ts";

/** What a payment is saved with; `amount` in currency units as it came, `transactionId` null for a manual adjustment. */
export type PaymentInput = {
  incomePaymentId: number;
  transactionId: number | null;
  incomeSourceId: number;
  paymentDate: string | null;
  amount: number;
  paymentMemo: string | null;
  creditedMonth?: string | undefined;
  requestId?: string | undefined;
};

export type SavedPayment = { incomePaymentId: number; creditedMonth: string };

type Payment = typeof incomePayments.$inferSelect;
type Clock = { now: Date; today: string };

const longestMemo = 200;

const isOfSource = eq(institutionAccessItems.institutionAccessItemId, incomeSources.institutionAccessItemId);

/**
 * Links a transaction, records cash (id 0), or changes a payment, also one that the same wish has made before.
 * @throws AppError 404 for a payment, source or transaction that is not the person's, 400 for what cannot pay this
 * source, 409 where the transaction pays a source already
 */
export async function savePayment(scope: IncomeScope, given: PaymentInput, at: Clock): Promise<SavedPayment> {
  const creationKey = given.requestId === undefined ? null : requestKey(given.requestId);
  const input = creationKey === null ? given : await sameOrNew(scope, given, creationKey);
  // Held, so that a source that is being deleted at this moment gets no payment.
  await holdSource(scope, input.incomeSourceId);
  const source = await readSource(scope, input.incomeSourceId);
  const before = input.incomePaymentId === 0 ? null : await readPayment(scope, input.incomePaymentId);
  const row = input.transactionId === null ? null : await readTransaction(scope, input.transactionId);
  const { amount, problems } = readAmount(input.amount, source, row);
  Object.assign(problems, kindProblems(input, before));
  if (before !== null) Object.assign(problems, await moveProblems(scope, before, source));
  if (Object.keys(problems).length > 0) throw invalid(problems);

  const paymentDate =
    input.paymentDate ?? before?.paymentDate ?? (row === null ? at.today : paymentDateOf(row));
  const creditedMonth = creditedMonthAfter({ paymentDate, creditedMonth: input.creditedMonth }, before);
  const values = {
    incomeSourceId: source.incomeSourceId,
    transactionId: input.transactionId,
    paymentDate,
    creditedMonth,
    manualAmount: row === null ? amount : null,
    paymentMemo: input.paymentMemo ?? before?.paymentMemo ?? row?.name.slice(0, longestMemo) ?? "",
    isManualAdjustment: row === null,
    creationKey: before?.creationKey ?? creationKey,
  };
  const incomePaymentId =
    before === null ? await makePayment(scope, values, at.now) : await changePayment(scope, before, values);
  return { incomePaymentId, creditedMonth };
}

type Values = Omit<Payment, "incomePaymentId" | "userId" | "createdAt">;

async function makePayment(scope: IncomeScope, values: Values, now: Date): Promise<number> {
  const { tx, userId } = scope;
  const isCashWithoutKey = values.transactionId === null && values.creationKey === null;
  const twin = isCashWithoutKey ? await findTwin(scope, values, now) : null;
  if (twin !== null) return twin;
  const [made] = await tx
    .insert(incomePayments)
    .values({ ...values, userId, createdAt: now })
    // The index over transactions decides, so of two tabs at once only one can link it.
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

/** What a wish comes to that may have made its payment already: of the same one twice, the second waits for the first. */
async function sameOrNew(
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

/** The same cash a few seconds ago, of a caller without keys: a double click. The source is held, so the second of two at once sees the first. */
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

/** A payment stays what it is: a link of its transaction, or cash. */
function kindProblems({ transactionId }: PaymentInput, before: Payment | null): FieldErrors {
  if (before === null || before.transactionId === transactionId) return {};
  return { transactionId: ["This payment belongs to another transaction. Unlink it and link this one."] };
}

/** Another source may take a payment over, but cash is in its source's currency and would change its amount. */
async function moveProblems(scope: IncomeScope, before: Payment, source: IncomeSource): Promise<FieldErrors> {
  if (before.incomeSourceId === source.incomeSourceId || !before.isManualAdjustment) return {};
  const former = await readSource(scope, before.incomeSourceId);
  if (former.isoCurrencyCode === source.isoCurrencyCode) return {};
  return { incomeSourceId: [`This payment is in ${former.isoCurrencyCode}, the income source is not.`] };
}

/** A payment of the person's, held until the end of the transaction. @throws AppError 404 */
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
        eq(institutionAccessItems.mode, mode),
        eq(incomePayments.incomePaymentId, incomePaymentId),
      ),
    )
    .for("update", { of: incomePayments });
  return row?.payment ?? null;
}

/** 409 with the payment that is in the way with what it pays. */
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

/** Credits a payment to a month. @throws AppError 404 */
export async function movePayment(
  scope: IncomeScope,
  incomePaymentId: number,
  creditedMonth: string,
): Promise<SavedPayment> {
  await readPayment(scope, incomePaymentId);
  await scope.tx
    .update(incomePayments)
    .set({ creditedMonth })
    .where(eq(incomePayments.incomePaymentId, incomePaymentId));
  return { incomePaymentId, creditedMonth };
}

/** Unlinks a payment; the transaction stays. Again is not an error. @throws AppError 404 */
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
 * Links a payment again that was unlinked in the last day. Again is not an error.
 * @throws AppError 404 where it, its transaction or its source is gone, 409 where the transaction pays a source by now
 */
export async function restorePayment(scope: IncomeScope, incomePaymentId: number, now: Date): Promise<void> {
  const unlinked = await findUnlinked(scope, incomePaymentId, now);
  if (unlinked === null) {
    await readPayment(scope, incomePaymentId);
    return;
  }
  await holdSource(scope, unlinked.incomeSourceId);
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
        eq(institutionAccessItems.mode, mode),
        eq(unlinkedIncomePayments.incomePaymentId, incomePaymentId),
        gt(unlinkedIncomePayments.unlinkedAt, new Date(now.getTime() - restorableMs)),
      ),
    );
  return row?.payment ?? null;
}
