import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate, useSearchParams, type LoaderFunctionArgs } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { useIsHydrated } from "#client/hydrated.ts";
import { loadingOf } from "#client/data/loading-context.ts";
import { paths } from "#client/routing/paths.ts";
import { searchHintsQuery } from "#client/code-search/search-hints.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { maxTermCharacters } from "../domain/search-place.ts";
import { CodeResults } from "./code-results.tsx";
import { GitHubAccount } from "./github-account.tsx";
import { SearchForm } from "./search-form.tsx";
import { SearchHints } from "./search-hints.tsx";
import { SearchSkeleton } from "./search-outcome.tsx";
import styles from "./code-page.module.css";

/** Loads the hints from the content; searches run in the browser, where they use the visitor's own rate limit. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { api, queryClient } = loadingOf(context);
  await queryClient.prefetchQuery(searchHintsQuery(api, queryClient));
  return null;
}

const noHints: [] = [];

/** Search Code (docs/reference/product.md, "Routes"): the query, hints, results, and the GitHub account. */
export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const isHydrated = useIsHydrated();
  const field = useRef<HTMLInputElement>(null);
  const { ownerName, publicUrl } = usePublicConfig();
  const { data: hints = noHints } = useQuery(searchHintsQuery(useApi(), useQueryClient()));
  const query = params.get("q")?.trim() ?? "";
  const trail = [
    { name: "Home", path: paths.home() },
    { name: "Search Code", path: paths.code() },
  ];
  return (
    <div className={styles.page}>
      <DocumentHead
        title="Search Code"
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
          onSearch={(typed) => void navigate(paths.code(typed), { preventScrollReset: true })}
          onClear={() => {
            if (query !== "") void navigate(paths.code(), { preventScrollReset: true });
          }}
        />
      </div>
      {query === "" ? (
        <SearchHints hints={hints} />
      ) : isHydrated ? (
        <CodeResults query={query} params={params} />
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
