import { describe, expect, it } from "vitest";
import { playwrightTotals, sumTotals, totalsLine, vitestTotals } from "./test-reports.ts";

const vitest = {
  numPassedTests: 10,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    { status: "passed", assertionResults: [{ status: "passed" }] },
    { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] },
  ],
};

describe("the totals of a test run", () => {
  it("are Vitest's own, with todos among the skipped", () => {
    expect(vitestTotals(vitest)).toEqual({ passed: 10, failed: 1, skipped: 3 });
  });

  it("count a file that could not be loaded as a failure: no test of it did run", () => {
    const broken = { status: "failed", assertionResults: [] };
    expect(vitestTotals({ ...vitest, testResults: [...vitest.testResults, broken] }).failed).toBe(2);
  });

  it("are Playwright's own; a flaky test passed, an error outside of tests is a failure", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(playwrightTotals({ stats })).toEqual({ passed: 6, failed: 1, skipped: 2 });
    expect(playwrightTotals({ stats, errors: [{ message: "worker died" }] }).failed).toBe(2);
  });

  it("close the run in one line that programs can read", () => {
    const sum = sumTotals([
      { passed: 6, failed: 1, skipped: 2 },
      { passed: 10, failed: 0, skipped: 0 },
    ]);
    expect(totalsLine(sum)).toBe("Tests: 16 passed, 1 failed, 2 skipped");
  });

  it("are never guessed from a report of another shape", () => {
    expect(() => vitestTotals({ numPassedTests: 3 })).toThrow();
    expect(() => playwrightTotals({})).toThrow();
  });
});
