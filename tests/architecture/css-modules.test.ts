import { posix } from "node:path";
import { parseSync, Visitor, type ESTree } from "vite";
import { expect, test } from "vitest";
import { progressTone } from "#ui/status/progress-percent.ts";
import { toneIcons } from "#ui/status/tone.ts";
import { readRepoFile, repoFiles } from "./support/repo-files.ts";

/** A class missing from its style sheet is `undefined`: nothing fails, and the element loses its style. */

type Use = { sheet: string; name: string; place: string };

const tones = Object.keys(toneIcons);

/**
 * Names behind computed accesses such as `styles[tone]`, because the parser knows no types. Add a new one here with all values
 * of its type.
 */
const computedNames: Record<string, readonly string[]> = {
  "src/client/lists/list-filters.tsx": ["half", "most"],
  "src/ui/status/callout.tsx": tones,
  "src/ui/status/chip.tsx": [...tones, "neutral"],
  "src/ui/chart/chart-frame.tsx": ["line", "dashed", "dotted", "dot", "area", "bar"],
  "src/ui/icon.tsx": ["small", "medium", "large"],
  "src/ui/status/progress.tsx": ["accent", ...[0, 50, 100, 101].map(progressTone)],
  "src/ui/overlay/toast.tsx": [...tones, "neutral"],
};

/** Variants that are the default and need no class. */
const plainNames = new Set(["neutral", "medium"]);

function classesOf(css: string): Set<string> {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, "").match(/[^{};]+(?=\{)/g) ?? [];
  const selectors = rules.filter((rule) => !/^\s*@(?!scope)/.test(rule));
  return new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)[_a-z][\w-]*/gi) ?? []));
}

/** Returns the classes a source uses from style sheets. */
function usesIn(path: string, text: string): Use[] {
  const sheets = new Map<string, string>();
  const uses: Use[] = [];
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!source.value.endsWith(".module.css")) return;
      const sheet = posix.join(posix.dirname(path), source.value);
      for (const { local } of specifiers) sheets.set(local.name, sheet);
    },
    MemberExpression(member) {
      const sheet = member.object.type === "Identifier" ? sheets.get(member.object.name) : undefined;
      if (sheet === undefined) return;
      const place = `${path}:${text.slice(0, member.start).split("\n").length}`;
      uses.push(...namesOf(path, member).map((name) => ({ sheet, name, place })));
    },
  }).visit(parseSync(path, text).program);
  return uses;
}

function namesOf(path: string, { property, computed }: ESTree.MemberExpression): readonly string[] {
  if (!computed && property.type === "Identifier") return [property.name];
  if (property.type === "Literal") return [String(property.value)];
  return computedNames[path] ?? ["a computed name that this test does not know"];
}

const files = repoFiles();
const sheets = new Map(
  files.filter((path) => path.endsWith(".module.css")).map((path) => [path, classesOf(readRepoFile(path))]),
);
const uses = files
  .filter((path) => /^src\/.*\.tsx?$/.test(path))
  .map((path) => ({ path, text: readRepoFile(path) }))
  .filter(({ text }) => text.includes(".module.css"))
  .flatMap(({ path, text }) => usesIn(path, text));

test("every class that a component uses exists", () => {
  expect(sheets.size).toBeGreaterThan(100);
  expect(uses.length).toBeGreaterThan(500);
  const isPlain = ({ name, place }: Use) =>
    plainNames.has(name) && computedNames[place.replace(/:\d+$/, "")] !== undefined;
  expect(uses.filter((use) => !sheets.get(use.sheet)?.has(use.name) && !isPlain(use))).toEqual([]);
});

test("every class of a style sheet is used by a component", () => {
  const used = new Set(uses.map(({ sheet, name }) => `${sheet} ${name}`));
  const unused = [...sheets].flatMap(([sheet, names]) =>
    [...names].map((name) => `${sheet} ${name}`).filter((name) => !used.has(name)),
  );
  expect(unused).toEqual([]);
});

test("planted: a missing class is caught, however it is accessed", () => {
  const text = 'import look from "./a.module.css";\nlook.one;\nlook["two"];\nlook[three];';
  expect(usesIn("src/ui/a.tsx", text)).toEqual([
    { sheet: "src/ui/a.module.css", name: "one", place: "src/ui/a.tsx:2" },
    { sheet: "src/ui/a.module.css", name: "two", place: "src/ui/a.tsx:3" },
    {
      sheet: "src/ui/a.module.css",
      name: "a computed name that this test does not know",
      place: "src/ui/a.tsx:4",
    },
  ]);
  expect([...classesOf("/* .no */ .a > .b-c:hover { top: .5em } @media (width < 9.5em) { .d { } }")]).toEqual(
    ["a", "b-c", "d"],
  );
});
