import { dirname } from "node:path";
import { expect, test } from "vitest";
import { readRepoFile, repoFiles } from "./support/repo-files.ts";

/** Checks that docs/architecture.md describes every room and says where each rule is. */

const files = repoFiles();
const architecture = readRepoFile("docs/architecture.md");

/** Returns the text under a heading, up to the next one. */
function sectionOf(document: string, heading: string): string {
  return document.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

/** Returns the rows of a table as the text of their cells. */
function rowsOf(section: string): string[][] {
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the rooms of the kernel, the design system and the shell, and those inside features. */
function rooms(): string[] {
  const named = files.flatMap((path) => {
    const [, room] =
      /^(src\/(?:server|ui|client)\/[\w-]+)\//.exec(path) ??
      /^src\/features\/[\w-]+\/((?:client|server|domain)\/[\w-]+)\//.exec(path) ??
      /^(tests\/[\w-]+)\//.exec(path) ??
      [];
    return room === undefined ? [] : [room];
  });
  return [...new Set(named)];
}

/** Returns whether a section names a room, in full or as a folder of its parent. */
function isNamed(room: string, section: string): boolean {
  if (section.includes(`\`${room}\``)) return true;
  const parent = section.split("\n").find((line) => line.startsWith(`| \`${dirname(room)}\``));
  return parent?.includes(`\`${room.slice(dirname(room).length + 1)}/\``) ?? false;
}

test("every folder is described", () => {
  expect(rooms()).toEqual(
    expect.arrayContaining(["src/server/http", "src/ui/table", "client/rows", "tests/site"]),
  );
  const section = sectionOf(architecture, "Folders");
  expect(rooms().filter((room) => !isNamed(room, section))).toEqual([]);
});

test("every room of the tests' support is described", () => {
  const shared = files.flatMap((path) => /^tests\/support\/([\w-]+)\//.exec(path)?.[1] ?? []);
  const layers = sectionOf(readRepoFile("docs/testing.md"), "Layers");
  expect(shared.length).toBeGreaterThan(20);
  expect([...new Set(shared)].filter((room) => !layers.includes(`\`${room}/\``))).toEqual([]);
});

test("every described room has files", () => {
  const named = [...sectionOf(architecture, "Folders").matchAll(/`((?:client|server|domain)\/[\w-]+)`/g)];
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(([, room = ""]) => room).filter((room) => !rooms().includes(room))).toEqual([]);
});

test("20 rules of the product are where the table says", () => {
  const rules = rowsOf(sectionOf(architecture, "Where is …"));
  expect(rules.length).toBeGreaterThanOrEqual(20);
  const problems = rules.flatMap(([rule = "", path = "", names = ""]) => {
    const file = path.replaceAll("`", "");
    if (!files.includes(file)) return [`${rule} ${file} does not exist`];
    const expected = [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    if (expected.length === 0) return [`${rule} no name`];
    const text = readRepoFile(file);
    return expected
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${file} has no ${name}`);
  });
  expect(problems).toEqual([]);
});

test("planted: an undescribed room is caught", () => {
  const section = "| `src/ui` | `table/` shows rows |\n| `src/server/http` | a request's way |";
  const named = ["src/ui/table", "src/server/http", "src/ui/attic", "src/server/attic"];
  expect(named.filter((room) => !isNamed(room, section))).toEqual(["src/ui/attic", "src/server/attic"]);
});
