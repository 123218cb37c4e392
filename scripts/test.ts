import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium, type FoundChromium } from "./support/chromium.ts";
import { fastGates, vitestStep } from "./support/gates.ts";
import { repoRoot, toolPath } from "./support/repo-paths.ts";
import { failureSummary, runLanes, runStep, type StepResult } from "./support/steps.ts";
import {
  playwrightTotals,
  readReport,
  sumTotals,
  totalsLine,
  vitestTotals,
  type Totals,
} from "./support/test-reports.ts";

/**
 * `npm test`: runs Vitest, then the end-to-end tests in a real Chromium, and meanwhile the fast checks in the time that both leave
 * over; a failure doesn't stop the rest.
 * (`pretest` has installed the packages and built the client.) `npm run test:full` adds the nightly tests
 * (tests/support/night.ts).
 */

const reports = join(repoRoot, ".cache/test-reports");
const isFullRun = process.argv.includes("--full") || process.env["FOLIO_TEST_FULL"] === "1";
const vitestTimeoutMs = (isFullRun ? 90 : 35) * 60_000;
/** They wait for the others. */
const gateTimeoutMs = 20 * 60_000;
const playwrightTimeoutMs = (isFullRun ? 90 : 35) * 60_000;

// Inherited by every process started from here (tests/support/night.ts).
process.env["FOLIO_TEST_FULL"] = isFullRun ? "1" : "";

const results: StepResult[] = [];
const counted: { name: string; totals: Totals }[] = [];

function say(line: string): void {
  console.log(line);
}

/** Adds a runner's totals; a missing report is a failure, whatever the exit code. */
function count(name: string, path: string, read: (report: unknown) => Totals): void {
  const report = readReport(path);
  if (report === null) results.push({ name: `${name}: no report`, ok: false, seconds: 0 });
  else counted.push({ name, totals: read(report) });
}

async function runUnitTests(): Promise<void> {
  const name = "Vitest";
  const reportPath = join(reports, "vitest.json");
  // A value from the shell would select a different database than the run's own.
  const environment = { FOLIO_TEST_DATABASE_URL: "" };
  const step = { ...vitestStep({ name, reportPath, environment }), timeoutMs: vitestTimeoutMs };
  results.push(await runStep(step, { live: true }));
  count(name, reportPath, vitestTotals);
}

async function runBrowserTests(found: FoundChromium | null): Promise<void> {
  const name = "Playwright, end to end";
  if (found === null) {
    results.push({ name: `${name}: can't find or install Chromium`, ok: false, seconds: 0 });
    return;
  }
  const reportPath = join(reports, "browser.json");
  const step = {
    name,
    args: [toolPath("@playwright/test", "playwright"), "test"],
    environment: { FOLIO_CHROMIUM: found.path, FOLIO_PLAYWRIGHT_REPORT: reportPath },
    timeoutMs: playwrightTimeoutMs,
  };
  results.push(await runStep(step, { live: true }));
  count(name, reportPath, playwrightTotals);
}

function printSummary(startedAt: number): boolean {
  console.log("\nSeconds");
  for (const { name, ok, seconds } of results) {
    console.log(`  ${ok ? "✓" : "✗"} ${name.padEnd(32)}${seconds.toFixed(1).padStart(7)}`);
  }
  console.log(
    `  all                               ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)}`,
  );
  for (const { name, totals } of counted) console.log(`  ${name}: ${totalsLine(totals)}`);
  console.log(failureSummary(results));
  const totals = sumTotals(counted.map((entry) => entry.totals));
  console.log(totalsLine(totals));
  return results.every(({ ok }) => ok) && totals.failed === 0;
}

const startedAt = performance.now();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
if (isFullRun) say("Full run, including nightly tests");
const found = await ensureChromium(say);
if (found !== null) say(`Chromium: ${found.version}, ${found.source} (${found.path})`);
const inSpareTime = fastGates()
  .flat()
  .map((step) => Object.assign(step, { isIdle: true, timeoutMs: gateTimeoutMs }));
const gates = runLanes([inSpareTime]);
await runUnitTests();
await runBrowserTests(found);
results.push(...(await gates));
process.exitCode = printSummary(startedAt) ? 0 : 1;
