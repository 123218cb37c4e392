import { defineConfig } from "vitest/config";

/** Unit and HTTP tests on Node; what a browser has to show is in tests/e2e. */
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/architecture/**/*.test.ts", "scripts/**/*.test.ts"],
    globalSetup: ["tests/support/postgres-global-setup.ts"],
    setupFiles: ["tests/support/guards.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
