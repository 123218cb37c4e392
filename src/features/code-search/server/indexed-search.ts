import type { z } from "zod";
import type { GitHubService } from "#features/github/server/index.ts";
import type { Session } from "#server/http/session.ts";
import { invalid } from "#shared/errors.ts";
import type { codeSearchContract } from "../contract.ts";
import type { CodeQuery, QueryFilter } from "../domain/query/code-query.ts";
import { parseCodeQuery, type SearchEngine } from "../domain/query/parse-code-query.ts";
import type { CodeIndex } from "./code-index.ts";
import type { GitHubCodeSearch } from "./code-search.ts";
import { searchedRepositories } from "./index/index-search.ts";
import type { IndexedRepository, IndexView } from "./index/code-index-store.ts";
import { withKnownNames } from "./known-names.ts";

type Answer = z.input<typeof codeSearchContract.searchCode.output>;

/**
 * Searches with the site's own index, without a token. GitHub's search answers while there is none, and for repositories that
 * aren't in it (docs/reference/product.md, "Code search").
 */
export function createIndexedSearch(index: CodeIndex, github: GitHubService, gitHubSearch: GitHubCodeSearch) {
  const { owner } = github.access;

  /** @throws AppError 400 for a mistake */
  function read(term: string, engine: SearchEngine): CodeQuery {
    const parsed = parseCodeQuery(term, owner, engine);
    if ("mistake" in parsed) throw invalid({ term: [parsed.mistake.message] });
    return parsed.query;
  }

  return {
    async search({ term, page }: { term: string; page: number }, session: Session | null): Promise<Answer> {
      const askGitHub = async () => pageOf(await gitHubSearch.search(read(term, "github"), session), page);
      const view = await index.view();
      if (view === null) return askGitHub();
      const query = await withKnownNames(read(term, "index"), owner, async (name) =>
        isIn(view.repositories, name) ? name : github.finder.find(name).catch(() => null),
      );
      const wanted = query.filters.filter(({ name, isExclusion }) => name === "repo" && !isExclusion);
      const isEmpty = (value: string) =>
        view.repositories.some((one) => isNamed(one, value) && one.isRead && one.problem === null);
      const isOnlyElsewhere =
        wanted.length > 0 &&
        searchedRepositories(query, view).length === 0 &&
        !wanted.every(({ value }) => isEmpty(value));
      if (isOnlyElsewhere) return askGitHub();
      // Former names make the same search.
      const key = `${term} ${wanted.map(({ value }) => value).join(" ")}`;
      return {
        ...(await index.search(query, view, { key, page })),
        source: "index",
        as_of: view.comparedAt.toISOString(),
        not_indexed: leftOut(wanted, view),
      };
    },
  };
}

/** GitHub's search answers all of its results at once. */
function pageOf(answer: Answer, page: number): Answer {
  return page === 1 ? answer : { ...answer, items: [] };
}

/** Returns the repositories that should have been searched but aren't in the index, with the reason. */
function leftOut(wanted: readonly QueryFilter[], { repositories }: IndexView) {
  return repositories
    .filter((repository) => wanted.length === 0 || wanted.some(({ value }) => isNamed(repository, value)))
    .flatMap(({ name, headId, problem, isRead }) => {
      if (headId !== null || (problem === null && isRead)) return [];
      return { repository: name, reason: problem ?? "It hasn’t been read yet." };
    });
}

function isIn(repositories: readonly IndexedRepository[], name: string): boolean {
  return repositories.some((repository) => isNamed(repository, name));
}

function isNamed(repository: Pick<IndexedRepository, "name">, name: string): boolean {
  return repository.name.toLowerCase() === name.toLowerCase();
}
