import { writeOrCheck } from "./support/generated-document.ts";
import { textsDocument } from "./support/interface-texts.ts";
import { repoRoot } from "./support/repo-paths.ts";

/** `node scripts/texts.ts` writes docs/reference/texts.md from the sources; `--check` only checks whether it's up to date. */

const path = "docs/reference/texts.md";
await writeOrCheck(path, textsDocument(repoRoot), `${path} is out of date. Run \`node scripts/texts.ts\`.`);
