import { useEffect, useRef, type RefObject } from "react";
import { countText } from "#shared/text/counts.ts";
import { usePublicConfig } from "#client/app-context.tsx";
import { paths } from "#client/routing/paths.ts";
import { buttonClassName } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { languageOfFile } from "#shared/text/file-languages.ts";
import { hashOfLines } from "../domain/files/file-place.ts";
import { parseCodeQuery } from "../domain/query/parse-code-query.ts";
import {
  facetsOfItems,
  filtersOfFacet,
  hasFilter,
  withFilter,
  withoutFilter,
} from "../domain/query/query-filters.ts";
import type { SearchFacetCounts, SearchResults } from "../domain/search-shapes.ts";
import { ResultList } from "./result-list.tsx";
import { ResultCount, SearchOutcome, type MoreResults } from "./search-outcome.tsx";
import styles from "./code-results.module.css";

/** Results in all repositories with their facets; the address holds the whole state. */
export function CodeResults({ query, page }: { query: string; page: number }) {
  return (
    <SearchOutcome
      term={query}
      query={query}
      page={page}
      emptyAction={
        <Link to={paths.code()} className={buttonClassName()}>
          Show search tips
        </Link>
      }
    >
      {(results, more) => <Found query={query} page={page} results={results} more={more} />}
    </SearchOutcome>
  );
}

type FoundProps = { query: string; page: number; results: SearchResults; more: MoreResults };

function Found({ query, page, results, more }: FoundProps) {
  const facets = results.facets ?? facetsOfItems(results.items, (path) => languageOfFile(path)?.name ?? null);
  return (
    <div className={styles.results}>
      <nav className={styles.facets} aria-label="Filter results">
        <FacetList title="Repositories" query={query} facet="repositories" counts={facets.repositories} />
        <FacetList title="Languages" query={query} facet="languages" counts={facets.languages} />
        <FacetList title="Folders" query={query} facet="folders" counts={facets.folders} />
      </nav>
      <div className={styles.found}>
        <h2 className="visually-hidden">Files</h2>
        <ResultCount results={results} />
        <ResultList
          items={results.items}
          hrefForFile={({ repo, path }, line) =>
            paths.repoFiles(repo, path, {
              q: query,
              hash: hashOfLines(line === undefined ? null : { first: line, last: line }),
            })
          }
          showsRepo
        />
        {more.load === null ? null : <ShowMore href={paths.code(query, page + 1)} more={more} />}
      </div>
    </div>
  );
}

type FacetListProps = {
  title: string;
  query: string;
  facet: keyof SearchFacetCounts;
  counts: readonly { value: string; count: number }[];
};

/** Links that add a facet's filter to the query, or remove it. */
function FacetList({ title, query, facet, counts }: FacetListProps) {
  const { githubOwner } = usePublicConfig();
  const parsed = parseCodeQuery(query, githubOwner);
  if (counts.length === 0 || "mistake" in parsed) return null;
  const { filters } = parsed.query;
  return (
    <div className={styles.facet}>
      <h2 className={styles.facetTitle}>{title}</h2>
      <ul className={styles.names}>
        {counts.map(({ value, count }) => {
          const wanted = filtersOfFacet(facet, value);
          const isChosen = wanted.every((filter) => hasFilter(filters, filter));
          // Of a folder, only the folder is removed.
          const [last] = wanted.slice(-1);
          const next =
            isChosen && last !== undefined
              ? withoutFilter(query, filters, last)
              : wanted.reduce((text, filter) => withFilter(text, filters, filter), query);
          return (
            <li key={value}>
              <Link
                to={paths.code(next)}
                preventScrollReset
                className={styles.name}
                aria-current={isChosen ? "true" : undefined}
              >
                <span className={styles.label}>{value}</span>
                <span className={styles.count}>{countText(count)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Loads more files when it comes near the window, or when pressed; without JavaScript it leads to the next page. */
function ShowMore({ href, more: { load, isLoading } }: { href: string; more: MoreResults }) {
  const link = useRef<HTMLAnchorElement>(null);
  useNear(link, () => {
    if (!isLoading) load?.();
  });
  return (
    <Link
      ref={link}
      to={href}
      className={buttonClassName()}
      aria-busy={isLoading || undefined}
      onClick={(event) => {
        event.preventDefault();
        if (!isLoading) load?.();
      }}
    >
      {isLoading ? "Loading…" : "Show more files"}
    </Link>
  );
}

/** Distance below the window at which more files load. */
const nearMargin = "0px 0px 800px 0px";

/** Calls a function whenever an element is near the window, also if it's still there after a change. */
function useNear(element: RefObject<Element | null>, onNear: () => void): void {
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: nearMargin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  });
}
