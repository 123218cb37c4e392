import type { Rhythm } from "./rhythm.ts";

/** A source's rules for due dates and lateness, apart from its days. */
export type Recurrence = {
  rhythm: Rhythm;
  secondDay: number | null;
  dueDates: readonly string[];
  isAbout: boolean;
  graceDays: number;
};

/** Names of rhythms, as a form offers them. */
export const rhythmNames: Record<Rhythm, string> = {
  weekly: "Weekly",
  everyTwoWeeks: "Every two weeks",
  twiceAMonth: "Twice a month",
  monthly: "Monthly",
  quarterly: "Quarterly",
  yearly: "Yearly",
  irregular: "On certain dates",
};

/** "Twice a month, second day 31, about, 5 days of grace". */
export function rhythmWords({ rhythm, secondDay, dueDates, isAbout, graceDays }: Recurrence): string {
  return [
    rhythmNames[rhythm],
    ...(secondDay === null ? [] : [`second day ${secondDay}`]),
    ...(rhythm === "irregular" ? [dueDates.join(" ")] : []),
    ...(isAbout ? ["amount varies"] : []),
    ...(graceDays === 0 ? [] : [`${graceDays} days of grace`]),
  ].join(", ");
}
