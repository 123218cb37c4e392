import { z } from "zod";
import { moneyOf } from "#client/money-text.ts";
import { money, toUnits } from "#shared/money.ts";
import { addMonths, dateInZone, monthOf, monthsFrom, monthWords } from "#shared/time/plain-dates.ts";
import type { Option } from "#ui/choice/option.ts";
import type { IncomeSourceView } from "../../contract.ts";
import { descriptionSchema, incomeSourceTypeSchema, lineSchema } from "../../domain/income-shapes.ts";

/** docs/reference/product.md, "Income screens": a choice of 1 to 28, 15 unless said. */
export const daysOfMonth: Option<number>[] = Array.from({ length: 28 }, (_, index) => ({
  id: index + 1,
  label: String(index + 1),
}));
const defaultDay = 15;

/** How far ahead a changed amount can be planned. */
const monthsAhead = 12;

/** The fields of a source as the dialog checks them; the server checks the same (contract.ts, SaveIncomeSource). */
export const sourceFormSchema = z
  .object({
    name: lineSchema("Enter a name.").min(1, "Enter a name."),
    incomeSourceType: incomeSourceTypeSchema,
    /** A money field's value: minor units; text that is no amount is NaN and refused, and so is nothing. */
    amountDue: z.int("Enter an amount.").nullable().transform(required("Enter an amount.")),
    isoCurrencyCode: z.string(),
    dayOfMonthDue: z.number(),
    startDate: z.string().nullable().transform(required("Enter the first day.")),
    endDate: z.string().nullable(),
    effectiveFrom: z.string(),
    description: descriptionSchema,
  })
  .refine(({ startDate, endDate }) => endDate === null || startDate <= endDate, {
    path: ["endDate"],
    error: "Choose an end date on or after the start date.",
    // Every problem at once: said as soon as both days are there, whatever else is wrong.
    when: ({ value }) => hasBothDays(value),
  });

function required(message: string) {
  return <Value>(value: Value | null, context: z.RefinementCtx): Value => {
    if (value !== null) return value;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
}

function hasBothDays(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "startDate" in value && "endDate" in value && Boolean(value.startDate) && Boolean(value.endDate);
}

export type SourceFields = z.output<typeof sourceFormSchema>;
export type SourceInputs = z.input<typeof sourceFormSchema>;

/** A new source: due from the first day of this month on, on the 15th (docs/reference/product.md, "Income screens"). */
export function newSourceFields(now: Date, timeZone: string, isoCurrencyCode: string): SourceInputs {
  const month = monthOf(dateInZone(now, timeZone));
  return {
    name: "",
    incomeSourceType: "Rent",
    amountDue: null,
    isoCurrencyCode,
    dayOfMonthDue: defaultDay,
    startDate: `${month}-01`,
    endDate: null,
    effectiveFrom: month,
    description: "",
  };
}

/** A source as its dialog shows it; a change counts from the current month on unless said, or from its first. */
export function editedSourceFields(source: IncomeSourceView, now: Date, timeZone: string): SourceInputs {
  const month = monthOf(dateInZone(now, timeZone));
  const first = monthOf(source.startDate);
  return {
    name: source.name,
    incomeSourceType: source.incomeSourceType,
    amountDue: moneyOf(source.amountDue, source.isoCurrencyCode),
    isoCurrencyCode: source.isoCurrencyCode,
    dayOfMonthDue: source.dayOfMonthDue,
    startDate: source.startDate,
    endDate: source.endDate,
    effectiveFrom: first > month ? first : month,
    description: source.description,
  };
}

/** Whether what is due changes, so that it must be said from when on. */
export function changesTerms(
  source: IncomeSourceView | null,
  fields: Pick<SourceInputs, "amountDue" | "dayOfMonthDue">,
): boolean {
  if (source === null) return false;
  return (
    fields.dayOfMonthDue !== source.dayOfMonthDue ||
    fields.amountDue !== moneyOf(source.amountDue, source.isoCurrencyCode)
  );
}

/** The months from which a change can count: the source's first, which mends a typo, up to a year ahead. */
export function effectiveMonths(startDate: string | null, now: Date, timeZone: string): Option[] {
  const current = monthOf(dateInZone(now, timeZone));
  const first = startDate === null ? current : monthOf(startDate);
  const last = addMonths(first > current ? first : current, monthsAhead);
  return monthsFrom(first, last)
    .toReversed()
    .map((month) => ({ id: month, label: monthWords(month), description: remarkOn(month, first, current) }));
}

function remarkOn(month: string, first: string, current: string): string | undefined {
  if (month === first) return "From the beginning: mends a typo everywhere";
  return month === current ? "This month" : undefined;
}

/**
 * The body of SaveIncomeSource (docs/reference/http-api.md, "Income": `expectedPaymentMemos` is always sent empty,
 * but what a source has already is kept). `effectiveFrom` only where what is due changes. `source` is the one that
 * the dialog opened with.
 */
export function sourceToSave(
  institutionAccessItemId: number,
  source: IncomeSourceView | null,
  fields: SourceFields,
) {
  const { amountDue, isoCurrencyCode, effectiveFrom, ...rest } = fields;
  return {
    incomeSourceId: source?.incomeSourceId ?? 0,
    institutionAccessItemId,
    ...rest,
    amountDue: toUnits(money(amountDue), isoCurrencyCode),
    isoCurrencyCode,
    expectedPaymentMemos: source?.expectedPaymentMemos ?? [],
    isExisting: source !== null,
    ...(changesTerms(source, fields) ? { effectiveFrom } : {}),
    ...(source === null ? {} : { basedOn: source }),
  };
}

/** The currencies that a source can be kept in: those of the institution's accounts, the dollar, and its own. */
export function offeredCurrencies(ofAccounts: readonly string[], own: string): string[] {
  return [...new Set([own, ...ofAccounts.toSorted(), "USD"])];
}
