import { dirname } from "node:path";
import { expect, test } from "vitest";
import { readRepoFile, repoFiles } from "./support/repo-files.ts";

/** docs/architecture.md says what each room holds, and where a newcomer finds a rule. */

const files = repoFiles();
const architecture = readRepoFile("docs/architecture.md");

/** The text under a heading, up to the next one. */
function sectionOf(document: string, heading: string): string {
  return document.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

/** Rows of a table: what stands in its cells. */
function rowsOf(section: string): string[][] {
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Rooms of the kernel, the design system and the shell, and rooms inside a feature. */
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

/** Whether a section names a room: whole, or as a folder of the room that it is in. */
function isNamed(room: string, section: string): boolean {
  if (section.includes(`\`${room}\``)) return true;
  const parent = section.split("\n").find((line) => line.startsWith(`| \`${dirname(room)}\``));
  return parent?.includes(`\`${room.slice(dirname(room).length + 1)}/\``) ?? false;
}

test("every room is described", () => {
  expect(rooms()).toEqual(
    expect.arrayContaining(["src/server/http", "src/ui/table", "client/rows", "tests/site"]),
  );
  const section = sectionOf(architecture, "Folders");
  expect(rooms().filter((room) => !isNamed(room, section))).toEqual([]);
});

test("every room of what tests share is described", () => {
  const shared = files.flatMap((path) => /^tests\/support\/([\w-]+)\//.exec(path)?.[1] ?? []);
  const layers = sectionOf(readRepoFile("docs/testing.md"), "Layers");
  expect(shared.length).toBeGreaterThan(20);
  expect([...new Set(shared)].filter((room) => !layers.includes(`\`${room}/\``))).toEqual([]);
});

test("what is described has files", () => {
  const named = [...sectionOf(architecture, "Folders").matchAll(/`((?:client|server|domain)\/[\w-]+)`/g)];
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(([, room = ""]) => room).filter((room) => !rooms().includes(room))).toEqual([]);
});

test("a newcomer finds 20 rules of the product where the table says", () => {
  const rules = rowsOf(sectionOf(architecture, "Where is …"));
  expect(rules.length).toBeGreaterThanOrEqual(20);
  const problems = rules.flatMap(([rule = "", path = "", names = ""]) => {
    const file = path.replaceAll("`", "");
    if (!files.includes(file)) return [`${rule} ${file} does not exist`];
    const wanted = [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    if (wanted.length === 0) return [`${rule} no name`];
    const text = readRepoFile(file);
    return wanted
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${file} has no ${name}`);
  });
  expect(problems).toEqual([]);
});

test("planted: a room that is not described is noticed", () => {
  const section = "| `src/ui` | `table/` shows rows |\n| `src/server/http` | a request's way |";
  const named = ["src/ui/table", "src/server/http", "src/ui/attic", "src/server/attic"];
  expect(named.filter((room) => !isNamed(room, section))).toEqual(["src/ui/attic", "src/server/attic"]);
});
