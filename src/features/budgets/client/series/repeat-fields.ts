import { z } from "zod";
import { addDays, dayOfMonth, monthOf } from "#shared/time/plain-dates.ts";
import type { BudgetView } from "../../contract.ts";
import { carryModes } from "../../domain/series/carry.ts";
import { rhythmUnits } from "../../domain/series/rhythm.ts";

export const appliesToChoices = ["this", "later", "open"] as const;

/** Fields of "Repeats" in the budget dialog. */
export const repeatSchema = z.object({
  isOn: z.boolean(),
  every: z.int("Enter a whole number.").min(1, "Enter 1 or more.").max(366, "Enter at most 366."),
  unit: z.enum(rhythmUnits),
  ends: z.string().nullable(),
  /** For all categories; null leaves each as it is. */
  carry: z.enum(carryModes).nullable(),
  appliesTo: z.enum(appliesToChoices),
});

export type RepeatFields = z.output<typeof repeatSchema>;

type Repeating = Pick<BudgetView, "series" | "startDate"> & { budgetId: number };

/** Returns the fields for a budget: off unless it repeats, and each month if it's turned on. */
export function repeatFields(budget: Pick<BudgetView, "series"> | null): RepeatFields {
  const series = budget?.series ?? null;
  return {
    isOn: series !== null,
    ...(series?.rhythm ?? { every: 1, unit: "month" }),
    ends: series?.ends ?? null,
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

/** Months that start on their last day do so in all months. */
function anchorOf(startDate: string, unit: RepeatFields["unit"]): string {
  if (unit !== "month" || dayOfMonth(monthOf(startDate), 31) !== startDate) return startDate;
  // The last month with 31 days up to this one.
  let anchor = startDate;
  while (!anchor.endsWith("-31")) anchor = addDays(`${monthOf(anchor)}-01`, -1);
  return anchor;
}
