import { maxPages } from "./search-pages.ts";
/** A file by repository and path. */
export type FileRef = { repo: string; path: string };

/** Maximum length of a search term on GitHub and on our server (docs/reference/http-api.md, "Limits"). */
export const maxTermCharacters = 256;

/** Returns the term for a search in one repository: the query and the repository (docs/reference/product.md, "Code search"). */
export function termInRepo(query: string, owner: string, repo: string): string {
  return `${query.trim()} ${repoQualifier(owner, repo)}`;
}

/** Returns the maximum length of a query in one repository, so that its term fits. */
export function maxQueryCharacters(owner: string, repo: string): number {
  return Math.max(1, maxTermCharacters - repoQualifier(owner, repo).length - 1);
}

function repoQualifier(owner: string, repo: string): string {
  return `repo:${owner}/${repo}`;
}

/** Parses an address's line; returns null unless it is a whole number from 1. */
export function lineOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Parses `file=repository/path`; returns null if either part is missing. */
export function fileRefOf(text: string | null): FileRef | null {
  const slash = text?.indexOf("/") ?? -1;
  if (text === null || slash < 1 || slash === text.length - 1) return null;
  return { repo: text.slice(0, slash), path: text.slice(slash + 1) };
}

/** Parses an address's page of results; anything but one that exists is the first. */
export function pageOf(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= maxPages ? page : 1;
}

/**
 * Returns what an address of before facets were part of the query means now (`repo`, `language`, and an open `file` at a
 * `line`); null for other addresses.
 */
export function addressNow(params: {
  get: (name: string) => string | null;
}): { query: string; file: FileRef | null; hash: string } | null {
  const query = params.get("q")?.trim() ?? "";
  const file = fileRefOf(params.get("file"));
  const line = lineOf(params.get("line"));
  const filters = ["repo", "language"].flatMap((name) => {
    const value = params.get(name)?.replaceAll('"', "").trim() ?? "";
    return value === "" ? [] : [`${name}:${/\s/u.test(value) ? `"${value}"` : value}`];
  });
  if (file === null && filters.length === 0) return null;
  return { query: [query, ...filters].join(" ").trim(), file, hash: line === null ? "" : `#L${line}` };
}
