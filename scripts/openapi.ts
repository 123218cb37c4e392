import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { contracts } from "#server/contracts.ts";
import { openApiDocument } from "#server/http/openapi.ts";
import { repoRoot } from "./support/repo-paths.ts";

/**
 * `npm run openapi` writes docs/api/openapi.json from the contracts; `--check` only checks whether it is up to date. The
 * owner's name and tenant are placeholders.
 */

const path = join(repoRoot, "docs/api/openapi.json");
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const features = Object.entries(contracts).map(([name, contract]) => ({ name, contract, handlers: {} }));
const text = `${JSON.stringify(openApiDocument(features, { tenant: "folio", ownerName: "the HTTP contract" }), null, 2)}\n`;

if (values.check) {
  // Normalized so that a checkout with other line endings has the same document.
  const written = existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : "";
  if (written !== text) {
    console.error("docs/api/openapi.json doesn't match the contracts. Run `npm run openapi`.");
    process.exitCode = 1;
  }
} else {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log("Wrote docs/api/openapi.json.");
}
