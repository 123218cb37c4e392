import { unreadCongress, type CongressState } from "./bill-index-store.ts";

/** The next piece of work of the index: all of a Congress, or what has changed there since an instant. */
export type PlannedPass = { state: CongressState; from: Date | null; isUnderWay: boolean };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The Congress that sits changes all day; the others hardly ever. */
const changesEveryMs = { sitting: 15 * minuteMs, ended: 6 * hourMs };
/** Reading all again finds what changes never told: rows that were skipped, bills that are gone. */
const allEveryMs = { sitting: dayMs, ended: 14 * dayMs };
/** A change may show in the lists some time after the instant that it carries. */
const overlapMs = 6 * hourMs;

type PlanOptions = {
  sitting: number;
  fromCongress: number;
  now: Date;
  isSetAside: (congress: number) => boolean;
};

/** The Congresses to keep, newest first. */
export function keptCongresses(sitting: number, fromCongress: number): number[] {
  const length = Math.max(0, sitting - fromCongress + 1);
  return Array.from({ length }, (_unused, index) => sitting - index);
}

/** What is due now, newest Congress first, without those that are set aside; null where nothing is. */
export function nextPass(
  states: readonly CongressState[],
  { sitting, fromCongress, now, isSetAside }: PlanOptions,
): PlannedPass | null {
  for (const congress of keptCongresses(sitting, fromCongress)) {
    if (isSetAside(congress)) continue;
    const state = states.find((known) => known.congress === congress) ?? unreadCongress(congress);
    const pass = passOf(state, congress === sitting ? "sitting" : "ended", now);
    if (pass !== null) return pass;
  }
  return null;
}

function passOf(state: CongressState, age: "sitting" | "ended", now: Date): PlannedPass | null {
  const { readThrough, fullyReadAt } = state;
  if (state.passStartedAt !== null) return { state, from: state.passFrom, isUnderWay: true };
  if (readThrough === null || isDue(fullyReadAt, allEveryMs[age], now)) {
    return { state, from: null, isUnderWay: false };
  }
  if (!isDue(readThrough, changesEveryMs[age], now)) return null;
  return { state, from: new Date(readThrough.getTime() - overlapMs), isUnderWay: false };
}

function isDue(last: Date | null, everyMs: number, now: Date): boolean {
  // Read at a time that has not come yet: the clock was wrong then, and is right again.
  return last === null || last > now || now.getTime() - last.getTime() >= everyMs;
}
