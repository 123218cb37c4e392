import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "#client/app-context.tsx";
import { LostLinkNote } from "#client/code-search/code-search-limit-banner.tsx";
import { useCodeSearchLimit } from "#client/code-search/code-search-limit.ts";
import { ApiError } from "#shared/envelope.ts";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import type { SearchResults } from "../domain/search-results.ts";
import { failureText, requestIdOf, searchQuery } from "./code-search-queries.ts";
import styles from "./search-outcome.module.css";

type SearchOutcomeProps = {
  term: string;
  /** Action to broaden a search without results: the link to the repository. */
  emptyAction: ReactNode;
  children: (results: SearchResults) => ReactNode;
};

/** Outcome of a search: loading, empty, failed, or results. */
export function SearchOutcome({ term, emptyAction, children }: SearchOutcomeProps) {
  const limit = useCodeSearchLimit();
  const { data, error, isFetching, refetch } = useQuery({
    ...searchQuery(useApi(), term),
    // A search would only be refused while rate limited; a waiting one runs once the limit resets.
    enabled: limit === null,
  });
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
  if (data.items.length === 0)
    return (
      <>
        {data.link_lost ? <LostLinkNote /> : null}
        <IncompleteHint results={data} isRetrying={isFetching} onRetry={() => void refetch()} />
        <output className="visually-hidden">No files found.</output>
        <EmptyState title="No results found" icon="search" action={emptyAction}>
          GitHub matches whole words. Try fewer words or another qualifier.
        </EmptyState>
      </>
    );
  return (
    <>
      {data.link_lost ? <LostLinkNote /> : null}
      <IncompleteHint results={data} isRetrying={isFetching} onRetry={() => void refetch()} />
      {children(data)}
    </>
  );
}

/** Number of files in words, announced politely when it changes. */
export function ResultCount({ results, shownCount }: { results: SearchResults; shownCount: number }) {
  return <output className={styles.count}>{countText(results, shownCount)}</output>;
}

function countText({ items, total_count: total }: SearchResults, shownCount: number): string {
  const files = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "file" : "files"}`;
  if (shownCount < items.length) return `${files(shownCount)} of ${items.length.toLocaleString("en-US")}`;
  if (total > items.length) return `The first ${files(items.length)} of ${total.toLocaleString("en-US")}`;
  return files(items.length);
}

type Retry = { isRetrying: boolean; onRetry: () => void };

/** Notice that GitHub stopped a slow search. */
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
      The search timed out on GitHub. There may be more files.
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
