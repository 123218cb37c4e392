/** A search as a person typed it, read by the rules of GitHub's code search (docs/reference/upstreams.md, "GitHub search"). */
export type SearchTerm = {
  /** Words and quoted phrases, and the operators between them, in their order. */
  words: string[];
  /** What narrows the search down, other than whose code it is. */
  qualifiers: Qualifier[];
  /** Names of the owner's repositories to search in; none means all of them. */
  repositories: string[];
  /** Names of the owner's repositories to leave out. */
  leftOut: string[];
};

export type Qualifier = { name: string; value: string; isExclusion: boolean };

export type ReadTerm = { term: SearchTerm } | { problem: string };

/** Qualifiers of the code search; everything else with a colon in it is text. */
const narrowing: ReadonlySet<string> = new Set([
  "language",
  "path",
  "filename",
  "extension",
  "in",
  "size",
  "fork",
]);
const scoping: ReadonlySet<string> = new Set(["user", "org", "repo"]);
const operators: ReadonlySet<string> = new Set(["AND", "OR", "NOT"]);
const mostOperators = 5;
const repositoryName = /^[\w.-]{1,100}$/;

/**
 * A token is a quoted phrase, a qualifier with a quoted value, or anything up to the next white space, quote or
 * parenthesis: GitHub's search knows no groups and ignores parentheses.
 */
const token = new RegExp(`"[^"]*"?|-?(?:${[...narrowing, ...scoping].join("|")}):"[^"]*"?|[^\\s"()]+`, "giu");
const qualifierToken = /^(-?)([a-z]+):(.+)$/isu;

/**
 * Reads a search and holds it to the owner's repositories: `user:`, `org:` and `repo:` of anybody else are a problem in
 * words, `repo:name` is short for the owner's. Names of repositories are not checked here for being there.
 */
export function readSearchTerm(text: string, owner: string): ReadTerm {
  const term: SearchTerm = { words: [], qualifiers: [], repositories: [], leftOut: [] };
  let isNegated = false;
  for (const [part] of text.matchAll(token)) {
    const qualifier = part.startsWith('"') ? null : readQualifier(part);
    if (qualifier === null) {
      if (isNegated) term.words.push("NOT");
      isNegated = part === "NOT";
      if (!isNegated) term.words.push(closed(part));
      continue;
    }
    const isExclusion = qualifier.isExclusion || isNegated;
    isNegated = false;
    const problem = addQualifier(term, { ...qualifier, isExclusion }, owner);
    if (problem !== null) return { problem };
  }
  if (term.words.filter((word) => operators.has(word)).length > mostOperators)
    return { problem: `Use at most ${mostOperators} of AND, OR and NOT.` };
  return { term: { ...term, words: withoutLooseOperators(term.words) } };
}

function readQualifier(part: string): Qualifier | null {
  const [, minus, rawName = "", rawValue = ""] = qualifierToken.exec(part) ?? [];
  const name = rawName.toLowerCase();
  const value = rawValue.replaceAll('"', "").trim();
  if (value === "" || !(narrowing.has(name) || scoping.has(name))) return null;
  return { name, value, isExclusion: minus === "-" };
}

/** Adds a qualifier to the term; in words, why it may not be there. */
function addQualifier(term: SearchTerm, qualifier: Qualifier, owner: string): string | null {
  const { name, value, isExclusion } = qualifier;
  if (narrowing.has(name)) {
    term.qualifiers.push(qualifier);
    return null;
  }
  if (name !== "repo") {
    if (isSame(value, owner) && !isExclusion) return null;
    return `Only the repositories of ${owner} are searched here: leave out ${name}:${value}.`;
  }
  const slash = value.indexOf("/");
  const [login, repository] = slash < 0 ? [owner, value] : [value.slice(0, slash), value.slice(slash + 1)];
  if (!isSame(login, owner))
    return `Only the repositories of ${owner} are searched here: leave out repo:${value}.`;
  if (!repositoryName.test(repository)) return `repo:${value} names no repository.`;
  (isExclusion ? term.leftOut : term.repositories).push(repository);
  return null;
}

/** An operator needs something on its right, and AND and OR something on their left. */
function withoutLooseOperators(words: string[]): string[] {
  const kept: string[] = [];
  for (const [index, word] of words.entries()) {
    if (!operators.has(word)) {
      kept.push(word);
      continue;
    }
    const follows = words.slice(index + 1).some((later) => !operators.has(later));
    const isFirst = kept.length === 0 || operators.has(kept.at(-1) ?? "");
    if (follows && (word === "NOT" || !isFirst)) kept.push(word);
  }
  return kept;
}

/** A phrase whose second quote is missing ends with the text: nothing behind it is hidden from us. */
function closed(part: string): string {
  if (!part.startsWith('"')) return part.replaceAll('"', "");
  return part.length > 1 && part.endsWith('"') ? part : `${part}"`;
}

/** True where there is nothing to look for in the files: only what kind of files they are. */
export function hasOnlyQualifiers({ words }: SearchTerm): boolean {
  return !words.some((word) => !operators.has(word) && /[\p{L}\p{N}]/u.test(word));
}

/**
 * The search as it is sent to GitHub, always the same for the same search. With `repo:` it has no `user:`, which would
 * widen it again (docs/reference/product.md, "Code search").
 */
export function queryOf(term: SearchTerm, owner: string): string {
  const qualifiers = term.qualifiers.map(
    ({ name, value, isExclusion }) => `${isExclusion ? "-" : ""}${name}:${quotedIfNeeded(value)}`,
  );
  const scope =
    term.repositories.length === 0
      ? [`user:${owner}`]
      : [...new Set(term.repositories)].map((repository) => `repo:${owner}/${repository}`);
  const leftOut = [...new Set(term.leftOut)].map((repository) => `-repo:${owner}/${repository}`);
  return [...term.words, ...qualifiers, ...scope, ...leftOut].join(" ");
}

function quotedIfNeeded(value: string): string {
  return /\s/u.test(value) ? `"${value}"` : value;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
