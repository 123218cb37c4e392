import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

/** Totals of one test runner. */
export type Totals = { passed: number; failed: number; skipped: number };

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()).default([]),
});

/** Returns the totals of Vitest's JSON report; a file that failed to load counts as one failure. */
export function vitestTotals(report: unknown): Totals {
  const parsed = vitestReport.parse(report);
  const brokenFiles = parsed.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + brokenFiles.length,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
  };
}

/** Returns the totals of Playwright's JSON report; an error outside any test counts as one failure. */
export function playwrightTotals(report: unknown): Totals {
  const { stats, errors } = playwrightReport.parse(report);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** Reads a runner's report; null if the runner ended before writing it. */
export function readReport(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

export function sumTotals(all: Totals[]): Totals {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const totals of all) {
    sum.passed += totals.passed;
    sum.failed += totals.failed;
    sum.skipped += totals.skipped;
  }
  return sum;
}

/** Returns the last line of `npm test`, for people and CI. */
export function totalsLine({ passed, failed, skipped }: Totals): string {
  return `Tests: ${passed} passed, ${failed} failed, ${skipped} skipped`;
}
