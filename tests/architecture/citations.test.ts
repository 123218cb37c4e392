import { describe, expect, test } from "vitest";
import { isAboutRules, readRepoFile, repoFiles } from "./support/repo-files.ts";

/** Comments and documents may cite only what exists: a document and one of its headings, as `docs/x.md, "Heading"`. */

const files = repoFiles();
const sources = files.filter(
  (path) =>
    /^(?:src|scripts|tests|db)\/.*\.(?:tsx?|mjs|css|sql)$|^[^/]+\.ts$/.test(path) && !isAboutRules(path),
);
const documents = files.filter((path) => /^[A-Z]+\.md$|^docs\/.*\.md$/.test(path));

/** Generated, so it contains no rule to cite. */
const generated = "docs/reference/texts.md";
const citation = /(docs\/[\w/-]+\.md)(?:, ("[^"]+"(?:(?: and|,) "[^"]+")*))?/g;
/**
 * Matches an upper-case word cited like a document: with a section, a number, a heading, or as a file; public standards are
 * excluded.
 */
const foreign =
  /\b(?!(?:RFC|OWASP|ASVS)\b)[A-Z]{4,}\d?(?:\.md)?,? (?:sections? \d|\d\.\d(?!\.)|"[A-Z])|\b[A-Z]{2,}\d?\.md\b/g;

/** Joins the lines of comments, so that a citation can span two. */
function flowing(text: string): string {
  return text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, " ");
}

/** Returns a document's headings without code and emphasis marks. */
function headingsOf(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading.replaceAll(/[`*]/g, "").trim(),
  );
}

/** Returns a heading's anchor, as GitHub and most viewers create it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

const headings = new Map(documents.map((path) => [path, headingsOf(readRepoFile(path))]));

/** Returns the problems of a text's citations as sentences. */
function problemsOf(text: string): string[] {
  const flow = flowing(text);
  const cited = [...flow.matchAll(citation)].flatMap(([, path = "", quoted = ""]) => {
    // A path alone may be any file, perhaps one of another repository.
    if (quoted === "" && (!path.startsWith("docs/reference/") || path === generated)) return [];
    const known = headings.get(path);
    if (known === undefined) return [`${path} does not exist`];
    if (quoted === "") return [`${path} is cited without a heading`];
    const names = [...quoted.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
    return names.filter((name) => !known.includes(name)).map((name) => `${path} has no "${name}"`);
  });
  return [...cited, ...foreignDocumentsIn(flow)];
}

/** Returns cited names that are neither in the repository nor public standards. */
function foreignDocumentsIn(flow: string): string[] {
  const names = [...flow.matchAll(foreign)].map(([name]) => name);
  return names.filter((name) => !documents.includes(name)).map((name) => `${name} is not in the repository`);
}

/** Returns a document's links to headings that don't exist. */
function brokenAnchors(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)];
  return links.flatMap(([, target = "", anchor = ""]) => {
    const to = target === "" ? path : new URL(target, `file:///${path}`).pathname.slice(1);
    const known = headings.get(to);
    return known === undefined || known.map(anchorOf).includes(anchor) ? [] : [`${to} has no #${anchor}`];
  });
}

test("sources cite only existing headings and documents", () => {
  const found = sources.flatMap((path) =>
    problemsOf(readRepoFile(path)).map((problem) => `${path}: ${problem}`),
  );
  expect(found).toEqual([]);
});

test("sources cite the product's rules", () => {
  const citing = sources.filter((path) => flowing(readRepoFile(path)).includes("docs/reference/"));
  expect(citing.length).toBeGreaterThan(100);
});

describe.each(documents)("%s", (path) => {
  const text = readRepoFile(path);

  test("cites only what exists", () => {
    expect(foreignDocumentsIn(flowing(text))).toEqual([]);
  });

  test("links only to existing headings", () => {
    expect(brokenAnchors(path, text)).toEqual([]);
  });
});

test("planted: invalid citations are caught", () => {
  expect(problemsOf('(docs/reference/money.md, "Transfers")')).toEqual([]);
  expect(problemsOf('/**\n * (docs/reference/money.md, "Money\n * and sign")\n */')).toEqual([]);
  expect(problemsOf("(RFC 9110 section 5, README.md)")).toEqual([]);
  expect(problemsOf('(docs/reference/money.md, "Transfers" and "Gold")')).toEqual([
    'docs/reference/money.md has no "Gold"',
  ]);
  expect(problemsOf("(docs/reference/money.md)")).toEqual([
    "docs/reference/money.md is cited without a heading",
  ]);
  expect(problemsOf('(docs/reference/gold.md, "Ore")')).toEqual(["docs/reference/gold.md does not exist"]);
  for (const stranger of ["PAPER section 2", "PAPER 2.1", "API.md", 'PAPER, "Ore"', "PAPER.md"]) {
    expect(problemsOf(`(${stranger})`)).toHaveLength(1);
  }
  expect(brokenAnchors("docs/testing.md", "[here](#nowhere) [there](reference/money.md#transfers)")).toEqual([
    "docs/testing.md has no #nowhere",
  ]);
});
