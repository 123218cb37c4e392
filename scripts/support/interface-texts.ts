import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseSync, type ESTree } from "vite";

/** Texts that people read, found in the syntax trees of the sources: for docs/reference/texts.md. */

const opening = `# Interface texts

Every text that a person can read on a screen, in an answer of the API, in the log, or from a command, by source.
Written by \`node scripts/texts.ts\`; don't edit. \`{name}\` stands for what is filled in.
`;

type Node = ESTree.Node;
/** Strings that count as texts: all of them, sentences and capitalized words, or phrases of at least three words. */
type Reading = "everything" | "words" | "phrases";

/** Attributes and properties whose values people read or hear. */
const spokenName =
  /^(?:aria-label|aria-description|alt|caption|cure|heading|headline|hint|legend|note|placeholder|summary|tooltip)$|(?:description|label|message|text|title|words)$/i;
/** Elements inside a sentence. */
const inlineElement = /^(?:a|abbr|b|bdi|code|em|i|kbd|small|span|strong|time|\w*Link)$/;
const sentence = /^["“(]?\p{Lu}[\p{L}’'-]*[,:]? \S/u;
const phrase = /^[^\s<>{}[\]|\\]\S* \S.* \S/;
const query = /^(?:select|insert|update|delete|create|alter|drop|grant|set|with|lock|copy|begin|truncate) /i;
const capitalizedWord = /^\p{Lu}\p{Ll}{2,}[.…!?]?$/u;
/** Nodes whose parts are read in the same way. */
const transparent =
  /^(?:ArrayExpression|ArrowFunctionExpression|ConditionalExpression|JSXExpressionContainer|LogicalExpression|ParenthesizedExpression|TS(?:As|NonNull|Satisfies)Expression)$/;
/** Nodes without texts: types, imports, comparisons, and tagged templates. */
const silent = /^(?:TS(?!As|NonNull|Satisfies)|Import|ExportAll|TaggedTemplate|BinaryExpression$)/;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Returns the parts of a node that can contain a text, without keys, conditions, and types. */
function partsOf(node: Node): Node[] {
  const withoutText = new Set(["key", "test", "typeAnnotation", "typeArguments", "source", "property"]);
  return Object.entries(node)
    .filter(([name]) => !withoutText.has(name))
    .flatMap(([, value]: [string, unknown]) => value)
    .filter(isNode);
}

/** Returns a placeholder for an expression, such as `{count}`. */
function placeholderOf(node: Node): string {
  if (node.type === "Identifier") return `{${node.name}}`;
  if (node.type === "MemberExpression") return placeholderOf(node.property);
  if (node.type === "CallExpression") return placeholderOf(node.arguments[0] ?? node.callee);
  return "{…}";
}

/** Returns the text of a string or a template, or undefined. */
function stringOf(node: Node): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type !== "TemplateLiteral") return undefined;
  const { quasis, expressions } = node;
  return quasis
    .map(({ value }, index) => {
      const expression = expressions[index];
      return `${value.cooked ?? ""}${expression === undefined ? "" : placeholderOf(expression)}`;
    })
    .join("");
}

function nameOf(node: Node): string {
  if (node.type === "Identifier" || node.type === "JSXIdentifier") return node.name;
  return node.type === "Literal" ? String(node.value) : "";
}

function isInline(node: Node): boolean {
  return node.type === "JSXElement" && inlineElement.test(nameOf(node.openingElement.name));
}

/** Returns an element's text with its inline elements, or "" if it has no words of its own. */
function contentOf(children: readonly Node[], isWhole = true): string {
  let hasWords = !isWhole;
  const parts = children.map((child) => {
    if (child.type === "JSXElement") return isInline(child) ? contentOf(child.children, false) : " ";
    const text = child.type === "JSXText" ? child.value : contentString(child);
    if (text === undefined)
      return child.type === "JSXExpressionContainer" ? placeholderOf(child.expression) : "";
    if (/\p{L}/u.test(text)) hasWords = true;
    return text;
  });
  const text = parts.join("").replaceAll(/\s+/g, " ");
  return hasWords ? text : "";
}

