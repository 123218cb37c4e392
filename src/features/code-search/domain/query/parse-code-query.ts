import type { CodeQuery, ParsedQuery, QueryAtom, QueryFilter, QueryMistake } from "./code-query.ts";
import { readExpression } from "./read-expression.ts";
import { readSizeRange } from "./size-range.ts";

const filterNames: Readonly<Record<string, QueryFilter["name"]>> = {
  repo: "repo",
  language: "language",
  lang: "language",
  path: "path",
  file: "file",
  filename: "file",
  extension: "extension",
  ext: "extension",
  size: "size",
};
/** The index searches every public file, forks by setting. */
const gitHubNames: ReadonlySet<string> = new Set(["in", "fork", "is"]);
const ownerNames: ReadonlySet<string> = new Set(["user", "org"]);
const qualifierStart = new RegExp(
  `^(?:${[...Object.keys(filterNames), ...gitHubNames, ...ownerNames, "case", "symbol"].join("|")}):`,
  "iu",
);
const repositoryName = /^[\w.-]{1,100}$/;
const maxAtoms = 16;
/** Search that answers a query: the site's own index, or GitHub's, which has no groups and ignores parentheses. */
export type SearchEngine = "index" | "github";
/** Separators of marks, and the characters of a word or of a value without quotation marks. */
const characters: Readonly<Record<SearchEngine, { space: RegExp; run: RegExp }>> = {
  index: { space: /\s/u, run: /^\S*/u },
  github: { space: /[\s()]/u, run: /^[^\s"()]*/u },
};

/** A mark of a query: a piece of text with its place, where `value` begins at `valueStart`. */
type Token = {
  kind: "word" | "phrase" | "expression" | "qualifier" | "operator";
  name: string;
  value: string;
  isExclusion: boolean;
  start: number;
  valueStart: number;
  end: number;
};

/**
 * Parses a query (docs/reference/product.md, "Code search"): words, "phrases", /expressions/, `name:value`, `-` before any of
 * them, and OR. Pure, so that the search field can show a mistake at its place while someone types. Doesn't check that
 * repositories exist.
 */
export function parseCodeQuery(text: string, owner: string, engine: SearchEngine = "index"): ParsedQuery {
  const query: CodeQuery = { alternatives: [], filters: [], forGitHub: [], isCaseSensitive: false };
  let alternative: QueryAtom[] = [];
  let isNegated = false;
  for (const token of tokensOf(text, engine)) {
    if ("message" in token) return { mistake: token };
    if (token.kind === "operator") {
      if (token.value === "OR" && alternative.length > 0) {
        query.alternatives.push(alternative);
        alternative = [];
      }
      isNegated = token.value === "NOT";
      continue;
    }
    const added = addToken(
      query,
      alternative,
      { ...token, isExclusion: token.isExclusion || isNegated },
      owner,
    );
    if (added !== null) return { mistake: added };
    isNegated = false;
  }
  if (alternative.length > 0) query.alternatives.push(alternative);
  const mistake = mistakeOfWhole(query, text);
  return mistake === null ? { query } : { mistake };
}

function mistakeOfWhole({ alternatives, filters }: CodeQuery, text: string): QueryMistake | null {
  const atoms = alternatives.flat();
  if (atoms.length > maxAtoms)
    return mistakeAt(`Use at most ${maxAtoms} words and expressions`, 0, text.length);
  const hasWanted =
    alternatives.length > 0 && alternatives.every((each) => each.some((atom) => !atom.isExclusion));
  const isNarrowed = filters.some(({ isExclusion }) => !isExclusion);
  if (hasWanted || (isNarrowed && (alternatives.length === 0 || alternatives.length === 1))) return null;
  return { message: "Add a word to search for.", start: 0, end: text.length };
}

function addToken(query: CodeQuery, atoms: QueryAtom[], token: Token, owner: string): QueryMistake | null {
  const { kind, start, end, isExclusion, value } = token;
  if (kind === "expression") {
    const read = readExpression(value);
    if ("problem" in read)
      return mistakeAt(read.problem, token.valueStart + read.start, token.valueStart + read.end);
  }
  if (kind === "word" || kind === "phrase" || kind === "expression") {
    atoms.push({ kind, text: value, isExclusion, start, end });
    return null;
  }
  return addQualifier(query, atoms, token, owner);
}

function addQualifier(
  query: CodeQuery,
  atoms: QueryAtom[],
  token: Token,
  owner: string,
): QueryMistake | null {
  const { name, value, isExclusion, start, end } = token;
  if (value === "") return mistakeAt(`Write what ${name}: is`, start, end);
  if (gitHubNames.has(name)) {
    query.forGitHub.push(qualifierText(token));
    return null;
  }
  if (name === "symbol") {
    atoms.push({ kind: "symbol", text: value, isExclusion, start, end });
    return null;
  }
  if (name === "case") {
    if (value !== "yes" && value !== "no") return mistakeAt("Write case:yes or case:no", start, end);
    query.isCaseSensitive = value === "yes";
    return null;
  }
  if (ownerNames.has(name)) {
    if (isSame(value, owner) && !isExclusion) return null;
    return foreign(owner, `${name}:${value}`, start, end);
  }
  const filter = filterNames[name] ?? "path";
  const wanted = filter === "repo" ? repositoryOf(value, owner) : value;
  if (wanted === null) return foreign(owner, `repo:${value}`, start, end);
  if (filter === "repo" && !repositoryName.test(wanted))
    return mistakeAt(`repo:${value} isn’t a repository name`, start, end);
  if (filter === "size" && readSizeRange(value) === null)
    return mistakeAt("Write a size in bytes, such as size:>1000 or size:10..200", start, end);
  query.filters.push({ name: filter, value: wanted, isExclusion, start, end });
  return null;
}

/** Returns the name of one of the owner's repositories; null for someone else's. */
function repositoryOf(value: string, owner: string): string | null {
  const slash = value.indexOf("/");
  if (slash < 0) return value;
  return isSame(value.slice(0, slash), owner) ? value.slice(slash + 1) : null;
}

function foreign(owner: string, qualifier: string, start: number, end: number): QueryMistake {
  return { message: `Only ${owner}’s repositories can be searched. Remove ${qualifier}.`, start, end };
}

/** Returns a qualifier as it's typed, with quotation marks where its value needs them. */
export function qualifierText({
  name,
  value,
  isExclusion,
}: Pick<Token, "name" | "value" | "isExclusion">): string {
  const plain = value.replaceAll('"', " ");
  return `${isExclusion ? "-" : ""}${name}:${/[\s()]/u.test(plain) ? `"${plain}"` : plain}`;
}

/** Says the place in words too, from 1, for those who only see the message. */
export function mistakeAt(message: string, start: number, end: number): QueryMistake {
  return { message: `${message}, at character ${start + 1}.`, start, end };
}

function* tokensOf(text: string, engine: SearchEngine): Generator<Token | QueryMistake> {
  let at = 0;
  while (at < text.length) {
    if (characters[engine].space.test(text[at] ?? "")) {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at, characters[engine].run);
    yield token;
    if ("message" in token) return;
    at = token.end;
  }
}

function tokenAt(text: string, start: number, run: RegExp): Token | QueryMistake {
  const isExclusion = /^-[\p{L}\p{N}_"/$@.]/u.test(text.slice(start));
  const from = isExclusion ? start + 1 : start;
  const base = { name: "", isExclusion, start, valueStart: from };
  if (text[from] === '"') return phraseAt(text, from, base);
  const expressionEnd = text[from] === "/" ? endOfExpression(text, from) : null;
  if (expressionEnd !== null) {
    const value = text.slice(from + 1, expressionEnd - 1);
    return { ...base, kind: "expression", value, valueStart: from + 1, end: expressionEnd };
  }
  const qualifier = qualifierStart.exec(text.slice(from))?.[0];
  if (qualifier !== undefined) {
    const valueStart = from + qualifier.length;
    const named = { ...base, name: qualifier.slice(0, -1).toLowerCase(), valueStart };
    if (text[valueStart] !== '"') {
      const value = run.exec(text.slice(valueStart))?.[0] ?? "";
      return { ...named, kind: "qualifier", value, end: valueStart + value.length };
    }
    const phrase = phraseAt(text, valueStart, named);
    return "message" in phrase ? phrase : { ...phrase, kind: "qualifier", value: phrase.value.trim() };
  }
  const value = run.exec(text.slice(from))?.[0] ?? "";
  const kind = !isExclusion && /^(?:AND|OR|NOT)$/.test(value) ? "operator" : "word";
  return { ...base, kind, value, end: from + value.length };
}

/** Reads a phrase up to its closing quotation mark. A backslash takes the next mark or backslash as it is. */
function phraseAt(
  text: string,
  from: number,
  base: Pick<Token, "name" | "isExclusion" | "start" | "valueStart">,
): Token | QueryMistake {
  const found = /^"((?:[^"\\]|\\[^])*)"/u.exec(text.slice(from));
  if (found === null) return mistakeAt("Close this quotation mark", from, text.length);
  const value = (found[1] ?? "").replaceAll(/\\(["\\])/g, "$1");
  if (value.trim() === "")
    return mistakeAt("Write something between these quotation marks", from, from + found[0].length);
  return { ...base, kind: "phrase", value, end: from + found[0].length };
}

/** Returns where an expression ends: after a slash that isn't escaped or in brackets, before a space. Null for a path. */
function endOfExpression(text: string, from: number): number | null {
  let isInClass = false;
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === "[") isInClass = true;
    else if (character === "]") isInClass = false;
    else if (character === "/" && !isInClass && at > from + 1 && /^(?:\s|$)/u.test(text.slice(at + 1)))
      return at + 1;
  }
  return null;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
