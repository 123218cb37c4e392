import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { textsDocument } from "./support/interface-texts.ts";
import { repoRoot } from "./support/repo-paths.ts";

/** `node scripts/texts.ts` writes docs/reference/texts.md from the sources; `--check` only says whether it is up to date. */

const path = join(repoRoot, "docs/reference/texts.md");
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const text = textsDocument(repoRoot);

if (values.check) {
  const written = existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : "";
  if (written !== text) {
    console.error("docs/reference/texts.md is out of date. Run `node scripts/texts.ts`.");
    process.exitCode = 1;
  }
} else {
  writeFileSync(path, text);
  console.log("Wrote docs/reference/texts.md.");
}