function contentString(node: Node): string | undefined {
  return node.type === "JSXExpressionContainer" ? stringOf(node.expression) : undefined;
}

function textsInElement(
  node: ESTree.JSXElement | ESTree.JSXFragment,
  inside: (node: Node, how?: Reading) => string[],
) {
  const content = contentOf(node.children);
  const below = node.children.flatMap((child) => {
    if (child.type === "JSXExpressionContainer") {
      return contentString(child) === undefined ? inside(child, "everything") : [];
    }
    // The sentence includes its inline elements.
    return content !== "" && child.type === "JSXElement" && isInline(child)
      ? inside(child.openingElement)
      : inside(child);
  });
  return [...(node.type === "JSXElement" ? inside(node.openingElement) : []), content, ...below];
}

/** Returns whether a string is a text, ignoring the places of expressions. */
function isText(text: string, reading: Reading): boolean {
  if (!/\p{L}/u.test(text.replaceAll(/\{[^}]*\}/g, ""))) return false;
  if (reading === "everything") return true;
  if (reading === "phrases") return phrase.test(text) && !query.test(text);
  return sentence.test(text) || capitalizedWord.test(text);
}

/** Returns the texts in a node, in order. `general` says how to read strings whose purpose is unknown. */
function textsIn(node: Node, reading: Reading, general: Reading): string[] {
  const inside = (part: Node, how = general): string[] => textsIn(part, how, general);
  if (silent.test(node.type)) return [];
  if (node.type === "JSXElement" || node.type === "JSXFragment") return textsInElement(node, inside);
  if (node.type === "JSXAttribute") {
    if (node.value === null) return [];
    return inside(node.value, spokenName.test(nameOf(node.name)) ? "everything" : "words");
  }
  if (node.type === "Property") {
    return inside(node.value, spokenName.test(nameOf(node.key)) ? "everything" : general);
  }
  const text = stringOf(node);
  const own = text !== undefined && isText(text, reading) ? [text] : [];
  const how = transparent.test(node.type) ? reading : general;
  return [...own, ...partsOf(node).flatMap((part) => inside(part, how))];
}

/** Returns the texts in a source, each once. */
export function interfaceTexts(path: string, source: string): string[] {
  if (!/["'`>}]\s*["“(]?\p{L}/u.test(source)) return [];
  const general = /\/(?:client|domain|ui)\//.test(path) ? "words" : "phrases";
  const texts = textsIn(parseSync(path, source).program, general, general);
  const lines = texts.map((text) => text.replaceAll(/\s+/g, " ").trim());
  return [...new Set(lines)].filter((line) => line !== "");
}

/** Sources whose texts only developers read, and invented data. */
const otherSources =
  /\.test\.|\/(?:bench|gallery|seed|tables)\/|\/sandbox\/(?!link\/|sandbox-pages)|link-style|github-openapi|interface-texts/;

/** Returns docs/reference/texts.md, with the texts of every source below `root` by folder. */
export function textsDocument(root: string): string {
  const paths = globSync("{src,scripts}/**/*.{ts,tsx,mjs}", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !otherSources.test(path))
    .toSorted();
  const sources = paths.map((path) => ({
    path,
    texts: interfaceTexts(path, readFileSync(join(root, path), "utf8")),
  }));
  const blocks = Object.entries(
    Object.groupBy(
      sources.filter(({ texts }) => texts.length > 0),
      ({ path }) => areaOf(path),
    ),
  );
  const sections = blocks.map(([area, files = []]) => {
    const lists = files.map(({ path, texts }) =>
      [`### ${basename(path)}`, "", "```text", ...texts, "```", ""].join("\n"),
    );
    return `## ${area}\n\n${lists.join("\n")}`;
  });
  return `${opening}\n${sections.join("\n")}`;
}

/** Returns a feature's or an upstream's folder, or else the one below `src`. */
function areaOf(path: string): string {
  return /^(?:src\/(?:features|upstreams)\/[\w-]+|src\/[\w-]+|scripts)(?=\/)/.exec(path)?.[0] ?? path;
}
