import { expect, it } from "vitest";
import { hasTrustedIds } from "./statement-ids.ts";

const rows = (...ids: (string | null)[]) => ids.map((externalId) => ({ externalId }));
const others = Array.from({ length: 8 }, (_, index) => `T${index}`);

it.each([
  ["each once", rows("A", "B"), true],
  ["one of them on a fifth of the rows", rows("A", "A", ...others), true],
  ["one of them on more than a fifth of the rows", rows("A", "A", "A", ...others), false],
  ["one on every row", rows("A", "A", "A"), false],
  ["zeros", rows("000", ...others), false],
  ["none", rows(null, null), false],
  ["missing on some rows", rows("A", null), true],
])("ids of a file: %s", (_case, file, isTrusted) => {
  expect(hasTrustedIds(file)).toBe(isTrusted);
});
