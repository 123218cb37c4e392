import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Colors, sizes and durations are literal only in src/ui/theme/tokens.css; every other style sheet uses the tokens. */

const root = join(import.meta.dirname, "../..");
const tokensPath = "src/ui/theme/tokens.css";
const stylesheets = globSync("src/**/*.css", { cwd: root }).filter((path) => path !== tokensPath);

const namedColors =
  "aliceblue|antiquewhite|aqua|aquamarine|azure|beige|bisque|black|blanchedalmond|blue|blueviolet|brown|burlywood|cadetblue|chartreuse|chocolate|coral|cornflowerblue|cornsilk|crimson|cyan|darkblue|darkcyan|darkgoldenrod|darkgr[ae]y|darkgreen|darkkhaki|darkmagenta|darkolivegreen|darkorange|darkorchid|darkred|darksalmon|darkseagreen|darkslateblue|darkslategr[ae]y|darkturquoise|darkviolet|deeppink|deepskyblue|dimgr[ae]y|dodgerblue|firebrick|floralwhite|forestgreen|fuchsia|gainsboro|ghostwhite|gold|goldenrod|gr[ae]y|green|greenyellow|honeydew|hotpink|indianred|indigo|ivory|khaki|lavender|lavenderblush|lawngreen|lemonchiffon|lightblue|lightcoral|lightcyan|lightgoldenrodyellow|lightgr[ae]y|lightgreen|lightpink|lightsalmon|lightseagreen|lightskyblue|lightslategr[ae]y|lightsteelblue|lightyellow|lime|limegreen|linen|magenta|maroon|mediumaquamarine|mediumblue|mediumorchid|mediumpurple|mediumseagreen|mediumslateblue|mediumspringgreen|mediumturquoise|mediumvioletred|midnightblue|mintcream|mistyrose|moccasin|navajowhite|navy|oldlace|olive|olivedrab|orange|orangered|orchid|palegoldenrod|palegreen|paleturquoise|palevioletred|papayawhip|peachpuff|peru|pink|plum|powderblue|purple|rebeccapurple|red|rosybrown|royalblue|saddlebrown|salmon|sandybrown|seagreen|seashell|sienna|silver|skyblue|slateblue|slategr[ae]y|snow|springgreen|steelblue|tan|teal|thistle|tomato|turquoise|violet|wheat|white|whitesmoke|yellow|yellowgreen";

