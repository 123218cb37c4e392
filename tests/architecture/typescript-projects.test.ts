import { afterAll, beforeAll, expect, test } from "vitest";
import { compile, createPlantedRepo, type PlantedRepo } from "./support/planted-repo.ts";

/** Three TypeScript projects: shared code has neither DOM nor Node, the client no Node, the server no DOM. */

const cases: { path: string; missing: string; present: string }[] = [
  { path: "src/shared/planted.ts", missing: "process", present: "Math" },
  { path: "src/shared/other.ts", missing: "document", present: "Math" },
  { path: "src/features/x/domain/planted.ts", missing: "Buffer", present: "Math" },
  { path: "src/features/x/domain/other.ts", missing: "window", present: "Map" },
  { path: "src/features/x/contract.ts", missing: "process", present: "Map" },
  { path: "src/client/planted.ts", missing: "process", present: "document" },
  { path: "src/ui/planted.ts", missing: "Buffer", present: "window" },
  { path: "src/features/x/client/planted.ts", missing: "process", present: "document" },
  { path: "src/server/planted.ts", missing: "document", present: "process" },
  { path: "src/features/x/server/planted.ts", missing: "window", present: "Buffer" },
  { path: "src/upstreams/x/planted.ts", missing: "HTMLElement", present: "process" },
  { path: "src/sandbox/planted.ts", missing: "document", present: "process" },
];

let repo: PlantedRepo | null = null;
let complaints: string[] = [];

/** Compiles all of them at once, because the compiler takes seconds to start. */
beforeAll(async () => {
  repo = createPlantedRepo();
  repo.write(
    Object.fromEntries(
      cases.map(({ path, present, missing }) => [
        path,
        `export const found: unknown = ${present};\nexport const lost: unknown = ${missing};\n`,
      ]),
    ),
  );
  complaints = await compile(repo, "tsconfig.json");
}, 120_000);
afterAll(() => repo?.remove());

test.each(cases)("$path knows $present and not $missing", ({ path, missing }) => {
  const own = complaints.filter((line) => line.startsWith(path));
  expect(own).toHaveLength(1);
  expect(own[0]).toMatch(
    new RegExp(`^${path.replaceAll(".", "\\.")}\\(2,\\d+\\): error TS\\d+: Cannot find name '${missing}'`),
  );
});
