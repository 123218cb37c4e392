/**
 * Selects what runs by day and at night. `npm test` is the day's run, with every kind of test (docs/testing.md). `npm run
 * test:full` adds thousands of cases, kills and full disks.
 */

/** True in the full run (`npm run test:full`, or FOLIO_TEST_FULL=1 by hand); use it with `describe.runIf(isFullRun)`. */
export const isFullRun = process.env["FOLIO_TEST_FULL"] === "1";

/** Returns the first number by day, the second in the full run. */
export function byDay(day: number, night: number): number {
  return isFullRun ? night : day;
}

/**
 * Returns the cases to try on the thing at `index` among `count`: by day its share, so that each thing is tried in at least one
 * way, and each way somewhere; in the full run all.
 */
export function shareOf<Case>(cases: readonly Case[], index: number, count: number): readonly Case[] {
  return isFullRun ? cases : cases.filter((_, at) => at % count === index || at === index % cases.length);
}
