import { contracts } from "#server/contracts.ts";
import { openApiDocument } from "#server/http/calls/openapi.ts";
import { writeOrCheck } from "./support/generated-document.ts";

/**
 * `npm run openapi` writes docs/api/openapi.json from the contracts; `--check` only checks whether it's up to date. The
 * owner's name and tenant are placeholders.
 */

const path = "docs/api/openapi.json";
const features = Object.entries(contracts).map(([name, contract]) => ({ name, contract, handlers: {} }));
const document = openApiDocument(features, { tenant: "folio", ownerName: "the HTTP contract" });

await writeOrCheck(
  path,
  `${JSON.stringify(document, null, 2)}\n`,
  `${path} doesn't match the contracts. Run \`npm run openapi\`.`,
);
