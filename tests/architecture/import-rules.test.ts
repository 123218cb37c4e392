import { beforeAll, describe, expect, test } from "vitest";
import {
  createPlantedRepo,
  editLintConfig,
  lint,
  type Finding,
  type PlantedRepo,
} from "./support/planted-repo.ts";

/**
 * The import rules between rooms are in .oxlintrc.json. Violations planted in a copy of the configuration must be reported by
 * name, because a resolver that doesn't understand "#…" would accept everything.
 */

const wall = "dependencies";
const unknown = "no-unknown-dependencies";

/** Imported files; each exports its own path. */
const targets = Object.fromEntries(
  [
    "src/shared/money.ts",
    "src/ui/button.tsx",
    "src/client/data/api.ts",
    "src/client/entry-server.tsx",
    "src/server/database/db.ts",
    "src/server/tables/budget-tables.ts",
    "src/features/budgets/contract.ts",
    "src/features/budgets/domain/budget.ts",
    "src/features/budgets/server/index.ts",
    "src/features/budgets/server/budget-store.ts",
    "src/features/budgets/client/index.ts",
    "src/features/budgets/client/budget-list.tsx",
    "src/features/budgets/client/budget-page.tsx",
    "src/upstreams/plaid/index.ts",
    "src/upstreams/plaid/plaid-client.ts",
    "src/upstreams/plaid/sandbox/plaid-sandbox.ts",
    "src/sandbox/main.ts",
  ].map((path) => [path, `export const name = "${path}";\n`]),
);

/** Importers and their targets by whether the rules allow them; the importer's file is created for each row. */
const forbidden: [importer: string, target: string][] = [
  ["src/shared/planted.ts", "#ui/button.tsx"],
  ["src/shared/planted.ts", "#server/database/db.ts"],
  ["src/shared/planted.ts", "#features/budgets/contract.ts"],
  ["src/ui/planted.tsx", "#features/budgets/client/index.ts"],
  ["src/ui/planted.tsx", "#client/data/api.ts"],
  ["src/ui/planted.tsx", "#features/budgets/contract.ts"],
  ["src/client/planted.ts", "#server/database/db.ts"],
  ["src/client/planted.ts", "#features/budgets/server/index.ts"],
  ["src/client/planted.ts", "#features/budgets/client/budget-list.tsx"],
  ["src/client/planted.ts", "#features/budgets/domain/budget.ts"],
  ["src/client/planted.ts", "#upstreams/plaid/index.ts"],
  ["src/features/income/client/planted.tsx", "#features/budgets/client/budget-list.tsx"],
  ["src/features/income/client/planted.tsx", "#features/budgets/client/index.ts"],
  ["src/features/income/client/planted.tsx", "#features/budgets/domain/budget.ts"],
  ["src/features/income/client/planted.tsx", "#features/budgets/server/index.ts"],
  ["src/features/budgets/client/planted.tsx", "../server/budget-store.ts"],
  ["src/features/income/server/planted.ts", "#features/budgets/server/budget-store.ts"],
  ["src/features/income/server/planted.ts", "#features/budgets/domain/budget.ts"],
  ["src/features/income/server/planted.ts", "#features/budgets/client/index.ts"],
  ["src/features/income/server/planted.ts", "#upstreams/plaid/plaid-client.ts"],
  ["src/features/income/server/planted.ts", "#upstreams/plaid/sandbox/plaid-sandbox.ts"],
  ["src/features/income/server/planted.ts", "#sandbox/main.ts"],
  ["src/features/budgets/domain/planted.ts", "#server/database/db.ts"],
  ["src/features/budgets/domain/planted.ts", "../server/budget-store.ts"],
  ["src/features/budgets/domain/planted.ts", "../contract.ts"],
  ["src/features/income/domain/planted.ts", "#features/budgets/domain/budget.ts"],
  ["src/features/income/contract.ts", "#server/database/db.ts"],
  ["src/features/income/contract.ts", "#features/budgets/contract.ts"],
  ["src/features/income/contract.ts", "#ui/button.tsx"],
  ["src/upstreams/github/planted.ts", "#server/database/db.ts"],
  ["src/upstreams/github/planted.ts", "#upstreams/plaid/index.ts"],
  ["src/upstreams/github/planted.ts", "#features/budgets/contract.ts"],
  ["src/upstreams/plaid/planted.ts", "./sandbox/plaid-sandbox.ts"],
  ["src/upstreams/github/sandbox/planted.ts", "#server/database/db.ts"],
  ["src/upstreams/github/sandbox/planted.ts", "#upstreams/plaid/plaid-client.ts"],
  ["src/server/planted.ts", "#upstreams/plaid/sandbox/plaid-sandbox.ts"],
  ["src/server/planted.ts", "#upstreams/plaid/plaid-client.ts"],
  ["src/server/planted.ts", "#sandbox/main.ts"],
  ["src/server/planted.ts", "#features/budgets/server/budget-store.ts"],
  ["src/server/planted.ts", "#client/data/api.ts"],
  ["src/server/planted.ts", "#ui/button.tsx"],
  ["src/sandbox/planted.ts", "#server/database/db.ts"],
];

