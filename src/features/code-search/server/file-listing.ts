import { blobAddress } from "../domain/files/github-addresses.ts";
import type { ListedRepository, OwnerData } from "#features/github/server/index.ts";
import type { Kernel } from "#server/feature.ts";
import { GitHubError } from "#upstreams/github/index.ts";
import type { ListedFile } from "../domain/files/file-filters.ts";
import type { SearchItem, SearchResults } from "../domain/search-shapes.ts";
import type { QueryFilter } from "../domain/query/code-query.ts";
import { repositoryTest } from "../domain/query/query-filters.ts";

/** Lists matching files from each repository's stored tree, most recently pushed repository first. */
export type ListFiles = (
  filters: readonly QueryFilter[],
  fits: (file: ListedFile) => boolean,
  visitorToken: string | null,
) => Promise<SearchResults>;

/** Maximum number of results, as in a GitHub search. */
const maxItems = 100;
/** Maximum number of repositories searched at once; beyond it the results are marked incomplete. */
const maxRepositories = 30;
/** Age from which a tree is refreshed before it is used. */
const waitWhenOlderThanMs = 60 * 60_000;

export function createFileListing({ log }: Pick<Kernel, "log">, data: OwnerData): ListFiles {
  async function filesOf(repository: ListedRepository, visitorToken: string | null) {
    try {
      const branch = repository.default_branch ?? "HEAD";
      const { value } = await data.tree(repository.name, branch, { visitorToken, waitWhenOlderThanMs });
      return { tree: value, error: null };
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      log.warn({ error, repository: repository.name }, "Can't list a repository's files.");
      return { tree: null, error };
    }
  }

  return async (filters, fits, visitorToken) => {
    const { value: all } = await data.repos({ visitorToken });
    const isWanted = repositoryTest(filters);
    const wanted = all.filter(({ name }) => isWanted(name));
    const searched = wanted.slice(0, maxRepositories);
    const found = await Promise.all(searched.map((repository) => filesOf(repository, visitorToken)));
    const failed = found.flatMap(({ error }) => (error === null ? [] : [error]));
    if (failed[0] !== undefined && failed.length === searched.length) throw failed[0];
    const items = found.flatMap(({ tree }, index) => {
      const repository = searched[index];
      if (tree === null || repository === undefined) return [];
      return tree.entries
        .filter(({ kind, path, size }) => kind === "file" && fits({ path, sizeBytes: size ?? 0 }))
        .map(({ path, sha }) => itemOf(repository, path, sha));
    });
    return {
      items: items.slice(0, maxItems),
      total_count: items.length,
      incomplete_results:
        failed.length > 0 ||
        wanted.length > searched.length ||
        found.some(({ tree }) => tree?.isTruncated === true),
    };
  };
}

function itemOf(repository: ListedRepository, path: string, sha: string): SearchItem {
  const { name, description, html_url, default_branch } = repository;
  return {
    sha,
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    html_url: blobAddress(html_url, default_branch ?? "HEAD", path),
    repository: { name, description },
    text_matches: [],
  };
}
