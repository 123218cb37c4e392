import { z } from "zod";
import { moneyOf } from "#client/words/money-text.ts";
import { money, toUnits } from "#shared/money.ts";
import { addMonths, monthOf, monthsFrom, monthWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import type { Option } from "#ui/choice/option.ts";
import { required } from "#ui/form/required.ts";
import { filledLineSchema, textSchema } from "#shared/text/text-schemas.ts";
import type { IncomeSourceView } from "../../contract.ts";
import { graceDaysSchema, incomeSourceTypeSchema, rhythmSchema } from "../../domain/income-shapes.ts";
import type { Direction } from "../../domain/income-source.ts";
import { hasTwoDays, rhythms, twoDaysWords } from "../../domain/rhythm.ts";
import { rhythmNames, rhythmWords, type Recurrence } from "../../domain/rhythm-words.ts";

/**
 * Due days to choose from, by default 15: 1 to 28, and the last days, which not every month has
 * (docs/reference/product.md, "Income screens").
 */
export const daysOfMonth: Option<number>[] = Array.from({ length: 31 }, (_, index) => ({
  id: index + 1,
  label: index === 30 ? "Last day" : String(index + 1),
}));
const defaultDay = 15;

export const rhythmOptions = rhythms.map((rhythm) => ({ id: rhythm, label: rhythmNames[rhythm] }));

/** Number of months ahead for which a change can be planned. */
const monthsAhead = 12;

/** Fields of the source dialog; the server runs the same checks (contract.ts, SaveIncomeSource). */
export const sourceFormSchema = z
  .object({
    name: filledLineSchema("Enter a name."),
    incomeSourceType: incomeSourceTypeSchema,
    /** Value of a money field: minor units. Text that isn't an amount is NaN and refused, and so is null. */
    amountDue: z.int("Enter an amount.").nullable().transform(required("Enter an amount.")),
    isoCurrencyCode: z.string(),
    dayOfMonthDue: z.number(),
    startDate: z.string().nullable().transform(required("Enter the start date.")),
    endDate: z.string().nullable(),
    rhythm: rhythmSchema,
    secondDay: z.number(),
    dueDates: z.array(z.string()).max(100, "Use at most 100 dates."),
    isAbout: z.boolean(),
    graceDays: graceDaysSchema.nullable(),
    effectiveFrom: z.string(),
    description: textSchema("Enter a description."),
  })
  .refine(({ startDate, endDate }) => endDate === null || startDate <= endDate, {
    path: ["endDate"],
    error: "Choose an end date on or after the start date.",
    // Runs once both dates are there, even if other fields are invalid, so all problems show at once.
    when: ({ value }) => hasBothDays(value),
  })
  .refine((fields) => fields.rhythm !== "twiceAMonth" || hasTwoDays(fields), {
    path: ["secondDay"],
    error: twoDaysWords,
  });

function hasBothDays(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "startDate" in value && "endDate" in value && Boolean(value.startDate) && Boolean(value.endDate);
}

export type SourceFields = z.output<typeof sourceFormSchema>;
export type SourceInputs = z.input<typeof sourceFormSchema>;

/**
 * Returns the fields of a new source: due on the 15th, starting this month (docs/reference/product.md, "Income
 * screens").
 */
export function newSourceFields(
  now: Date,
  timeZone: string,
  isoCurrencyCode: string,
  direction: Direction = "in",
): SourceInputs {
  const month = monthOf(dateInZone(now, timeZone));
  return {
    name: "",
    incomeSourceType: direction === "in" ? "Rent" : "Other",
    rhythm: "monthly",
    secondDay: 31,
    dueDates: [],
    isAbout: false,
    graceDays: 0,
    amountDue: null,
    isoCurrencyCode,
    dayOfMonthDue: defaultDay,
    startDate: `${month}-01`,
    endDate: null,
    effectiveFrom: month,
    description: "",
  };
}

/**
 * Returns the fields of an existing source; a change applies from the current month by default, or from the source's
 * first if that is later.
 */
export function editedSourceFields(source: IncomeSourceView, now: Date, timeZone: string): SourceInputs {
  const month = monthOf(dateInZone(now, timeZone));
  const first = monthOf(source.startDate);
  return {
    name: source.name,
    incomeSourceType: source.incomeSourceType,
    rhythm: source.rhythm,
    secondDay: source.secondDay ?? 31,
    dueDates: source.dueDates,
    isAbout: source.isAbout,
    graceDays: source.graceDays,
    amountDue: moneyOf(source.amountDue, source.isoCurrencyCode),
    isoCurrencyCode: source.isoCurrencyCode,
    dayOfMonthDue: source.dayOfMonthDue,
    startDate: source.startDate,
    endDate: source.endDate,
    effectiveFrom: first > month ? first : month,
    description: source.description,
  };
}

/** Returns true if the amount or day changes, so that the form asks from which month. */
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

/** Returns the months a change can start with: from the source's first, which fixes a typo, up to a year ahead. */
export function effectiveMonths(startDate: string | null, now: Date, timeZone: string): Option[] {
  const current = monthOf(dateInZone(now, timeZone));
  const first = startDate === null ? current : monthOf(startDate);
  const last = addMonths(first > current ? first : current, monthsAhead);
  return monthsFrom(first, last)
    .toReversed()
    .map((month) => ({ id: month, label: monthWords(month), description: remarkOn(month, first, current) }));
}

function remarkOn(month: string, first: string, current: string): string | undefined {
  if (month === first) return "From the start, to fix a typo";
  return month === current ? "This month" : undefined;
}

/** Rhythm of a source that says nothing of it. */
const unsaidRecurrence: Recurrence = {
  rhythm: "monthly",
  secondDay: null,
  dueDates: [],
  isAbout: false,
  graceDays: 0,
};

/**
 * Builds the body of SaveIncomeSource (docs/reference/http-api.md, "Income"). Existing `expectedPaymentMemos` are kept;
 * new ones can't be entered. `effectiveFrom` is sent only if the amount or day changes, and the rhythm only if it does. `source` is the one the dialog
 * opened with.
 */
export function sourceToSave(
  institutionAccessItemId: number,
  source: IncomeSourceView | null,
  fields: SourceFields,
  direction: Direction = "in",
) {
  const { amountDue, isoCurrencyCode, effectiveFrom, ...others } = fields;
  const { rhythm, secondDay, dueDates, isAbout, graceDays, ...rest } = others;
  const recurrence = {
    rhythm,
    secondDay: rhythm === "twiceAMonth" ? secondDay : null,
    dueDates: rhythm === "irregular" ? dueDates : [],
    isAbout,
    graceDays: graceDays ?? 0,
  };
  return {
    incomeSourceId: source?.incomeSourceId ?? 0,
    institutionAccessItemId,
    ...rest,
    ...(direction === "in" ? {} : { direction }),
    ...(rhythmWords(recurrence) === rhythmWords(source ?? unsaidRecurrence) ? {} : recurrence),
    amountDue: toUnits(money(amountDue), isoCurrencyCode),
    isoCurrencyCode,
    expectedPaymentMemos: source?.expectedPaymentMemos ?? [],
    isExisting: source !== null,
    ...(changesTerms(source, fields) ? { effectiveFrom } : {}),
    ...(source === null ? {} : { basedOn: source }),
  };
}

/** Returns the currencies a source can use: those of the bank's accounts, US dollars, and its own. */
export function offeredCurrencies(ofAccounts: readonly string[], own: string): string[] {
  return [...new Set([own, ...ofAccounts.toSorted(), "USD"])];
}
