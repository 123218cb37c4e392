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
  /** How to widen a search that found nothing: the link to the repository. */
  emptyAction: ReactNode;
  children: (results: SearchResults) => ReactNode;
};

/** A search's four faces: loading, nothing found, failed, and what was found. */
export function SearchOutcome({ term, emptyAction, children }: SearchOutcomeProps) {
  const limit = useCodeSearchLimit();
  const { data, error, isFetching, refetch } = useQuery({
    ...searchQuery(useApi(), term),
    // While the limit lasts a search would only be refused; one that waits for its end runs by itself then.
    enabled: limit === null,
  });
  if (data === undefined) {
    if (isFetching) return <SearchSkeleton />;
    // The banner in the field's place says why and for how long.
    if (limit !== null)
      return (
        <p className={styles.note}>
          {limit.endsAt === null
            ? "This search has not been run."
            : "This search runs by itself when the limit is over."}
        </p>
      );
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (data.items.length === 0)
    return (
      <>
        {data.link_lost ? <LostLinkNote /> : null}
        <IncompleteHint results={data} isRetrying={isFetching} onRetry={() => void refetch()} />
        <output className="visually-hidden">The search found nothing.</output>
        <EmptyState title="No results found" icon="search" action={emptyAction}>
          No file holds this. GitHub looks for whole words; try fewer of them, or another qualifier.
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

/** How many files there are, in words; said politely when it changes. */
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

/** GitHub stops a search that takes it too long. */
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
      GitHub ran out of time: there may be more files than these.
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
        The limit is over; this search has not been run yet.
      </EmptyState>
    );
  const isRefused = error instanceof ApiError && error.statusCode === 400;
  return (
    <ErrorPanel
      title={isRefused ? "This search cannot be run" : "The search failed"}
      message={error === null ? "The search gave no answer." : failureText(error)}
      {...(isRefused ? {} : { onRetry })}
      {...(error === null ? {} : requestIdOf(error))}
    />
  );
}

const skeletonCards = [0, 1, 2];

/** Place-holders of the results; also while the page is rendered on the server: searches run in the browser. */
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
