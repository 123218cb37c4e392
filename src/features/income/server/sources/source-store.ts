import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { contentKey, isRequestKey, requestKey, sameContentMs } from "#server/http/calls/creation-key.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { restorableSince } from "#server/restorable.ts";
import { invalid, type FieldErrors } from "#shared/errors.ts";
import { fromUnits, zeroMoney } from "#shared/money.ts";
import { monthOf } from "#shared/time/plain-dates.ts";
import {
  anchoredTerms,
  changedTerms,
  type IncomeSource,
  type IncomeTerm,
  type IncomeTerms,
} from "../../domain/income-source.ts";
import {
  incomePayments,
  incomeSources,
  incomeTerms,
  unlinkedIncomePayments,
} from "#server/tables/income-tables.ts";
import { relinkPayments, unlinkPayments } from "../payments/payment-moves.ts";
import { mergeSource, type SourceInput } from "./source-merge.ts";
import { lockSource, readInstitution, readSource, type IncomeScope } from "./source-rows.ts";

const defaultCurrency = "USD";

/**
 * Creates a source (id 0) or changes one atomically; `today` is a plain date.
 * @throws AppError 404 for a source or bank that isn't the person's, 400 for invalid values, 409 for fields changed
 * elsewhere since `basedOn`
 */
export async function saveSource(
  scope: IncomeScope,
  input: SourceInput,
  at: { now: Date; today: string },
): Promise<IncomeSource> {
  await readInstitution(scope, input.institutionAccessItemId);
  const incomeSourceId =
    input.incomeSourceId === 0
      ? await createSource(scope, input, at)
      : await changeSource(scope, input, monthOf(at.today));
  return readSource(scope, incomeSourceId);
}

async function createSource(
  scope: IncomeScope,
  input: SourceInput,
  { now, today }: { now: Date; today: string },
): Promise<number> {
  const { tx, userId } = scope;
  const { isoCurrencyCode = defaultCurrency } = input;
  const { direction = "in" } = input;
  const term = readTerm(input, monthOf(input.startDate), isoCurrencyCode);
  const values = { ...valuesOf(input), direction, isoCurrencyCode };
  const creationKey =
    input.requestId === undefined ? contentKey({ ...values, ...term }) : requestKey(input.requestId);
  // Of two requests at once, the second waits here and then finds the first's source.
  await takeLock(tx, `new income source of ${userId}`);
  const made = await findCreated(scope, creationKey, now);
  if (made !== null && input.requestId !== undefined) {
    // The form may have changed between the two attempts, so the latest values win, from the first month on.
    const effectiveFrom = monthOf(input.startDate);
    return changeSource(scope, { ...input, incomeSourceId: made, effectiveFrom }, monthOf(today));
  }
  if (made !== null) return made;
  const [row] = await tx
    .insert(incomeSources)
    .values({ ...values, userId, isoCurrencyCode, creationKey, createdAt: now })
    .returning({ incomeSourceId: incomeSources.incomeSourceId });
  if (row === undefined) throw new Error("The database made no income source.");
  await writeTerms(scope, row.incomeSourceId, [term]);
  return row.incomeSourceId;
}

async function findCreated(
  { tx, userId }: IncomeScope,
  creationKey: string,
  now: Date,
): Promise<number | null> {
  const since = new Date(now.getTime() - sameContentMs);
  const [made] = await tx
    .select({ incomeSourceId: incomeSources.incomeSourceId })
    .from(incomeSources)
    .where(
      and(
        eq(incomeSources.userId, userId),
        eq(incomeSources.creationKey, creationKey),
        isNull(incomeSources.deletedAt),
        isRequestKey(creationKey) ? undefined : gt(incomeSources.createdAt, since),
      ),
    )
    .orderBy(desc(incomeSources.incomeSourceId))
    .limit(1);
  return made?.incomeSourceId ?? null;
}

