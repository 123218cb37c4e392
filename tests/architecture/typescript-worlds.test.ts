import { afterEach, expect, test } from "vitest";
import { compile, createPlantedRepo, type PlantedRepo } from "./support/planted-repo.ts";

/** Three worlds (DESIGN.md, "Tree"): what runs in both has neither DOM nor Node, the client no Node, the server no DOM. */

let repo: PlantedRepo | null = null;

afterEach(() => {
  repo?.remove();
  repo = null;
});

const worlds: { project: string; path: string; missing: string; present: string }[] = [
  { project: "tsconfig.shared.json", path: "src/shared/planted.ts", missing: "process", present: "Math" },
  { project: "tsconfig.shared.json", path: "src/shared/planted.ts", missing: "document", present: "Math" },
  {
    project: "tsconfig.shared.json",
    path: "src/features/x/domain/planted.ts",
    missing: "Buffer",
    present: "Math",
  },
  {
    project: "tsconfig.shared.json",
    path: "src/features/x/domain/planted.ts",
    missing: "window",
    present: "Map",
  },
  { project: "tsconfig.shared.json", path: "src/features/x/contract.ts", missing: "process", present: "Map" },
  { project: "tsconfig.client.json", path: "src/client/planted.ts", missing: "process", present: "document" },
  { project: "tsconfig.client.json", path: "src/ui/planted.ts", missing: "Buffer", present: "window" },
  {
    project: "tsconfig.client.json",
    path: "src/features/x/client/planted.ts",
    missing: "process",
    present: "document",
  },
  { project: "tsconfig.server.json", path: "src/server/planted.ts", missing: "document", present: "process" },
  {
    project: "tsconfig.server.json",
    path: "src/features/x/server/planted.ts",
    missing: "window",
    present: "Buffer",
  },
  {
    project: "tsconfig.server.json",
    path: "src/upstreams/x/planted.ts",
    missing: "HTMLElement",
    present: "process",
  },
  {
    project: "tsconfig.server.json",
    path: "src/sandbox/planted.ts",
    missing: "document",
    present: "process",
  },
];

test.each(worlds)("$path knows $present and not $missing", async ({ project, path, missing, present }) => {
  repo = createPlantedRepo();
  // Every world has a file, so that none of those it refers to is empty.
  repo.write({
    "src/shared/other.ts": "export const other = 1;\n",
    "src/client/other.ts": "export const other = 1;\n",
    "src/server/other.ts": "export const other = 1;\n",
    [path]: `export const found: unknown = ${present};\nexport const lost: unknown = ${missing};\n`,
  });
  const complaints = await compile(repo, project);
  expect(complaints).toHaveLength(1);
  expect(complaints[0]).toMatch(
    new RegExp(`^${path.replaceAll(".", "\\.")}\\(2,\\d+\\): error TS\\d+: Cannot find name '${missing}'`),
  );
});
