import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useApi } from "#client/app-context.tsx";
import { useCodeSearchLimit } from "#client/code-search/code-search-limit.ts";
import { paths } from "#client/routing/paths.ts";
import { buttonClassName } from "#ui/button.tsx";
import { languageOfFile } from "#ui/code/code-file-languages.ts";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { searchFacets, type Facet, type FacetChoice } from "../domain/search-facets.ts";
import { fileRefOf, fileRefText, lineOf, type FileRef } from "../domain/search-place.ts";
import type { SearchResults } from "../domain/search-results.ts";
import { searchQuery } from "./code-search-queries.ts";
import { FileView } from "./file-view.tsx";
import { ResultList } from "./result-list.tsx";
import { ResultCount, SearchOutcome } from "./search-outcome.tsx";
import styles from "./code-results.module.css";

type CodeResultsProps = { query: string; params: URLSearchParams };

/** Results in all repositories with their facets, or the open file; the address holds the whole state. */
export function CodeResults({ query, params }: CodeResultsProps) {
  const choice: FacetChoice = {
    repo: params.get("repo") ?? undefined,
    language: params.get("language") ?? undefined,
  };
  const file = fileRefOf(params.get("file"));
  const [lastFile, setLastFile] = useState<FileRef | null>(null);
  if (file !== null && (lastFile?.path !== file.path || lastFile.repo !== file.repo)) setLastFile(file);
  if (file !== null)
    return <OpenFile query={query} choice={choice} file={file} line={lineOf(params.get("line"))} />;
  return (
    <SearchOutcome
      term={query}
      emptyAction={
        <Link to={paths.code()} className={buttonClassName()}>
          Show search tips
        </Link>
      }
    >
      {(results) => <Found query={query} choice={choice} results={results} lastFile={lastFile} />}
    </SearchOutcome>
  );
}

type OpenFileProps = { query: string; choice: FacetChoice; file: FileRef; line: number | null };

/** An open file. The search runs too, for its matches and its address on GitHub. */
function OpenFile({ query, choice, file, line }: OpenFileProps) {
  const isLimited = useCodeSearchLimit() !== null;
  const { data } = useQuery({ ...searchQuery(useApi(), query), enabled: !isLimited });
  const place = useRef<HTMLDivElement>(null);
  // The view is as high as the window below the bar, so scroll it into view from anywhere in the list.
  useLayoutEffect(() => {
    place.current?.scrollIntoView({ block: "start", behavior: "instant" });
  }, []);
  return (
    <div ref={place} className={styles.file}>
      <FileView
        headingLevel={2}
        file={file}
        line={line}
        query={query}
        items={data?.items ?? []}
        listHref={paths.code(query, choice)}
        hrefForLine={(next) =>
          paths.code(query, { ...choice, file: fileRefText(file), ...(next === null ? {} : { line: next }) })
        }
      />
    </div>
  );
}

type FoundProps = { query: string; choice: FacetChoice; results: SearchResults; lastFile: FileRef | null };

function Found({ query, choice, results, lastFile }: FoundProps) {
  const facets = searchFacets(results.items, choice, (path) => languageOfFile(path)?.label ?? null);
  return (
    <div className={styles.results}>
      <nav className={styles.facets} aria-label="Filter results">
        <FacetList
          title="Repositories"
          facets={facets.repos}
          chosen={choice.repo}
          hrefFor={(repo) => paths.code(query, { ...choice, repo })}
        />
        <FacetList
          title="Languages"
          facets={facets.languages}
          chosen={choice.language}
          hrefFor={(language) => paths.code(query, { ...choice, language })}
        />
      </nav>
      <div className={styles.found}>
        <h2 className="visually-hidden">Files</h2>
        <ResultCount results={results} shownCount={facets.items.length} />
        {facets.items.length === 0 ? (
          <EmptyState
            title="No files match both filters"
            icon="filter"
            action={
              <Link to={paths.code(query)} preventScrollReset className={buttonClassName()}>
                Show all files
              </Link>
            }
          >
            None of the files found are in this repository and language.
          </EmptyState>
        ) : (
          <ResultList
            items={facets.items}
            hrefForFile={(file) => paths.code(query, { ...choice, file: fileRefText(file) })}
            showsRepo
            lastFile={lastFile}
          />
        )}
      </div>
    </div>
  );
}

type FacetListProps = {
  title: string;
  facets: Facet[];
  chosen: string | undefined;
  hrefFor: (name: string | undefined) => string;
};

/** Links to filter by a facet; the selected one's link removes the filter. */
function FacetList({ title, facets, chosen, hrefFor }: FacetListProps) {
  return (
    <div className={styles.facet}>
      <h2 className={styles.facetTitle}>{title}</h2>
      <ul className={styles.names}>
        {facets.map(({ name, count }) => (
          <li key={name}>
            <Link
              to={hrefFor(name === chosen ? undefined : name)}
              preventScrollReset
              className={styles.name}
              aria-current={name === chosen ? "true" : undefined}
            >
              <span className={styles.label}>{name}</span>
              <span className={styles.count}>{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