const allowed: [importer: string, target: string][] = [
  ["src/ui/clean.tsx", "#shared/money.ts"],
  ["src/client/clean.ts", "#ui/button.tsx"],
  ["src/client/clean.ts", "#features/budgets/client/index.ts"],
  ["src/client/clean.ts", "#features/budgets/client/budget-page.tsx"],
  ["src/client/clean.ts", "#features/budgets/contract.ts"],
  ["src/features/budgets/domain/clean.ts", "#shared/money.ts"],
  ["src/features/income/client/clean.tsx", "#features/budgets/contract.ts"],
  ["src/features/income/client/clean.tsx", "#client/data/api.ts"],
  ["src/features/budgets/client/clean.tsx", "../domain/budget.ts"],
  ["src/features/budgets/server/clean.ts", "#server/database/db.ts"],
  ["src/features/budgets/server/clean.ts", "../contract.ts"],
  ["src/features/income/server/clean.ts", "#features/budgets/server/index.ts"],
  ["src/features/income/server/clean.ts", "#server/tables/budget-tables.ts"],
  ["src/features/income/server/clean.ts", "#upstreams/plaid/index.ts"],
  ["src/upstreams/plaid/clean.ts", "#shared/money.ts"],
  ["src/upstreams/plaid/sandbox/clean.ts", "../plaid-client.ts"],
  ["src/server/main.ts", "#sandbox/main.ts"],
  ["src/server/clean.ts", "#client/entry-server.tsx"],
  ["src/server/clean.ts", "#features/budgets/server/index.ts"],
  ["src/sandbox/clean.ts", "#upstreams/plaid/sandbox/plaid-sandbox.ts"],
];

/** Creates one file per row: `planted.ts` becomes `planted-7.ts`, except names that the rules mention. */
function plant(rows: [string, string][]): { path: string; target: string; text: string }[] {
  return rows.map(([importer, target], index) => ({
    path: importer.replace(/(planted|clean)(?=\.tsx?$)/, `$1-${index}`),
    target,
    text: `import { name } from "${target}";\nexport const planted${index} = name;\n`,
  }));
}

/** Merges rows of the same file, because contract.ts and main.ts can exist only once. */
function joined(planted: ReturnType<typeof plant>): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [index, { path, text }] of planted.entries()) {
    files[path] =
      `${files[path] ?? ""}${text.replace("{ name }", `{ name as name${index} }`).replace(/= name;/, `= name${index};`)}`;
  }
  return files;
}

