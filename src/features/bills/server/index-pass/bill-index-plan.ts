import { unreadCongress, type CongressState } from "./bill-index-store.ts";

/** The index's next task: a full read of a Congress, or its changes since a time. */
export type PlannedPass = { state: CongressState; from: Date | null; isUnderWay: boolean };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The current Congress changes all day; the others hardly ever. */
const changesEveryMs = { sitting: 15 * minuteMs, ended: 6 * hourMs };
/** A full read finds what changes don't show: skipped rows and deleted bills. */
const allEveryMs = { sitting: dayMs, ended: 14 * dayMs };
/** A change may appear in the lists some time after its timestamp. */
const overlapMs = 6 * hourMs;

type PlanOptions = {
  sitting: number;
  fromCongress: number;
  now: Date;
  isSetAside: (congress: number) => boolean;
};

/** Returns the Congresses to index, newest first. */
export function keptCongresses(sitting: number, fromCongress: number): number[] {
  const length = Math.max(0, sitting - fromCongress + 1);
  return Array.from({ length }, (_unused, index) => sitting - index);
}

/** Returns the next due task, newest Congress first, skipping those set aside; null if nothing is due. */
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
  // A last read in the future means that the clock was wrong then.
  return last === null || last > now || now.getTime() - last.getTime() >= everyMs;
}
