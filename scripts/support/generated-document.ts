import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { CommandRefused, endWith } from "./command-end.ts";
import { repoRoot } from "./repo-paths.ts";

/**
 * Writes a generated document to its path in the repository. With `--check` on the command line, only compares the two, and
 * ends with `outdated` and exit code 1 if they differ. Line endings don't matter, because checkouts vary.
 */
export async function writeOrCheck(path: string, text: string, outdated: string): Promise<void> {
  const file = join(repoRoot, path);
  await endWith(async () => {
    const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
    if (!values.check) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return [`Wrote ${path}.`];
    }
    const isCurrent = existsSync(file) && readFileSync(file, "utf8").replaceAll("\r\n", "\n") === text;
    if (!isCurrent) throw new CommandRefused(outdated);
    return [`${path} is up to date.`];
  });
}
