import { dayNumber, dayOf } from "./bill-dates.ts";
import type { Cosponsor } from "./bill-shapes.ts";

export type PartyCount = { party: string; name: string; count: number };

const partyNames: Record<string, string | undefined> = {
  D: "Democrats",
  R: "Republicans",
  I: "Independents",
  ID: "Independents",
  L: "Libertarians",
};

/** Returns the party of one legislator, such as "Democrat"; the letter for an unknown party. */
export function partyName(letter: string | undefined): string {
  if (letter === undefined) return "Party unknown";
  return partyNames[letter]?.replace(/s$/, "") ?? letter;
}

/** Counts current cosponsors by party, largest first. */
export function partySplit(cosponsors: readonly Cosponsor[]): PartyCount[] {
  const counts = new Map<string, number>();
  for (const { party, sponsorshipWithdrawnDate } of cosponsors) {
    if (sponsorshipWithdrawnDate !== undefined) continue;
    const letter = party ?? "";
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return [...counts]
    .map(([party, count]) => ({
      party,
      name: party === "" ? "Party unknown" : (partyNames[party] ?? party),
      count,
    }))
    .toSorted((a, b) => b.count - a.count || a.party.localeCompare(b.party));
}

/** Number of cosponsors from this day on. */
export type GrowthStep = { day: string; count: number };

/** Returns the number of cosponsors after each day it changed; withdrawn ones count until they withdrew. */
export function cosponsorGrowth(cosponsors: readonly Cosponsor[]): GrowthStep[] {
  const changes = new Map<string, number>();
  function change(date: string | undefined, by: number) {
    if (date === undefined || dayNumber(date) === null) return;
    changes.set(dayOf(date), (changes.get(dayOf(date)) ?? 0) + by);
  }
  for (const { sponsorshipDate, sponsorshipWithdrawnDate } of cosponsors) {
    if (sponsorshipDate === undefined) continue;
    change(sponsorshipDate, 1);
    change(sponsorshipWithdrawnDate, -1);
  }
  let count = 0;
  return [...changes]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([day, by]) => ({ day, count: (count += by) }));
}

/** Describes the growth in a sentence, the chart's text alternative; null if there is nothing to draw. */
export function growthSentence(
  steps: readonly GrowthStep[],
  dayText: (day: string) => string,
): string | null {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const most = steps.reduce((peak, step) => (step.count > peak.count ? step : peak), first);
  const peak = most.count > last.count ? `, with a peak of ${most.count} on ${dayText(most.day)}` : "";
  return `From ${first.count} on ${dayText(first.day)} to ${last.count} on ${dayText(last.day)}${peak}.`;
}
