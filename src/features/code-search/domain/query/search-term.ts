/** A typed search, parsed by the rules of GitHub's code search (docs/reference/upstreams.md, "GitHub search"). */
export type SearchTerm = {
  /** Words, quoted phrases, and the operators between them, in order. */
  words: string[];
  /** Qualifiers other than those for owners and repositories. */
  qualifiers: Qualifier[];
  /** Names of the owner's repositories to search; empty for all. */
  repositories: string[];
  /** Names of the owner's repositories to exclude. */
  excludedRepositories: string[];
};

export type Qualifier = { name: string; value: string; isExclusion: boolean };

export type ReadTerm = { term: SearchTerm } | { problem: string };

/** Qualifiers of the code search; anything else with a colon is text. */
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
const maxOperators = 5;
const repositoryName = /^[\w.-]{1,100}$/;

/**
 * Matches a token: a quoted phrase, a qualifier with a quoted value, or anything up to the next space, quote, or
 * parenthesis, because GitHub's search has no groups and ignores parentheses.
 */
const token = new RegExp(`"[^"]*"?|-?(?:${[...narrowing, ...scoping].join("|")}):"[^"]*"?|[^\\s"()]+`, "giu");
const qualifierToken = /^(-?)([a-z]+):(.+)$/isu;

/**
 * Parses a search and limits it to the owner's repositories: anyone else's `user:`, `org:`, or `repo:` is a problem,
 * and `repo:name` is short for the owner's. Doesn't check that repositories exist.
 */
export function readSearchTerm(text: string, owner: string): ReadTerm {
  const term: SearchTerm = { words: [], qualifiers: [], repositories: [], excludedRepositories: [] };
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
  if (term.words.filter((word) => operators.has(word)).length > maxOperators)
    return { problem: `Use at most ${maxOperators} of AND, OR, and NOT.` };
  return { term: { ...term, words: withoutLooseOperators(term.words) } };
}

function readQualifier(part: string): Qualifier | null {
  const [, minus, rawName = "", rawValue = ""] = qualifierToken.exec(part) ?? [];
  const name = rawName.toLowerCase();
  const value = rawValue.replaceAll('"', "").trim();
  if (value === "" || !(narrowing.has(name) || scoping.has(name))) return null;
  return { name, value, isExclusion: minus === "-" };
}

/** Adds a qualifier to the term; returns the reason if it isn't allowed. */
function addQualifier(term: SearchTerm, qualifier: Qualifier, owner: string): string | null {
  const { name, value, isExclusion } = qualifier;
  if (narrowing.has(name)) {
    term.qualifiers.push(qualifier);
    return null;
  }
  if (name !== "repo") {
    if (isSame(value, owner) && !isExclusion) return null;
    return `Only ${owner}’s repositories can be searched. Remove ${name}:${value}.`;
  }
  const slash = value.indexOf("/");
  const [login, repository] = slash < 0 ? [owner, value] : [value.slice(0, slash), value.slice(slash + 1)];
  if (!isSame(login, owner)) return `Only ${owner}’s repositories can be searched. Remove repo:${value}.`;
  if (!repositoryName.test(repository)) return `repo:${value} isn’t a repository name.`;
  (isExclusion ? term.excludedRepositories : term.repositories).push(repository);
  return null;
}

/** Removes dangling operators: each needs a term on its right, and AND and OR one on their left. */
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

/** Closes a phrase without a closing quote, which extends to the end of the text. */
function closed(part: string): string {
  if (!part.startsWith('"')) return part.replaceAll('"', "");
  return part.length > 1 && part.endsWith('"') ? part : `${part}"`;
}

/** Returns true for a search without words: only kinds of files. */
export function hasOnlyQualifiers({ words }: SearchTerm): boolean {
  return !words.some((word) => !operators.has(word) && /[\p{L}\p{N}]/u.test(word));
}

/**
 * Returns the query sent to GitHub, always the same for the same search. With `repo:` it has no `user:`, which would
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
  const excludedRepositories = [...new Set(term.excludedRepositories)].map(
    (repository) => `-repo:${owner}/${repository}`,
  );
  return [...term.words, ...qualifiers, ...scope, ...excludedRepositories].join(" ");
}

function quotedIfNeeded(value: string): string {
  return /\s/u.test(value) ? `"${value}"` : value;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