const literals: readonly { kind: string; pattern: RegExp }[] = [
  { kind: "color", pattern: /#[0-9a-f]{3,8}(?![\w-])/iu },
  { kind: "color", pattern: /(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|light-dark)\(/iu },
  { kind: "color", pattern: new RegExp(`(?<![\\w-])(?:${namedColors})(?![\\w-])`, "iu") },
  { kind: "length", pattern: /(?<![\w-])[-+]?(?:\d+\.?\d*|\.\d+)(?:px|rem|pt|pc|in|cm|mm|q)(?![\w-])/iu },
  { kind: "time", pattern: /(?<![\w-])[-+]?(?:\d+\.?\d*|\.\d+)(?:ms|s)(?![\w-])/iu },
];

/** Properties whose words are names, not colors. */
const propertiesOfNames =
  /^(?:animation-name|container-name|font-family|grid-area|grid-template-areas|view-transition-name)$/u;

type Declaration = { property: string; value: string; line: number };

/** Returns a style sheet's declarations, without comments, strings, URLs and the conditions of at-rules. */
function readDeclarations(css: string): Declaration[] {
  function blank(text: string) {
    return text.replaceAll(/[^\n]/gu, " ");
  }
  const bare = css
    .replaceAll(/\/\*[\s\S]*?\*\//gu, blank)
    .replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gu, (text) => `"${blank(text.slice(2))}"`)
    .replaceAll(/url\([^)]*\)/gu, blank)
    .replaceAll(/@(?:media|container|supports)[^{]*/gu, blank);
  return [...bare.matchAll(/(?<=[{;\s])([\w-]+)\s*:\s*([^;{}]*)(?=[;}])/gu)].map((match) => ({
    property: match[1] ?? "",
    value: match[2] ?? "",
    line: bare.slice(0, match.index).split("\n").length,
  }));
}

function findLiterals(css: string): string[] {
  return readDeclarations(css).flatMap(({ property, value, line }) => {
    if (propertiesOfNames.test(property)) return [];
    return literals
      .filter(({ pattern }) => pattern.test(value))
      .map(({ kind }) => `line ${line}: literal ${kind} in "${property}: ${value.trim()}"`);
  });
}

/** Returns the custom properties a text defines: `--x:` in CSS, `"--x":` in a component. */
function findDefinedNames(text: string): string[] {
  return [...text.matchAll(/(--[\w-]+)["'`]?\]?\s*:/gu)].map((match) => match[1] ?? "");
}

function findUsedNames(css: string): string[] {
  return [...css.matchAll(/var\(\s*(--[\w-]+)/gu)].map((match) => match[1] ?? "");
}

test("style sheets are found", () => {
  expect(stylesheets).toContain("src/ui/theme/base.css");
  expect(stylesheets.length).toBeGreaterThan(10);
});

test.each(stylesheets)("%s has no literal color, size or duration", (path) => {
  expect(findLiterals(readFileSync(join(root, path), "utf8"))).toEqual([]);
});

test("every token used in a style sheet is defined", () => {
  const components = globSync("src/**/*.tsx", { cwd: root });
  const defined = new Set(
    [tokensPath, ...stylesheets, ...components].flatMap((path) =>
      findDefinedNames(readFileSync(join(root, path), "utf8")),
    ),
  );
  // React Aria sets the sizes of its overlays on the element itself.
  const fromLibraries = new Set([
    "--trigger-width",
    "--trigger-anchor-point",
    "--tree-item-level",
    "--page-height",
    "--visual-viewport-height",
  ]);
  const missing = stylesheets.flatMap((path) =>
    findUsedNames(readFileSync(join(root, path), "utf8"))
      .filter((name) => !defined.has(name) && !fromLibraries.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test.each([
  ["a hex color", ".a { color: #1f4fd1; }"],
  ["a short hex color", ".a{color:#fff}"],
  ["rgb()", ".a { background: rgb(0 0 0 / 50%); }"],
  ["hsl() in a gradient", ".a { background: linear-gradient(90deg, hsl(10 20% 30%), transparent); }"],
  ["oklch()", ".a { color: oklch(60% 0.1 20); }"],
  ["light-dark()", ".a { color: light-dark(var(--color-ink), var(--color-ground)); }"],
  ["a named color", ".a { border: var(--border-1) solid white; }"],
  ["a named color in capitals", ".a { color: RebeccaPurple }"],
  ["a length in px", ".a { margin: 4px; }"],
  ["a negative length", ".a { margin: -4px; }"],
  ["a length without a leading zero", ".a { margin: .5rem; }"],
  ["a length in calc()", ".a { inline-size: calc(100% - 2rem); }"],
  ["a length as a fallback", ".a { inline-size: var(--size-bar, 64px); }"],
  ["a length in a property of its own", ".a { --gap: 8px; }"],
  ["a time in ms", ".a { transition: color 120ms; }"],
  ["a time in s", ".a { animation: turn 0.8s linear infinite; }"],
  ["a declaration inside of @media", "@media (max-width: 599px) { .a { padding: 3px; } }"],
  ["a nested declaration", ".a { &:hover { color: red; } }"],
  ["a declaration after a comment", ".a { /* why; */ color: red }"],
])("planted: %s is found", (_, css) => {
  expect(findLiterals(css)).toHaveLength(1);
});

test.each([
  ["tokens", ".a { color: var(--color-red); padding: var(--space-2) 0; }"],
  ["keywords", ".a { color: currentColor; background: transparent; border-color: CanvasText; }"],
  [
    "relative units",
    ".a { inline-size: 60ch; block-size: 100dvh; gap: 0.5em; grid-template-columns: 1fr 50%; }",
  ],
  ["unitless numbers and turns", ".a { line-height: 1.5; z-index: 3; rotate: 90deg; flex: 1 1 0; }"],
  ["conditions", "@media (max-width: 599px) and (min-resolution: 2dppx) { .a { gap: 0; } }"],
  ["container conditions", "@container card (inline-size > 20rem) { .a { gap: 0; } }"],
  ["comments and strings", '.a { /* 4px, #fff */ content: "red 4px"; }'],
  ["selectors that look like colors", ".red:hover, a.tan:focus-visible { gap: 0; }"],
  ["mixes of tokens", ".a { color: color-mix(in srgb, var(--color-ink) 20%, transparent); }"],
  ["areas", '.a { grid-template-areas: "gold teal"; grid-area: gold; }'],
])("fine: %s", (_, css) => {
  expect(findLiterals(css)).toEqual([]);
});

test("planted: an undefined token is caught", () => {
  expect(findUsedNames(".a { color: var( --color-inq ); }")).toEqual(["--color-inq"]);
  expect(findDefinedNames('const style = { "--avatar-size": size };')).toEqual(["--avatar-size"]);
});
