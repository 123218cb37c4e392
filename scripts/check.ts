import { join } from "node:path";
import { fastGates, vitestStep } from "./support/gates.ts";
import { repoRoot } from "./support/repo-paths.ts";
import { failureSummary, runLanes, runStep } from "./support/steps.ts";

/** `npm run check`: runs the fast checks before a commit (types, lint, format, unused code, API document, unit tests). */

const startedAt = performance.now();
const gates = await runLanes(fastGates());
const tests = await runStep(
  vitestStep({ name: "unit tests", reportPath: join(repoRoot, ".cache/test-reports/check.json") }),
  { live: true },
);
const results = [...gates, tests];
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(failureSummary(results) || `\nAll ${results.length} checks passed in ${seconds} s.\n`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
