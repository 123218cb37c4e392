import { defineConfig } from "@playwright/test";
import { chromiumArgs, chromiumCandidates } from "./scripts/support/chromium.ts";

/**
 * End-to-end tests in a real Chromium. Each worker starts a server of its own (tests/support/e2e.ts), hence no `webServer`.
 * `npm test` says which Chromium in FOLIO_CHROMIUM and where the report goes in FOLIO_PLAYWRIGHT_REPORT.
 */

const executablePath = process.env["FOLIO_CHROMIUM"] ?? chromiumCandidates()[0]?.path;
const reportPath = process.env["FOLIO_PLAYWRIGHT_REPORT"];

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: false,
  forbidOnly: (process.env["CI"] ?? "") !== "",
  // A busy machine can miss a limit of time once. Playwright names such tests "flaky"; what fails twice is broken.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: reportPath === undefined ? [["list"]] : [["dot"], ["json", { outputFile: reportPath }]],
  use: {
    browserName: "chromium",
    launchOptions: { args: chromiumArgs(), ...(executablePath === undefined ? {} : { executablePath }) },
    screenshot: "only-on-failure",
    // A fifth of the time went into traces that nobody looked at.
    trace: "on-first-retry",
    locale: "en-US",
    timezoneId: "America/New_York",
  },
});
