import type { z } from "zod";
import { invalid } from "#shared/errors.ts";
import { amountWords, FieldMerge, quoted } from "#shared/field-merge.ts";
import { dateWords, monthWords } from "#shared/time/plain-dates.ts";
import type { saveIncomeSourceInput } from "../../source-contract.ts";
import type { IncomeSource } from "../../domain/income-source.ts";
import { rhythmWords, type Recurrence } from "../../domain/rhythm-words.ts";
import type { IncomeSourceBasis } from "../../domain/income-shapes.ts";
import { sourceView } from "../income-views.ts";

/** Input of a save; `amountDue` in currency units as received. */
export type SourceInput = Omit<
  z.output<typeof saveIncomeSourceInput>,
  "description" | "endDate" | "dueDates"
> & {
  dueDates?: readonly string[] | undefined;
  description: string;
  endDate: string | null;
};

/**
 * Merges the input of a save with the saved source (`before`, whose row is locked). Without `basedOn`, only what the input
 * leaves out is the saved source's.
 * @throws AppError 409 for fields changed on both sides, 400 if the merged dates make no period
 */
export function mergeSource(given: SourceInput, before: IncomeSource, currentMonth: string): SourceInput {
  const current = sourceView(before, currentMonth);
  const input = { ...given, ...recurrenceOf(given, current) };
  const { basedOn } = input;
  if (basedOn === undefined) return input;
  const merge = new FieldMerge(input.decided);
  const sides = { basedOn, mine: input, theirs: current };
  const merged = {
    ...input,
    name: merge.takeField(sides, "name", { label: "Name", words: quoted }),
    description: merge.takeField(sides, "description", { label: "Description", words: quoted }),
    startDate: merge.takeField(sides, "startDate", { label: "Start date", words: dateWords }),
    endDate: merge.takeField(sides, "endDate", {
      label: "End date",
      words: (date) => (date === null ? "none" : dateWords(date)),
    }),
    incomeSourceType: merge.takeField(sides, "incomeSourceType", { label: "Type", words: (type) => type }),
    ...mergeRhythm(merge, input, { basedOn, current }),
    ...mergeDue(merge, input, { basedOn, current, currentMonth }),
  };
  merge.refuseConflicts(current);
  if (merged.endDate !== null && merged.endDate < merged.startDate)
    throw invalid({ endDate: ["Choose an end date on or after the start date."] });
  return merged;
}

/** Merges what decides due dates and lateness as one field. */
function mergeRhythm(
  merge: FieldMerge,
  input: Recurrence,
  { basedOn, current }: { basedOn: IncomeSourceBasis; current: Recurrence },
): Recurrence {
  return merge.take({
    field: "rhythm",
    label: "Rhythm",
    basedOn: basedOn.rhythm === undefined ? undefined : recurrenceOf(basedOn, current),
    mine: recurrenceOf(input, input),
    theirs: recurrenceOf(current, current),
    words: rhythmWords,
  });
}

/** Returns a side's recurrence, with that of another where it says nothing. */
function recurrenceOf(
  side: { [Key in keyof Recurrence]?: Recurrence[Key] | undefined },
  other: Recurrence,
): Recurrence {
  return {
    rhythm: side.rhythm ?? other.rhythm,
    secondDay: side.secondDay === undefined ? other.secondDay : side.secondDay,
    dueDates: side.dueDates ?? other.dueDates,
    isAbout: side.isAbout ?? other.isAbout,
    graceDays: side.graceDays ?? other.graceDays,
  };
}

/** Merges amount and day as one field, including planned changes, since a new amount applies to all later months. */
function mergeDue(
  merge: FieldMerge,
  input: SourceInput,
  {
    basedOn,
    current,
    currentMonth,
  }: { basedOn: IncomeSourceBasis; current: ReturnType<typeof sourceView>; currentMonth: string },
): Pick<SourceInput, "amountDue" | "dayOfMonthDue" | "effectiveFrom"> {
  const { amountDue, dayOfMonthDue = current.dayOfMonthDue, terms = current.terms } = basedOn;
  const mine = { amountDue: input.amountDue, dayOfMonthDue: input.dayOfMonthDue, terms };
  const theirs = {
    amountDue: current.amountDue,
    dayOfMonthDue: current.dayOfMonthDue,
    terms: current.terms,
  };
  const words = (due: Pick<SourceInput, "amountDue" | "dayOfMonthDue">) =>
    `${amountWords(due.amountDue, current.isoCurrencyCode)} on day ${due.dayOfMonthDue}`;
  const planned = current.terms
    .filter(({ effectiveFrom }) => effectiveFrom > currentMonth)
    .map((term) => `, from ${monthWords(term.effectiveFrom)} ${words(term)}`);
  const taken = merge.take({
    field: "amountDue",
    label: "Amount due",
    basedOn: amountDue === undefined ? undefined : { amountDue, dayOfMonthDue, terms },
    mine,
    theirs,
    words: (due) => (due === theirs ? [words(due), ...planned].join("") : words(due)),
  });
  if (taken === theirs)
    return { amountDue: theirs.amountDue, dayOfMonthDue: theirs.dayOfMonthDue, effectiveFrom: undefined };
  return { amountDue: mine.amountDue, dayOfMonthDue: mine.dayOfMonthDue, effectiveFrom: input.effectiveFrom };
}
