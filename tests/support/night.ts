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
 * Returns named things with the cases to try on each: by day its share, so that each thing is tried in at least one way, and
 * each way somewhere; in the full run all.
 */
export function dealOut<Thing, Case>(things: Record<string, Thing>, cases: readonly Case[]) {
  const entries = Object.entries(things);
  return entries.map(([name, thing], index) => ({
    name,
    thing,
    cases: isFullRun
      ? cases
      : cases.filter((_, at) => at % entries.length === index || at === index % cases.length),
  }));
}
