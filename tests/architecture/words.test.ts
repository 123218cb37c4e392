import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { interfaceTexts } from "../../scripts/support/interface-texts.ts";
import { repoRoot } from "../../scripts/support/repo-paths.ts";
import { isAboutRules, readRepoFile, repoFiles } from "./support/repo-files.ts";

/** The part of CONTRIBUTING.md, "Words", that a program can check: openings of docblocks, phrases, and subjects of commits. */

const longestSubject = 72;
/** Older subjects can't be changed. */
const checkedCommits = 20;

const files = repoFiles().filter((path) => !isAboutRules(path));
const code = files.filter((path) => /^(?:src|scripts|tests)\/.*\.(?:tsx?|mjs)$|^[^/]+\.ts$/.test(path));
const readByPeople = files.filter(
  (path) => (code.includes(path) && !/\.(?:test|e2e)\./.test(path)) || /^(?:[A-Z]+|docs\/.*)\.md$/.test(path),
);

/** Matches docblocks that open like a question. */
const questionOpening = /\/\*\*\s*(?:\*\s*)?(?:What|How|Where|Whether)\b/g;

/** Sources of what a browser shows. */
const shown = code.filter(
  (path) => /^src\/(?:client|ui|features\/[^/]+\/client)\//.test(path) && !path.includes(".test."),
);
const fixedTexts = readRepoFile("docs/reference/product.md");
/** Matches a typewriter apostrophe in a word or after a plural. */
const straightApostrophe = /\p{L}'\p{L}|s'(?= )/u;

/** Phrases that read like a translation, each with a replacement. */
const phrases: [pattern: RegExp, instead: string][] = [
  [/\b(?:is|are) tried again by (?:itself|themselves)\b/i, "We'll retry automatically."],
  [/\b(?:come|comes|came) in by (?:itself|themselves)\b/i, "updates automatically"],
  [/\btells? no balance\b/i, "has no balance"],
  [/\btold last\b/i, "the last known value"],
  [/\basked for news\b/i, "refreshed"],
  [/\b(?:is|are) looked at\b/i, "is checked"],
  [/["'`>]Looking what\b/, "Checking for issues"],
  [/\bgoes on (?:without|with it)\b/i, "continues"],
  [/\byou need not wait\b/i, "You can keep working."],
  [/\bwants something of you\b/i, "needs your attention"],
  [/\btransactions more of\b/i, "more transactions from"],
  [/\bas long as that is on show\b/i, "for a day"],
  [/\bwas put away\b/i, "was cleared"],
  [/\bpeople whom it knows\b/i, "needs an account"],
  [/\bholds of you\b/i, "stores about you"],
  [/\bcould not be had\b/i, "couldn't be loaded"],
  [/\bdoes not answer at the moment\b/i, "isn't responding"],
  [/\bwhat became of (?:it|them)\b/i, "the outcome"],
  [/\bputs it right\b/i, "fixes it"],
  [/\b(?:is|are|was) on show\b/i, "is shown"],
  [/\bheld against\b/i, "compared with"],
];

/** Joins lines, because a phrase can span two. */
function flowing(text: string): string {
  return text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, " ");
}

function phrasesIn(text: string): string[] {
  const flow = flowing(text);
  return phrases.flatMap(([pattern, instead]) => {
    const all = flow.matchAll(new RegExp(pattern, `g${pattern.flags}`));
    return [...all].map(([found]) => `"${found}" (write: ${instead})`);
  });
}

/** Returns the texts with a straight apostrophe, except fixed ones. */
function straightlyWritten(texts: string[]): string[] {
  return texts.filter((text) => straightApostrophe.test(text) && !fixedTexts.includes(`\`${text}\``));
}

const newest = ["log", `--max-count=${checkedCommits}`, "--no-merges", "--format=%s"];
const history = spawnSync("git", newest, { cwd: repoRoot, encoding: "utf8" });

test("docblocks open with a verb or a noun", () => {
  const found = code.flatMap((path) =>
    [...readRepoFile(path).matchAll(questionOpening)].map(([opening]) => `${path}: ${opening}`),
  );
  expect(found).toEqual([]);
});

test("no text reads like a translation", () => {
  const found = readByPeople.flatMap((path) =>
    phrasesIn(readRepoFile(path)).map((phrase) => `${path}: ${phrase}`),
  );
  expect(found).toEqual([]);
});

test("apostrophes in the browser are typographic", () => {
  const found = shown.flatMap((path) =>
    straightlyWritten(interfaceTexts(path, readRepoFile(path))).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

// An unpacked archive has no history.
test.skipIf(history.status !== 0)("commit subjects have at most 72 characters", () => {
  expect(history.stdout.split("\n").filter((subject) => subject.length > longestSubject)).toEqual([]);
});

test("planted: openings and phrases are found, even across lines", () => {
  const opened = ["/** What a row is. */", "/**\n * Whether it is due.\n */", "/** How many there are. */"];
  expect(opened.filter((text) => text.search(questionOpening) === -1)).toEqual([]);
  expect("/** Rows of a budget. */ // What follows is sorted.".search(questionOpening)).toBe(-1);
  expect(phrasesIn("It is tried again by\n * itself.")).toHaveLength(1);
  expect(phrasesIn("<p>Looking what needs attention</p>")).toHaveLength(1);
  expect(phrasesIn("Your bank isn't responding. We'll retry automatically.")).toEqual([]);
});

test("planted: straight apostrophes are found, except in fixed texts", () => {
  const source = "const a = { title: \"It isn't here.\" }; const b = <p>Both banks' accounts</p>;";
  const texts = interfaceTexts("src/client/planted.tsx", source);
  expect(straightlyWritten(texts)).toEqual(["It isn't here.", "Both banks' accounts"]);
  expect(straightlyWritten(["It isn’t here.", "Enter your product's serial number"])).toEqual([]);
});