async function changeSource(scope: IncomeScope, given: SourceInput, currentMonth: string): Promise<number> {
  const { tx } = scope;
  const { incomeSourceId, institutionAccessItemId } = given;
  await lockSource(scope, incomeSourceId);
  const before = await readSource(scope, incomeSourceId);
  const input = mergeSource(given, before, currentMonth);
  const problems: FieldErrors = {};
  if ((input.isoCurrencyCode ?? before.isoCurrencyCode) !== before.isoCurrencyCode)
    problems["isoCurrencyCode"] = [
      `This source is in ${before.isoCurrencyCode}, which can’t be changed. Create another source instead.`,
    ];
  if ((input.direction ?? before.direction) !== before.direction)
    problems["direction"] = ["Income can’t become a bill, or a bill income. Create another one instead."];
  if (
    institutionAccessItemId !== before.institutionAccessItemId &&
    (await hasPayments(scope, incomeSourceId))
  )
    problems["institutionAccessItemId"] = ["Unlink this source’s payments before moving it to another bank."];
  const term = readTerm(input, input.effectiveFrom ?? currentMonth, before.isoCurrencyCode, problems);
  await tx.update(incomeSources).set(valuesOf(input)).where(eq(incomeSources.incomeSourceId, incomeSourceId));
  const terms = changedTerms(anchoredTerms(before.terms, input.startDate), term, currentMonth);
  if (terms !== before.terms) await writeTerms(scope, incomeSourceId, terms);
  return incomeSourceId;
}

function valuesOf(input: SourceInput) {
  const { institutionAccessItemId, name, description, startDate, endDate } = input;
  const { incomeSourceType, expectedPaymentMemos } = input;
  const { rhythm = "monthly", secondDay, dueDates = [], isAbout = false, graceDays = 0 } = input;
  return {
    rhythm,
    secondDay: rhythm === "twiceAMonth" ? (secondDay ?? null) : null,
    dueDates: rhythm === "irregular" ? [...new Set(dueDates)].toSorted() : [],
    isAbout,
    graceDays,
    institutionAccessItemId,
    name,
    description,
    startDate,
    endDate,
    incomeSourceType,
    expectedPaymentMemos,
  };
}

/** Reads the amount and day of a save as a term. @throws AppError 400 with this and the given problems */
function readTerm(
  { amountDue, dayOfMonthDue }: SourceInput,
  effectiveFrom: string,
  currency: string,
  problems: FieldErrors = {},
): IncomeTerm {
  const read = fromUnits(amountDue, currency);
  const all = { ...problems, ...(read.ok ? {} : { amountDue: [read.message] }) };
  if (Object.keys(all).length > 0) throw invalid(all);
  return { effectiveFrom, amountDue: read.ok ? read.value : zeroMoney, dayOfMonthDue };
}

async function hasPayments({ tx }: IncomeScope, incomeSourceId: number): Promise<boolean> {
  const [payment] = await tx
    .select({ id: incomePayments.incomePaymentId })
    .from(incomePayments)
    .where(eq(incomePayments.incomeSourceId, incomeSourceId))
    .limit(1);
  return payment !== undefined;
}

async function writeTerms(
  { tx, userId }: IncomeScope,
  incomeSourceId: number,
  terms: IncomeTerms,
): Promise<void> {
  await tx.delete(incomeTerms).where(eq(incomeTerms.incomeSourceId, incomeSourceId));
  await tx.insert(incomeTerms).values(terms.map((term) => ({ ...term, incomeSourceId, userId })));
}

/**
 * Deletes a source and unlinks its payments, idempotently; the transactions stay.
 * @throws AppError 404 if it doesn't exist or was deleted more than a day ago
 */
export async function removeSource(scope: IncomeScope, incomeSourceId: number, now: Date): Promise<void> {
  const { deletedAt } = await lockSource(scope, incomeSourceId, restorableSince(now));
  if (deletedAt !== null) return;
  await scope.tx
    .update(incomeSources)
    .set({ deletedAt: now })
    .where(eq(incomeSources.incomeSourceId, incomeSourceId));
  await unlinkPayments(scope, eq(incomePayments.incomeSourceId, incomeSourceId), { now, withSource: true });
}

/**
 * Restores a deleted source, with those of its payments whose transactions are free.
 * @throws AppError 404 if it doesn't exist or was deleted too long ago
 */
export async function restoreSource(
  scope: IncomeScope,
  incomeSourceId: number,
  now: Date,
): Promise<{ source: IncomeSource; restored: number; lost: number }> {
  await lockSource(scope, incomeSourceId, restorableSince(now));
  await scope.tx
    .update(incomeSources)
    .set({ deletedAt: null })
    .where(eq(incomeSources.incomeSourceId, incomeSourceId));
  const { restored, lost } = await relinkPayments(
    scope,
    and(
      eq(unlinkedIncomePayments.incomeSourceId, incomeSourceId),
      eq(unlinkedIncomePayments.withSource, true),
    ),
  );
  return { source: await readSource(scope, incomeSourceId), restored: restored.length, lost: lost.length };
}
