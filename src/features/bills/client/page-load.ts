import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { data } from "react-router";
import { ApiError } from "#shared/envelope.ts";

/** Why a page could not be loaded, in a form that travels inside the server's HTML. */
export type LoadFailure = { statusCode: number; message: string; requestId: string | null };

/** What a loader of these screens hands over beside the queries that it filled. */
export type PageLoad = {
  /** The instant that ages are counted from until the browser counts itself: the same in both, or hydration fails. */
  renderedAt: string;
  failure: LoadFailure | null;
};

/** A quick answer should not flash a skeleton. */
const patienceMs = 150;

/**
 * Fills a query for its screen. The server waits for the answer and answers a failure with its status; the browser waits
 * a moment and then lets the screen show its skeleton (SPEC section 2, "Skeleton loaders show while loading").
 */
export async function startLoad<Data, Key extends readonly unknown[]>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
) {
  const renderedAt = new Date().toISOString();
  const answer = queryClient.ensureQueryData(query);
  if (typeof document !== "undefined") {
    await Promise.race([answer.catch(() => undefined), pause(patienceMs)]);
    return { renderedAt, failure: null } satisfies PageLoad;
  }
  try {
    await answer;
    return { renderedAt, failure: null } satisfies PageLoad;
  } catch (error) {
    return failedLoad(failureOf(error));
  }
}

/** A page that says what went wrong, with the status that belongs to it. */
export function failedLoad(failure: LoadFailure) {
  return data({ renderedAt: new Date().toISOString(), failure } satisfies PageLoad, {
    status: failure.statusCode,
  });
}

/** What is told of an error: the words that our server chose, without their code; of anything else nothing. */
export function failureOf(error: unknown): LoadFailure {
  if (!(error instanceof ApiError)) return { statusCode: 500, message: "", requestId: null };
  const message = Object.values(error.errors ?? {})
    .flat()
    .join(" ");
  return { statusCode: error.statusCode, message, requestId: error.requestId };
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}
