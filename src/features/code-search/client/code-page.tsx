import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { redirect, useNavigate, useSearchParams, type LoaderFunctionArgs } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { useIsHydrated } from "#client/hydrated.ts";
import { loadingOf } from "#client/data/loading-context.ts";
import { paths } from "#client/routing/paths.ts";
import { searchHintsQuery } from "#client/code-search/search-hints.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { parseCodeQuery } from "../domain/query/parse-code-query.ts";
import { addressNow, maxTermCharacters, pageOf } from "../domain/search-place.ts";
import { CodeIndexState } from "./code-index-state.tsx";
import { CodeResults } from "./code-results.tsx";
import { codeIndexQuery, isReady, searchQuery } from "./code-search-queries.ts";
import { GitHubAccount } from "./github-account.tsx";
import { SearchForm } from "./query/search-form.tsx";
import { SearchHints } from "./query/search-hints.tsx";
import { SearchSkeleton } from "./search-outcome.tsx";
import styles from "./code-page.module.css";

/**
 * Loads the hints, and on the server the results of the site's own index. GitHub's search runs in the browser only, where
 * it uses the visitor's own rate limit.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { api, queryClient, config } = loadingOf(context);
  const { searchParams } = new URL(request.url);
  const old = addressNow(searchParams);
  if (old !== null)
    return redirect(
      old.file === null
        ? paths.code(old.query)
        : paths.repoFiles(old.file.repo, old.file.path, { q: old.query, hash: old.hash }),
    );
  const hints = queryClient.prefetchQuery(searchHintsQuery(api, queryClient));
  // What the browser learned before it has hydrated the server's page would differ from it.
  await Promise.all(import.meta.env.SSR ? [hints, queryClient.prefetchQuery(codeIndexQuery(api))] : [hints]);
  if (!import.meta.env.SSR) return null;
  const query = searchParams.get("q")?.trim() ?? "";
  const index = queryClient.getQueryData(codeIndexQuery(api).queryKey);
  if (query !== "" && isReady(index) && !("mistake" in parseCodeQuery(query, config.githubOwner)))
    await queryClient.prefetchInfiniteQuery(searchQuery(api, query, pageOf(searchParams.get("page"))));
  return null;
}

const noHints: [] = [];

/** Search Code (docs/reference/product.md, "Routes"): the query, hints, results, and the GitHub account. */
export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const isHydrated = useIsHydrated();
  const api = useApi();
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const { ownerName, publicUrl, githubOwner } = usePublicConfig();
  const { data: hints = noHints } = useQuery(searchHintsQuery(api, queryClient));
  const query = params.get("q")?.trim() ?? "";
  const page = pageOf(params.get("page"));
  const hasResults = queryClient.getQueryData(searchQuery(api, query, page).queryKey) !== undefined;
  const isMistaken = "mistake" in parseCodeQuery(query, githubOwner);
  const trail = [
    { name: "Home", path: paths.home() },
    { name: "Search Code", path: paths.code() },
  ];
  return (
    <div className={styles.page}>
      <DocumentHead
        title={query === "" ? "Search Code" : `${query} · Search Code`}
        description={`Search the source code of ${ownerName}’s public repositories by word, language, path, and repository.`}
        canonicalPath={paths.code()}
        jsonLd={[breadcrumbJsonLd(publicUrl, trail)]}
      />
      <PageHeader
        title="Search Code"
        intro={`Search all of ${ownerName}’s public repositories for words, phrases, and qualifiers.`}
      />
      <div className={styles.search}>
        <SearchForm
          ref={field}
          label="Search code"
          query={query}
          termOf={(typed) => typed.trim()}
          maxLength={maxTermCharacters}
          placeholder="HttpClient language:csharp"
          action={paths.code()}
          hrefFor={(typed) => paths.code(typed)}
          onClear={() => {
            if (query !== "") void navigate(paths.code(), { preventScrollReset: true });
          }}
        />
      </div>
      {query === "" ? (
        <>
          <SearchHints hints={hints} />
          <CodeIndexState />
        </>
      ) : isHydrated || hasResults || isMistaken ? (
        <CodeResults query={query} page={page} />
      ) : (
        <>
          <SearchSkeleton />
          <noscript>
            <p>Search results need JavaScript. Turn it on and reload the page.</p>
          </noscript>
        </>
      )}
      <GitHubAccount />
    </div>
  );
}
