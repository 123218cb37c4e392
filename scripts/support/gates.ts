import { join } from "node:path";
import { repoRoot, toolPath } from "./repo-paths.ts";
import type { Step } from "./steps.ts";

const vitestTimeoutMs = 15 * 60_000;
/** Lets programs in Go collect garbage less often, which takes a third of their time otherwise. */
const goEnvironment = { GOGC: "400" };

/** Checks that don't run the site, in lanes of about equal duration. */
export function fastGates(): Step[][] {
  return [
    [
      {
        name: "lint",
        args: [toolPath("oxlint"), "--type-aware", "--deny-warnings"],
        environment: goEnvironment,
      },
    ],
    [
      {
        name: "types",
        // More than one would each work out for themselves what all files share: almost twice the time of the processors.
        args: [toolPath("typescript", "tsc"), "-b", "tsconfig.json", "--pretty", "--checkers", "1"],
        environment: goEnvironment,
      },
      { name: "format", args: [toolPath("oxfmt"), "--check", "."], cure: "run `npm run format`" },
      { name: "unused code and packages", args: [toolPath("knip"), "--no-progress"] },
      {
        name: "API document",
        args: [join(repoRoot, "scripts/openapi.ts"), "--check"],
        cure: "run `npm run openapi`",
      },
      {
        name: "list of texts",
        args: [join(repoRoot, "scripts/texts.ts"), "--check"],
        cure: "run `node scripts/texts.ts`",
      },
    ],
  ];
}

/** Runs Vitest with a JSON report in addition to its output. */
export function vitestStep(options: {
  name: string;
  reportPath: string;
  environment?: Record<string, string>;
}): Step {
  return {
    name: options.name,
    args: [
      toolPath("vitest"),
      "run",
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${options.reportPath}`,
    ],
    environment: { ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }), ...options.environment },
    timeoutMs: vitestTimeoutMs,
  };
}
