/** A file by its repository and its path there. */
export type FileRef = { repo: string; path: string };

/** GitHub takes no longer search, and neither does our own server (docs/reference/http-api.md, "Limits"). */
export const mostTermCharacters = 256;

/** The term that a search in one repository sends: the query and the repository (docs/reference/product.md, "Code search"). */
export function termInRepo(query: string, owner: string, repo: string): string {
  return `${query.trim()} ${repoQualifier(owner, repo)}`;
}

/** How long a query in one repository may be, so that its term fits. */
export function mostQueryCharacters(owner: string, repo: string): number {
  return Math.max(1, mostTermCharacters - repoQualifier(owner, repo).length - 1);
}

function repoQualifier(owner: string, repo: string): string {
  return `repo:${owner}/${repo}`;
}

/** The line that an address names; null where it is no whole number from 1. */
export function lineOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** The file that `file=repository/path` names; null where one of the two is missing. */
export function fileRefOf(text: string | null): FileRef | null {
  const slash = text?.indexOf("/") ?? -1;
  if (text === null || slash < 1 || slash === text.length - 1) return null;
  return { repo: text.slice(0, slash), path: text.slice(slash + 1) };
}

export function fileRefText({ repo, path }: FileRef): string {
  return `${repo}/${path}`;
}
