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
  it("are Vitest's own, counting todos as skipped", () => {
    expect(vitestTotals(vitest)).toEqual({ passed: 10, failed: 1, skipped: 3 });
  });

  it("count a file that failed to load as a failure", () => {
    const broken = { status: "failed", assertionResults: [] };
    expect(vitestTotals({ ...vitest, testResults: [...vitest.testResults, broken] }).failed).toBe(2);
  });

  it("are Playwright's own; a flaky test counts as passed, an error outside tests as failed", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(playwrightTotals({ stats })).toEqual({ passed: 6, failed: 1, skipped: 2 });
    expect(playwrightTotals({ stats, errors: [{ message: "worker died" }] }).failed).toBe(2);
  });

  it("end the run in one machine-readable line", () => {
    const sum = sumTotals([
      { passed: 6, failed: 1, skipped: 2 },
      { passed: 10, failed: 0, skipped: 0 },
    ]);
    expect(totalsLine(sum)).toBe("Tests: 16 passed, 1 failed, 2 skipped");
  });

  it("are never guessed from an unknown report format", () => {
    expect(() => vitestTotals({ numPassedTests: 3 })).toThrow();
    expect(() => playwrightTotals({})).toThrow();
  });
});
