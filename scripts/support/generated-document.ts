import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { repoRoot } from "./repo-paths.ts";

/**
 * Writes a generated document to its path in the repository. With `--check` on the command line, only compares the two,
 * prints `outdated` and sets the exit code to 1 if they differ. Line endings don't matter, because checkouts vary.
 */
export function writeOrCheck(path: string, text: string, outdated: string): void {
  const file = join(repoRoot, path);
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  if (!values.check) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`Wrote ${path}.`);
  } else if (!existsSync(file) || readFileSync(file, "utf8").replaceAll("\r\n", "\n") !== text) {
    console.error(outdated);
    process.exitCode = 1;
  }
}
