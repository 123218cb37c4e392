import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { countText, countWords } from "#shared/text/counts.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { requestIdOf } from "#client/data/api-failure.ts";
import { LostLinkNote } from "#client/code-search/code-search-limit-banner.tsx";
import { useCodeSearchLimit } from "#client/code-search/code-search-limit.ts";
import { paths } from "#client/routing/paths.ts";
import { ApiError } from "#shared/envelope.ts";
import { Moment } from "#client/words/moment.tsx";
import { Button } from "#ui/button.tsx";
import { ExternalLink, Link } from "#ui/link.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { gitHubSearchAddress } from "../domain/files/github-addresses.ts";
import { parseCodeQuery } from "../domain/query/parse-code-query.ts";
import type { SearchResults } from "../domain/search-shapes.ts";
import { failureText, searchQuery } from "./code-search-queries.ts";
import { QueryMistakeNote } from "./query/query-mistake.tsx";
import styles from "./search-outcome.module.css";

type SearchOutcomeProps = {
  term: string;
  /** The person's own text, of which `term` is the search: mistakes are shown in it. */
  query: string;
  /** First page of results. */
  page?: number;
  /** Action to broaden a search without results: the link to the repository. */
  emptyAction: ReactNode;
  children: (results: SearchResults, more: MoreResults) => ReactNode;
};

/** Further pages of a search; `load` is null at the end. */
export type MoreResults = { load: (() => void) | null; isLoading: boolean };

/**
 * Outcome of a search: loading, empty, failed, or results. The results of a search before it stay until the next ones
 * arrive, so that nothing jumps while someone types.
 */
export function SearchOutcome({ term, query, page = 1, emptyAction, children }: SearchOutcomeProps) {
  const limit = useCodeSearchLimit();
  const { githubOwner } = usePublicConfig();
  const parsed = parseCodeQuery(term, githubOwner);
  const mistake = "mistake" in parsed ? parsed.mistake : null;
  const search = useInfiniteQuery({
    ...searchQuery(useApi(), term, page),
    // A search would only be refused while rate limited; a waiting one runs once the limit resets.
    enabled: limit === null && mistake === null,
    placeholderData: limit === null ? keepPreviousData : undefined,
  });
  const { data, error, isFetching, isPlaceholderData, refetch } = search;
  if (mistake !== null)
    return (
      <div role="alert">
        <Callout tone="negative" title="Can’t run this search">
          <QueryMistakeNote query={query} mistake={mistake} />
        </Callout>
      </div>
    );
  if (data === undefined) {
    if (isFetching) return <SearchSkeleton />;
    // The banner that replaces the field explains why and for how long.
    if (limit !== null)
      return (
        <p className={styles.note}>
          {limit.endsAt === null
            ? "This search hasn’t run."
            : "This search will run when the rate limit resets."}
        </p>
      );
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  const more = {
    load: search.hasNextPage ? () => void search.fetchNextPage() : null,
    isLoading: search.isFetchingNextPage,
  };
  return (
    <div className={styles.outcome} aria-busy={isPlaceholderData || undefined}>
      {data.link_lost ? <LostLinkNote /> : null}
      <OldResultsNote results={data} receivedAtMs={search.dataUpdatedAt} />
      <IncompleteHint results={data} isRetrying={isFetching} onRetry={() => void refetch()} />
      {data.items.length > 0 ? (
        children(data, more)
      ) : (
        <>
          <output className="visually-hidden">No files found.</output>
          <EmptyState title="No results found" icon="search" action={emptyAction}>
            {data.source === "index"
              ? "Try fewer words, or remove a filter."
              : "GitHub matches whole words. Try fewer words or another qualifier."}
          </EmptyState>
        </>
      )}
      <NotSearched results={data} query={query} />
    </div>
  );
}

/** The index is compared with GitHub every 15 minutes, so older results miss comparisons. */
const oldAfterMs = 45 * 60_000;

/** Says from when the results are, if GitHub couldn't be asked for a while. */
function OldResultsNote({ results, receivedAtMs }: { results: SearchResults; receivedAtMs: number }) {
  if (typeof results.as_of !== "string") return null;
  const asOf = new Date(results.as_of);
  if (receivedAtMs - asOf.getTime() < oldAfterMs) return null;
  return (
    <Callout tone="warning" isLive>
      Results from <Moment instant={results.as_of} form="minute" />. GitHub hasn’t answered since.
    </Callout>
  );
}

/** Repositories that the index doesn’t have, with the same search on GitHub. */
function NotSearched({ results, query }: { results: SearchResults; query: string }) {
  const { githubUrl, githubOwner } = usePublicConfig();
  const missing = results.not_indexed ?? [];
  if (missing.length === 0) return null;
  return (
    <div className={styles.missing}>
      <p>These repositories weren’t searched:</p>
      <ul className={styles.missingList}>
        {missing.map(({ repository, reason }) => (
          <li key={repository}>
            <Link to={paths.repo(repository)}>{repository}</Link>
            {": "}
            {reason}{" "}
            <ExternalLink href={gitHubSearchAddress(githubUrl, `${query} repo:${githubOwner}/${repository}`)}>
              Search it on GitHub
            </ExternalLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Number of files in words, announced politely when it changes. */
export function ResultCount({ results }: { results: SearchResults }) {
  return <output className={styles.count}>{resultCountText(results)}</output>;
}

function resultCountText({ items, total_count: total, source }: SearchResults): string {
  const files = (count: number) => countWords(count, "file");
  // The index's other files follow below; GitHub's are only on GitHub.
  if (source === "index" || total <= items.length) return files(total);
  return `The first ${files(items.length)} of ${countText(total)}`;
}

type Retry = { isRetrying: boolean; onRetry: () => void };

/** Notice that a slow search was stopped. */
function IncompleteHint({ results, isRetrying, onRetry }: Retry & { results: SearchResults }) {
  if (!results.incomplete_results) return null;
  return (
    <Callout
      tone="warning"
      isLive
      action={
        <Button size="small" icon="refresh" isPending={isRetrying} onClick={onRetry}>
          Search again
        </Button>
      }
    >
      {results.source === "index"
        ? "This search took too long. There may be more files."
        : "The search timed out on GitHub. There may be more files."}
    </Callout>
  );
}

function Failure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const isOver = error instanceof ApiError && [401, 403, 429].includes(error.statusCode);
  if (isOver)
    return (
      <EmptyState
        title="You can search again"
        icon="search"
        action={
          <Button variant="primary" icon="refresh" onClick={onRetry}>
            Search again
          </Button>
        }
      >
        The rate limit has reset. Run your search again.
      </EmptyState>
    );
  const isRefused = error instanceof ApiError && error.statusCode === 400;
  return (
    <ErrorPanel
      title={isRefused ? "Can’t run this search" : "Search failed"}
      message={error === null ? "The search returned no answer." : failureText(error)}
      {...(isRefused ? {} : { onRetry })}
      {...(error === null ? {} : requestIdOf(error))}
    />
  );
}

const skeletonCards = [0, 1, 2];

/** Placeholders of the results, also in the server's HTML because searches run in the browser. */
export function SearchSkeleton() {
  return (
    <LoadingRegion label="Searching" className={styles.skeletons}>
      {skeletonCards.map((card) => (
        <div key={card} className={styles.skeleton}>
          <Skeleton width="38%" height="1.4em" />
          <Skeleton width="55%" />
          <Skeleton height="5em" />
        </div>
      ))}
    </LoadingRegion>
  );
}
