import { defineConfig } from "vitest/config";

/** No database, no process: these run without Postgres. */
const pure = [
  "src/{shared,ui,client}/**/*.test.ts",
  "src/features/*/{domain,client}/**/*.test.ts",
  "src/upstreams/**/*.test.ts",
];

/**
 * Unit and HTTP tests on Node; what a browser has to show is in tests/e2e. Nothing is tried twice: a flaky test is a fault.
 * A worker takes one file after the other, loads each module once, and keeps its database (tests/support/test-database.ts).
 */
export default defineConfig({
  test: {
    globalSetup: ["tests/support/own-environment.ts"],
    setupFiles: ["tests/support/guards.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A busy machine is no fault of the site's: what comes late still has to come.
    expect: { poll: { timeout: 15_000 } },
    isolate: false,
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      { extends: true, test: { name: "pure", include: pure } },
      {
        extends: true,
        test: {
          name: "site",
          include: ["src/**/*.test.ts", "tests/{architecture,site}/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: pure,
          globalSetup: ["tests/support/postgres-global-setup.ts"],
        },
      },
    ],
  },
});
