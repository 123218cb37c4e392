import { existsSync, globSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { repoRoot } from "../../scripts/support/repo-paths.ts";
import { readRepoFile, repoFiles } from "./support/repo-files.ts";

/** Paths, links and commands in the documents must exist. */

const documents = repoFiles().filter((path) => /^(?:README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(path));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readRepoFile("package.json")));

/** Folders of the repository; running it creates `data` and `dist`. */
const folders = ["src", "tests", "scripts", "docs", "db", "sample", "hosting", ".ci"];
const namedPath = new RegExp(
  `(?<![\\w./#-])(?:${folders.map((name) => name.replace(".", "\\.")).join("|")})/[\\w./*<>{},@-]*[\\w*>}/]`,
  "g",
);
/** Files of earlier versions, named where the documents explain how to upgrade. */
const formerFiles = ["site.config.ts"];
const rootFile = /`([\w.-]+\.(?:ts|json|md|mjs))`/g;

/** Returns paths named anywhere in a document's text, with placeholders such as <feature> as globs. */
function namedPaths(text: string): string[] {
  // Diagrams break lines with <br>.
  const inFolders = [...text.replaceAll(/<br *\/?>/g, " ").matchAll(namedPath)].map(([path]) => path);
  return [...new Set(inFolders)].map((path) => path.replaceAll(/<[^>]*>/g, "*"));
}

/** Returns root files in backticks, such as `vite.config.ts`; other file names are fine if a file of that name exists. */
function namedFiles(text: string): string[] {
  return [...text.matchAll(rootFile)].map(([, name = ""]) => name);
}

function namedCommands(text: string): string[] {
  const runs = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
  const short = [...text.matchAll(/\bnpm (start|test)\b/g)].map(([, name = ""]) => name);
  return [...runs, ...short];
}

/** Returns links to files of the repository, without their anchors. */
function relativeLinks(text: string): string[] {
  // Links in code are examples.
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const links = [...prose.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].map(([, target = ""]) => target);
  return links
    .filter((target) => !/^(?:[a-z]+:|#|\/)/.test(target))
    .map((target) => target.replace(/#.*$/, ""));
}

function exists(path: string): boolean {
  return /[*{]/.test(path) ? globSync(path, { cwd: repoRoot }).length > 0 : existsSync(join(repoRoot, path));
}

/** Returns messages quoted in the first column of a section's tables, without their variable parts. */
function quotedMessages(section: string): string[] {
  const cells = section.split("\n").flatMap((line) => /^\| (.+?) \|/.exec(line)?.[1] ?? []);
  const quotes = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, quote = ""]) => quote));
  return quotes
    .flatMap((quote) => quote.split("…"))
    .map((part) => part.trim().replace(/\.$/, ""))
    .filter((part) => part.includes(" "));
}

const sources = repoFiles()
  .filter((path) => /^(?:src|scripts)\/.*(?<!\.test)\.tsx?$/.test(path))
  .map((path) => readRepoFile(path).replaceAll(/\s+/g, " "));

function isSaid(message: string): boolean {
  return sources.some((source) => source.includes(message));
}

test("the documents exist", () => {
  expect(documents).toEqual(expect.arrayContaining(["README.md", "CONTRIBUTING.md"]));
});

describe.each(documents)("%s", (document) => {
  const text = readRepoFile(document);

  test("names only existing paths", () => {
    expect(namedPaths(text).filter((path) => !exists(path))).toEqual([]);
    const names = new Set([...repoFiles().map((path) => posix.basename(path)), ...formerFiles]);
    expect(namedFiles(text).filter((name) => !names.has(name))).toEqual([]);
  });

  test("links only to existing files", () => {
    expect(relativeLinks(text).filter((target) => !exists(join(dirname(document), target)))).toEqual([]);
  });

  test("names only existing commands", () => {
    expect(namedCommands(text).filter((name) => !(name in scripts))).toEqual([]);
  });
});

test("docs/operations.md quotes only messages that exist", () => {
  const operations = readRepoFile("docs/operations.md");
  const section = operations.split(/^## /m).find((part) => part.startsWith("When something is wrong"));
  const messages = quotedMessages(section ?? "");
  expect(messages.length).toBeGreaterThan(25);
  // Node's own message.
  const unknown = messages.filter((message) => !isSaid(message) && !message.includes("EADDRINUSE"));
  expect(unknown).toEqual([]);
});

test("planted: an invented message is found", () => {
  const row = "| `The disk of … is made of cheese.`, `short` | Eat it |";
  expect(quotedMessages(row)).toEqual(["The disk of", "is made of cheese"]);
  expect(isSaid("is made of cheese")).toBe(false);
  expect(isSaid("There is no such database.")).toBe(false);
});

test("planted: missing paths, files and commands are caught", () => {
  const text =
    "See `src/server/nowhere.ts`, [this](docs/gone.md#part), `gone.config.ts`; run `npm run nothing` in src/features/<noun>/contract.ts.";
  expect(namedPaths(text)).toEqual(["src/server/nowhere.ts", "docs/gone.md", "src/features/*/contract.ts"]);
  expect(namedPaths(text).map(exists)).toEqual([false, false, true]);
  expect(relativeLinks(text)).toEqual(["docs/gone.md"]);
  expect(namedFiles(text)).toEqual(["gone.config.ts"]);
  expect(namedCommands(text)).toEqual(["nothing"]);
});
