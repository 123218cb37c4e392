import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCodeSite } from "../../../../tests/support/sites/code-index-site.ts";
import { byDay } from "../../../../tests/support/night.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();
const wordCount = byDay(150, 500);
const expressionCount = byDay(80, 200);
const filesAtMost = byDay(150, 900);
/** Larger results are compared by their number only. */
const namesAtMost = 30;
/** Hundreds of searches. */
const timeoutMs = 120_000;

/** The sources of this site are the tree that is searched. */
function sources(): Record<string, string> {
  const root = join(import.meta.dirname, "../../..");
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:tsx?|css)$/.test(path))
    .toSorted();
  const step = Math.ceil(paths.length / filesAtMost);
  return Object.fromEntries(
    paths
      .filter((_, index) => index % step === 0)
      .map((path) => [path.replaceAll("\\", "/"), readFileSync(join(root, path), "utf8")]),
  );
}

/** Numbers that look random and are the same in every run. */
function createRandom(): (most: number) => number {
  let state = 20_261_124;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

function scan(tree: Record<string, string>, fits: (line: string) => boolean): string[] {
  return Object.entries(tree)
    .filter(([, text]) => text.split("\n").some(fits))
    .map(([path]) => `tree/${path}`)
    .toSorted();
}

describe("the index finds what a scan of every line finds", async () => {
  const tree = sources();
  const random = createRandom();
  const words = [
    ...new Set(Object.values(tree).flatMap((text) => text.match(/[\w.$(){}=>'"-]{1,14}/g) ?? [])),
  ];
  const identifiers = words.filter((word) => /^[A-Za-z]\w{3,}$/.test(word));
  const pick = <Item>(from: readonly Item[]): Item => from[random(from.length)] as Item;
  const site = () => createCodeSite(database());

  async function compare(terms: readonly { term: string; fits: (line: string) => boolean }[]): Promise<void> {
    const tested = site();
    tested.github.add("tree", tree);
    await tested.runPass();
    for (const { term, fits } of terms) {
      const expected = scan(tree, fits);
      const { items, total_count, incomplete_results } = await tested.search(term);
      expect({ term, total_count, incomplete_results }).toEqual({
        term,
        total_count: expected.length,
        incomplete_results: false,
      });
      if (expected.length > namesAtMost) continue;
      const found = items.map(({ repository, path }) => `${repository.name}/${path}`);
      expect(found.toSorted(), term).toEqual(expected);
    }
    await tested.app.stop();
  }

  it(
    `for ${wordCount} words`,
    async () => {
      const terms = Array.from({ length: wordCount }, (_, at) => {
        const word = pick(words);
        const isExact = at % 2 === 0;
        const phrase = `"${word.replaceAll(/["\\]/g, "\\$&")}"${isExact ? " case:yes" : ""}`;
        const folded = word.toLowerCase();
        return {
          term: phrase,
          fits: (line: string) => (isExact ? line.includes(word) : line.toLowerCase().includes(folded)),
        };
      });
      await compare(terms);
    },
    timeoutMs,
  );

  it(
    `for ${expressionCount} expressions`,
    async () => {
      const templates: readonly (() => string)[] = [
        () => `\\b${pick(identifiers)}\\b`,
        () => `${pick(identifiers)}\\(`,
        () => `(${pick(identifiers)}|${pick(identifiers)})`,
        () => `^import .*${pick(identifiers)}`,
        () => `${pick(identifiers).slice(0, 3)}[a-z]+${pick(identifiers).slice(-3)}`,
        () => `[A-Z]\\w+${pick(identifiers).slice(-4)}\\b`,
        () => `${pick(identifiers)}.?$`,
        () => `[^\\s]${pick(identifiers)}`,
        () => `${pick(identifiers)}\\s*[:=]\\s*\\w+`,
        () => `(?:const|let)\\s+${pick(identifiers)}`,
        () => `(${pick(identifiers)})?${pick(identifiers)}`,
        () => `${pick(identifiers).slice(0, 4)}.{1,20}${pick(identifiers).slice(0, 4)}`,
        () => `(${pick(identifiers)} ?){1,3}\\W`,
        () => `\\d{${1 + random(4)},}[a-z_]`,
        () => `[${pick(identifiers).slice(0, 3)}]{${3 + random(3)}}`,
        () => `^\\s*(export )?(async )?function ${pick(identifiers).slice(0, 2)}`,
        () => `${pick(identifiers).slice(0, 5)}[^;]*;$`,
      ];
      const terms = Array.from({ length: expressionCount }, (_, at) => {
        const source = templates[at % templates.length]?.() ?? "";
        const isExact = at % 3 !== 0;
        const pattern = new RegExp(source, isExact ? "" : "i");
        return {
          term: `/${source}/${isExact ? " case:yes" : ""}`,
          fits: (line: string) => pattern.test(line),
        };
      });
      await compare(terms);
    },
    timeoutMs,
  );
});
