import type { CodeQuery, QueryAtom, QueryFilter } from "./code-query.ts";
import { mistakeAt, qualifierText } from "./parse-code-query.ts";

const operators: ReadonlySet<string> = new Set(["AND", "OR", "NOT"]);
const maxOperators = 5;

/**
 * Returns the query sent to GitHub (docs/reference/upstreams.md, "GitHub search"), always the same for the same search, or
 * what its search can't do. With `repo:` it has no `user:`, which would widen it again.
 */
export function gitHubQueryOf(query: CodeQuery, owner: string): { q: string } | { problem: string } {
  const problem = problemForGitHub(query);
  if (problem !== null) return { problem };
  const words = query.alternatives.map((atoms) => atoms.map(wordOf).join(" ")).join(" OR ");
  const narrowing = query.filters
    .filter(({ name }) => name !== "repo")
    .map(({ name, ...rest }) => qualifierText({ name: name === "file" ? "filename" : name, ...rest }));
  const named = query.filters.filter(({ name }) => name === "repo");
  const scopes = named
    .toSorted((one, other) => Number(one.isExclusion) - Number(other.isExclusion))
    .map((filter) => qualifierText({ ...filter, value: `${owner}/${filter.value}` }));
  if (named.every(({ isExclusion }) => isExclusion)) scopes.unshift(`user:${owner}`);
  const parts = [words, ...narrowing, ...query.forGitHub, ...new Set(scopes)];
  return { q: parts.filter((part) => part !== "").join(" ") };
}

/** Returns true for a search without words: only kinds of files. */
export function hasOnlyQualifiers({ alternatives }: CodeQuery): boolean {
  return alternatives.flat().every((atom) => isText(atom) && !/[\p{L}\p{N}]/u.test(atom.text));
}

/** Returns true for a name or a path in which `*` stands for anything. */
export function hasPlaceholder({ name, value }: QueryFilter): boolean {
  return (name === "file" || name === "path") && value.includes("*");
}

function problemForGitHub(query: CodeQuery): string | null {
  const atoms = query.alternatives.flat();
  const unknown = atoms.find((atom) => !isText(atom));
  if (unknown !== undefined)
    return impossible(unknown, unknown.kind === "symbol" ? "symbols" : "regular expressions");
  const placeholder = query.filters.find(hasPlaceholder);
  if (placeholder !== undefined) return impossible(placeholder, "* in names and paths");
  if (query.isCaseSensitive && !hasOnlyQualifiers(query))
    return "GitHub’s search, which answers here, ignores case. Remove case:yes.";
  const sent = query.alternatives.length - 1 + atoms.filter(({ isExclusion }) => isExclusion).length;
  return sent > maxOperators ? `Use at most ${maxOperators} of AND, OR, and NOT.` : null;
}

function impossible({ start, end }: QueryAtom | QueryFilter, what: string): string {
  return mistakeAt(`GitHub’s search, which answers here, can’t search for ${what}`, start, end).message;
}

function isText({ kind }: QueryAtom): boolean {
  return kind === "word" || kind === "phrase";
}

function wordOf({ kind, text, isExclusion }: QueryAtom): string {
  const isPlain = kind === "word" && !operators.has(text) && !/["()]/u.test(text);
  return `${isExclusion ? "NOT " : ""}${isPlain ? text : `"${text.replaceAll('"', " ")}"`}`;
}
