import { describe, expect, test } from "vitest";
import { isAboutRules, matchingLines, readRepoFile, repoFiles } from "./support/repo-files.ts";

/** Rules about the sources that no linter checks. */

const mostLines = 400;
const files = repoFiles();
// Tests of these rules contain planted violations.
const code = files.filter(
  (path) => /^(?:src|scripts|tests|db)\/.*\.(?:tsx?|mjs)$|^[^/]+\.ts$/.test(path) && !isAboutRules(path),
);
const production = code.filter((path) => path.startsWith("src/") && !/\.test\.tsx?$/.test(path));

const escapes = /@ts-(?:ignore|nocheck|expect-error)|\bas\s+any\b|\bas\s+unknown\s+as\b|<any>/;
const leftovers = /\b(?:test|it|describe)\.(?:only|todo)\b|\b(?:TODO|FIXME|XXX)\b/;
const retries = /\bretr(?:y|ies):\s*[1-9]/;
const ownRetries = /\.configure\(\{[^}]*\bretries:/;
/** Calls that change a module or the process for later tests. */
const leftBehind = /\bvi\.(?:mock|doMock|resetModules)\(|\bprocess\.(?:chdir\(|env\[[^\]]*\] =)/;
const suppression = /(?:oxlint|eslint)-disable/;
const explained = /(?:oxlint|eslint)-disable(?:-next-line|-line) [\w@/, -]+? -- \S.{9,}/;

function findUnexplained(path: string, text: string): string[] {
  return matchingLines(path, text, suppression).filter((line) => !explained.test(line));
}

/** Imports of an upstream's sandbox, static or dynamic. */
const sandboxImport = /(?:from|import)\s*\(?\s*["'](?:#upstreams\/[^"']*|\.[^"']*)\/sandbox\/[^"']*["']/;
const sandboxDoorImport = /from\s+["']#sandbox\/[^"']*["']/;

function all(paths: string[], find: (path: string, text: string) => string[]): string[] {
  return paths.flatMap((path) => find(path, readRepoFile(path)));
}

test("sources are found", () => {
  expect(production.length).toBeGreaterThan(100);
  expect(production).toContain("src/server/main.ts");
});

test(`no source has more than ${mostLines} lines`, () => {
  const long = files
    .filter((path) => /^(?:src|scripts|tests)\/.*\.(?:tsx?|mjs|css)$/.test(path))
    .map((path) => ({ path, lines: readRepoFile(path).trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > mostLines);
  expect(long).toEqual([]);
});

test("no source escapes the type checker", () => {
  expect(all(code, (path, text) => matchingLines(path, text, escapes))).toEqual([]);
});

test("every lint suppression names its rule and reason", () => {
  expect(all(code, findUnexplained)).toEqual([]);
});

test("there are no TODOs and no exclusive tests", () => {
  expect(all(code, (path, text) => matchingLines(path, text, leftovers))).toEqual([]);
});

test("only one module reads the day or night mode, and no test retries", () => {
  const tellers = code.filter((path) => readRepoFile(path).includes('"FOLIO_TEST_FULL"'));
  expect(tellers).toEqual(["scripts/test.ts", "tests/support/night.ts"]);
  expect(
    all(["vitest.config.ts", "playwright.config.ts"], (path, text) => matchingLines(path, text, retries)),
  ).toEqual([]);
  expect(all(code, (path, text) => matchingLines(path, text, ownRetries))).toEqual([]);
});

/** Tests that share a worker (`isolate: false` in vitest.config.ts). */
const sharedWorker =
  /^src\/(?:(?:shared|ui|client|upstreams)|features\/[^/]+\/(?:domain|client))\/.*\.test\.ts$/;

test("a test that shares its worker changes no modules", () => {
  const sharing = code.filter((path) => sharedWorker.test(path));
  expect(sharing.length).toBeGreaterThan(100);
  expect(all(sharing, (path, text) => matchingLines(path, text, leftBehind))).toEqual([]);
});

test("an upstream's sandbox is imported only by src/sandbox and itself", () => {
  const outside = production.filter((path) => !/^src\/(?:sandbox\/|upstreams\/[^/]+\/sandbox\/)/.test(path));
  expect(all(outside, (path, text) => matchingLines(path, text, sandboxImport))).toEqual([]);
});

test("the sandboxes are loaded on demand, only by src/server/main.ts", () => {
  const users = production.filter(
    (path) => !path.startsWith("src/sandbox/") && readRepoFile(path).includes("#sandbox/"),
  );
  expect(users).toEqual(["src/server/main.ts"]);
  expect(all(users, (path, text) => matchingLines(path, text, sandboxDoorImport))).toEqual([]);
});

describe("planted", () => {
  test("planted: a retry is caught", () => {
    expect(["  retry: 2,", "retries: 1"].filter((line) => !retries.test(line))).toEqual([]);
    expect(ownRetries.test("test.describe.configure({ retries: 1 });")).toBe(true);
  });

  test.each(['vi.mock("./x.ts");', "process.chdir(directory);", 'process.env["TZ"] = "UTC";'])(
    "planted: a lasting change in a worker is caught: %s",
    (line) => {
      expect(leftBehind.test(line)).toBe(true);
    },
  );

  test.each([
    ["a silenced compiler", "// @ts-ignore"],
    ["an expected error", "// @ts-expect-error it is fine"],
    ["a cast to any", "const a = b as any;"],
    ["a double cast", "const a = b as unknown as C;"],
  ])("%s is found", (_case, line) => {
    expect(matchingLines("x.ts", line, escapes)).toHaveLength(1);
  });

  test.each([
    ["without a reason", "// oxlint-disable-next-line no-console"],
    ["with an empty reason", "// oxlint-disable-next-line no-console -- "],
    ["of all rules", "/* oxlint-disable */"],
    ["of a whole file", "/* eslint-disable no-console -- it prints a lot here */"],
  ])("a suppression %s is found", (_case, line) => {
    expect(findUnexplained("x.ts", line)).toHaveLength(1);
  });

  test("a suppression with a reason passes", () => {
    expect(findUnexplained("x.ts", "// oxlint-disable-next-line no-console -- the CLI prints here")).toEqual(
      [],
    );
  });

  test.each([
    'import { a } from "#upstreams/plaid/sandbox/plaid-sandbox.ts";',
    'import { a } from "./sandbox/plaid-sandbox.ts";',
    'export { a } from "../plaid/sandbox/index.ts";',
    'const { a } = await import("#upstreams/plaid/sandbox/plaid-sandbox.ts");',
  ])("%s is found", (line) => {
    expect(matchingLines("x.ts", line, sandboxImport)).toHaveLength(1);
  });

  test("planted: an exclusive test is caught", () => {
    expect(matchingLines("x.ts", 'test.only("x", () => {})', leftovers)).toHaveLength(1);
  });
});
