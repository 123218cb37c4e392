/**
 * What runs by day and what at night. `npm test` is the day's run: every kind of proof, in about fifteen minutes. `npm run
 * test:full` is the night's: the same tests with thousands of cases, kills and full disks as well.
 */

/** Whether this is the whole run (`npm run test:full`, or FOLIO_TEST_FULL=1 by hand); gate with `describe.runIf(isFullRun)`. */
export const isFullRun = process.env["FOLIO_TEST_FULL"] === "1";

/** How many: the first by day, the second in the whole run. */
export function byDay(day: number, night: number): number {
  return isFullRun ? night : day;
}
