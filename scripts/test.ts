import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findPostgresBinaries, startPostgres } from "../tests/support/postgres-server.ts";
import { ensureChromium } from "./support/chromium.ts";
import { databaseTestFolders, fastGates, vitestStep } from "./support/gates.ts";
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
 * `npm test`: everything that says whether Folio is right. The fast gates, Vitest on the embedded database and on
 * Postgres, and the end-to-end tests in a real Chromium; a failure does not keep the rest from running.
 * (`pretest` has installed the packages and built the client.)
 */

const reports = join(repoRoot, ".cache/test-reports");
const playwrightTimeoutMs = 35 * 60_000;

const results: StepResult[] = [];
const counted: { name: string; totals: Totals }[] = [];

function say(line: string): void {
  console.log(line);
}

/** Reads what a runner counted; a runner that left no report has failed, whatever its exit code says. */
function count(name: string, path: string, read: (report: unknown) => Totals): void {
  const report = readReport(path);
  if (report === null) results.push({ name: `${name}: no report`, ok: false, seconds: 0 });
  else counted.push({ name, totals: read(report) });
}

async function runUnitTests(): Promise<void> {
  const reportPath = join(reports, "embedded.json");
  const step = vitestStep({
    name: "Vitest, embedded database",
    reportPath,
    // Set by hand in a shell, these would turn the two runs into one.
    environment: { FOLIO_TEST_DATABASE: "", FOLIO_TEST_DATABASE_URL: "" },
  });
  results.push(await runStep(step, { live: true }));
  count(step.name, reportPath, vitestTotals);
}

/** What has a database in it again on a real server: the servers' own folders and the commands (tests/architecture keeps it so). */
async function runPostgresTests(): Promise<void> {
  const name = "Vitest, Postgres";
  if (findPostgresBinaries() === null) {
    say(
      "\nPostgres: skipped, because there is neither a system's Postgres here (package postgresql) nor an npm package of one.",
    );
    return;
  }
  const server = await startPostgres();
  if ("reason" in server) {
    say(`\n✗ ${name}: ${server.reason}`);
    results.push({ name: `${name}: ${server.reason}`, ok: false, seconds: 0 });
    return;
  }
  say(`\nPostgres: ${server.version}, started for this run.`);
  try {
    const reportPath = join(reports, "postgres.json");
    const step = vitestStep({
      name,
      reportPath,
      filters: databaseTestFolders,
      // The embedded engine's own proof: power cuts, kills and syncs.
      excluded: ["src/server/durability.test.ts"],
      environment: { FOLIO_TEST_DATABASE: "postgres", FOLIO_TEST_DATABASE_URL: server.url },
    });
    results.push(await runStep(step, { live: true }));
    count(name, reportPath, vitestTotals);
  } finally {
    await server.stop();
  }
}

async function runBrowserTests(): Promise<void> {
  const name = "Playwright, end to end";
  const found = await ensureChromium(say);
  if (found === null) {
    results.push({ name: `${name}: no Chromium could be found or installed`, ok: false, seconds: 0 });
    return;
  }
  say(`\nChromium: ${found.version}, ${found.source} (${found.path})`);
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
say("Fast gates");
results.push(...(await runLanes(fastGates())));
await runUnitTests();
await runPostgresTests();
await runBrowserTests();
process.exitCode = printSummary(startedAt) ? 0 : 1;