async function lintPlanted(
  files: Record<string, string>,
  change: (repo: PlantedRepo) => void = () => undefined,
): Promise<Finding[]> {
  const repo = createPlantedRepo();
  try {
    repo.write(files);
    change(repo);
    return await lint(repo);
  } finally {
    repo.remove();
  }
}

describe("import rules", () => {
  const planted = plant(forbidden);
  const clean = plant(allowed);
  let findings: Finding[] = [];

  beforeAll(async () => {
    findings = await lintPlanted({ ...targets, ...joined(planted), ...joined(clean) });
  });

  test.each(planted)("$path may not import $target", ({ path }) => {
    const rows = planted.filter((row) => row.path === path).length;
    expect(findings.filter((finding) => finding.path === path && finding.rule === wall)).toHaveLength(rows);
  });

  test.each(clean)("$path may import $target", ({ path }) => {
    expect(findings.filter((finding) => finding.path === path)).toEqual([]);
  });

  test('every "#…" import of the planted sources is resolved', () => {
    expect(findings.filter(({ rule }) => rule === unknown)).toEqual([]);
  });
});

describe("other rules", () => {
  const cases: { name: string; rule: string; path: string; text: string }[] = [
    {
      name: "an import of nothing",
      rule: unknown,
      path: "src/shared/lost.ts",
      text: 'import { a } from "#nowhere/a.ts";\nexport const b = a;\n',
    },
    {
      name: "an import of a file that is not there",
      rule: unknown,
      path: "src/shared/gone.ts",
      text: 'import { a } from "#shared/never.ts";\nexport const b = a;\n',
    },
    {
      name: "a default export",
      rule: "no-default-export",
      path: "src/shared/defaulted.ts",
      text: "export default function name() {}\n",
    },
    {
      name: "a cycle",
      rule: "no-cycle",
      path: "src/shared/one.ts",
      text: 'import { two } from "#shared/two.ts";\nexport function one(): number {\n  return two();\n}\n',
    },
    {
      name: "any",
      rule: "no-explicit-any",
      path: "src/shared/any.ts",
      text: "export function f(value: any): unknown {\n  return value;\n}\n",
    },
    {
      name: "a non-null assertion",
      rule: "no-non-null-assertion",
      path: "src/shared/sure.ts",
      text: "export function f(value: string | null): string {\n  return value!;\n}\n",
    },
    {
      name: "a file of more than 400 lines",
      rule: "max-lines",
      path: "src/shared/long-file.ts",
      text: `export const line = 1;\n${"// line\n".repeat(400)}`,
    },
    {
      name: "a function of more than 80 lines",
      rule: "max-lines-per-function",
      path: "src/shared/long-function.ts",
      text: `export function long(): number {\n  let n = 0;\n${"  n += 1;\n".repeat(80)}  return n;\n}\n`,
    },
    {
      name: "a file whose name is not kebab-case",
      rule: "filename-case",
      path: "src/shared/CamelCase.ts",
      text: "export const a = 1;\n",
    },
  ];
  let findings: Finding[] = [];

  beforeAll(async () => {
    findings = await lintPlanted({
      ...Object.fromEntries(cases.map(({ path, text }) => [path, text])),
      "src/shared/two.ts":
        'import { one } from "./one.ts";\nexport function two(): number {\n  return one();\n}\n',
    });
  });

  test.each(cases)("$name is reported", ({ rule, path }) => {
    expect(findings.filter((finding) => finding.path === path).map((finding) => finding.rule)).toContain(
      rule,
    );
  });

  test('planted: a resolver that doesn\'t understand "#…" is caught', async () => {
    const files = {
      ...targets,
      "src/ui/clean.tsx": 'import { name } from "#shared/money.ts";\nexport const clean = name;\n',
    };
    const blind = await lintPlanted(files, (repo) => {
      editLintConfig(repo, (text) => text.replace('"import/resolver"', '"import/no-resolver"'));
    });
    expect(blind.map(({ rule }) => rule)).toContain(unknown);
  });
});
