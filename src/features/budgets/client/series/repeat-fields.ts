import { z } from "zod";
import { addDays, dayOfMonth, monthOf } from "#shared/time/plain-dates.ts";
import type { BudgetView } from "../../contract.ts";
import { carryModes } from "../../domain/series/carry.ts";
import { periodFrom, rhythmUnits } from "../../domain/series/rhythm.ts";

export const appliesToChoices = ["this", "later", "open"] as const;

const everySchema = z.int("Enter a whole number.").min(1, "Enter 1 or more.").max(366, "Enter at most 366.");

/** Fields of "Repeats" in the budget dialog. The rhythm is checked only while they are shown. */
export const repeatSchema = z
  .object({
    isOn: z.boolean(),
    every: z.number().or(z.nan()),
    unit: z.enum(rhythmUnits),
    ends: z.string().nullable(),
    /** For all categories; null leaves each as it is. */
    carry: z.enum(carryModes).nullable(),
    appliesTo: z.enum(appliesToChoices),
  })
  .superRefine(({ isOn, every }, context) => {
    const read = everySchema.safeParse(every);
    if (!isOn || read.success) return;
    for (const { message } of read.error.issues)
      context.addIssue({ code: "custom", path: ["every"], message });
  });

export type RepeatFields = z.output<typeof repeatSchema>;

type Repeating = Pick<BudgetView, "series" | "startDate" | "budgetId">;

/** Returns the fields for a budget: off unless others follow it, and each month if it's turned on. */
export function repeatFields(budget: Pick<BudgetView, "series" | "startDate"> | null): RepeatFields {
  const series = budget?.series ?? null;
  const isOn = budget !== null && series !== null && (series.ends === null || series.ends > budget.startDate);
  return {
    isOn,
    ...(series?.rhythm ?? { every: 1, unit: "month" }),
    ends: isOn ? series.ends : null,
    carry: series === null ? "none" : null,
    appliesTo: "this",
  };
}

/**
 * Returns what SaveBudgetSeries takes besides the budget's own fields; null for a budget that doesn't repeat. A series
 * that is turned off ends with this period.
 */
export function repeatToSave(budget: Repeating | null, startDate: string, repeat: RepeatFields) {
  const series = budget?.series ?? null;
  if (series === null && !repeat.isOn) return null;
  const { every, unit, ends, appliesTo } = repeat;
  const isSameRhythm = series !== null && series.rhythm.every === every && series.rhythm.unit === unit;
  return {
    seriesId: series?.seriesId ?? 0,
    ...(budget === null ? {} : { budgetId: budget.budgetId }),
    rhythm: repeat.isOn ? { every, unit } : (series?.rhythm ?? { every, unit }),
    anchor: series !== null && (isSameRhythm || !repeat.isOn) ? series.anchor : anchorOf(startDate, unit),
    ends: repeat.isOn ? ends : startDate,
    appliesTo,
  };
}

/** Returns the last day of a period by its rhythm; null if its start or the rhythm isn't known yet. */
export function endByRhythm(startDate: string | null, { every, unit }: Pick<RepeatFields, "every" | "unit">) {
  if (startDate === null || !everySchema.safeParse(every).success) return null;
  return periodFrom({ every, unit, anchor: anchorOf(startDate, unit) }, startDate).endDate;
}

/** Months that start on their last day do so in all months. */
function anchorOf(startDate: string, unit: RepeatFields["unit"]): string {
  if (unit !== "month" || dayOfMonth(monthOf(startDate), 31) !== startDate) return startDate;
  // The last month with 31 days up to this one.
  let anchor = startDate;
  while (!anchor.endsWith("-31")) anchor = addDays(`${monthOf(anchor)}-01`, -1);
  return anchor;
}
