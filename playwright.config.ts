import { defineConfig } from "@playwright/test";
import { chromiumArgs, findChromium } from "./scripts/support/chromium.ts";
import { isFullRun } from "./tests/support/night.ts";

/**
 * End-to-end tests in a real Chromium. Each worker starts a server of its own (tests/support/visits/e2e.ts), hence no `webServer`.
 * `npm test` says which Chromium in FOLIO_CHROMIUM and where the report goes in FOLIO_PLAYWRIGHT_REPORT.
 */

if (!process.env["FOLIO_CHROMIUM"]) {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const found = await findChromium(say);
  if (found !== null) {
    say(`Chromium: ${found.version}, ${found.source} (${found.path})`);
    // The workers read this file again.
    process.env["FOLIO_CHROMIUM"] = found.path;
  }
}
const executablePath = process.env["FOLIO_CHROMIUM"];
const reportPath = process.env["FOLIO_PLAYWRIGHT_REPORT"];

/**
 * By day, a worker's tests share a renderer, since a new one costs a second each, and scripts run without the optimizing
 * compilers, which work on them for longer than a visit lasts.
 */
const argsByDay = ["--process-per-site", "--js-flags=--no-maglev,--no-turbofan"];

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: false,
  forbidOnly: (process.env["CI"] ?? "") !== "",
  ...(isFullRun ? {} : { grepInvert: /@night/ }),
  // A test that passes the second time is a fault of the test or of the site, and has to be seen.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: reportPath === undefined ? [["list"]] : [["dot"], ["json", { outputFile: reportPath }]],
  use: {
    browserName: "chromium",
    // One context after the other, emptied.
    reuseContext: !isFullRun,
    launchOptions: {
      args: [...chromiumArgs(), ...(isFullRun ? [] : argsByDay)],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
    screenshot: "only-on-failure",
    // A fifth of the time would go into traces that nobody looks at; `--trace on` makes one.
    trace: "off",
    // Nothing moves under a click, and nobody waits for an animation.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-US",
    timezoneId: "America/New_York",
  },
});
