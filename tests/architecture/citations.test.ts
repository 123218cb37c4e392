import { describe, expect, test } from "vitest";
import { isAboutRules, readRepoFile, repoFiles } from "./support/repo-files.ts";

/** Comments and documents cite what the repository holds: a document and one of its headings, as `docs/x.md, "Heading"`. */

const files = repoFiles();
const sources = files.filter(
  (path) =>
    /^(?:src|scripts|tests|db)\/.*\.(?:tsx?|mjs|css|sql)$|^[^/]+\.ts$/.test(path) && !isAboutRules(path),
);
const documents = files.filter((path) => /^[A-Z]+\.md$|^docs\/.*\.md$/.test(path));

/** Made from the sources, so it has no rule to cite. */
const generated = "docs/reference/texts.md";
const citation = /(docs\/[\w/-]+\.md)(?:, ("[^"]+"(?:(?: and|,) "[^"]+")*))?/g;
/** A word in capitals that is quoted like a document: with a section, with the number of one, with a heading, or as a file; public standards apart. */
const foreign =
  /\b(?!(?:RFC|OWASP|ASVS)\b)[A-Z]{4,}\d?(?:\.md)?,? (?:sections? \d|\d\.\d(?!\.)|"[A-Z])|\b[A-Z]{2,}\d?\.md\b/g;

/** The text without the breaks of its comments' lines, so that a citation may go over two. */
function flowing(text: string): string {
  return text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, " ");
}

/** Headings of a document, without the marks of code and emphasis. */
function headingsOf(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading.replaceAll(/[`*]/g, "").trim(),
  );
}

/** Where a link to a heading leads, as GitHub and most readers make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

const headings = new Map(documents.map((path) => [path, headingsOf(readRepoFile(path))]));

/** What is wrong with the citations of a text, in words. */
function problemsOf(text: string): string[] {
  const flow = flowing(text);
  const cited = [...flow.matchAll(citation)].flatMap(([, path = "", quoted = ""]) => {
    // A path alone is a file like others, perhaps one of somebody else's repository.
    if (quoted === "" && (!path.startsWith("docs/reference/") || path === generated)) return [];
    const known = headings.get(path);
    if (known === undefined) return [`${path} does not exist`];
    if (quoted === "") return [`${path} is cited without a heading`];
    const names = [...quoted.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
    return names.filter((name) => !known.includes(name)).map((name) => `${path} has no "${name}"`);
  });
  return [...cited, ...strangersOf(flow)];
}

/** What is cited but not in the repository, and no public standard. */
function strangersOf(flow: string): string[] {
  const names = [...flow.matchAll(foreign)].map(([name]) => name);
  return names.filter((name) => !documents.includes(name)).map((name) => `${name} is not in the repository`);
}

/** Links of a document to headings that are not there. */
function brokenAnchors(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)];
  return links.flatMap(([, target = "", anchor = ""]) => {
    const to = target === "" ? path : new URL(target, `file:///${path}`).pathname.slice(1);
    const known = headings.get(to);
    return known === undefined || known.map(anchorOf).includes(anchor) ? [] : [`${to} has no #${anchor}`];
  });
}

test("sources cite only headings and documents that are there", () => {
  const found = sources.flatMap((path) =>
    problemsOf(readRepoFile(path)).map((problem) => `${path}: ${problem}`),
  );
  expect(found).toEqual([]);
});

test("sources cite the rules of the product", () => {
  const citing = sources.filter((path) => flowing(readRepoFile(path)).includes("docs/reference/"));
  expect(citing.length).toBeGreaterThan(100);
});

describe.each(documents)("%s", (path) => {
  const text = readRepoFile(path);

  test("cites only what is there", () => {
    expect(strangersOf(flowing(text))).toEqual([]);
  });

  test("links only to headings that are there", () => {
    expect(brokenAnchors(path, text)).toEqual([]);
  });
});

test("planted: citations of what is not there are noticed", () => {
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
