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
 * a moment and then lets the screen show its skeleton (docs/reference/product.md, "Bills").
 */
export async function startLoad<Data, Key extends readonly unknown[]>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
) {
  if (typeof document === "undefined") return loadOnServer(queryClient, query);
  const carried = takeCarriedLoad(queryClient, query);
  if (carried !== null) return carried;
  const answer = queryClient.ensureQueryData(query).catch(() => undefined);
  await Promise.race([answer, pause(patienceMs)]);
  return { renderedAt: new Date().toISOString(), failure: null } satisfies PageLoad;
}

async function loadOnServer<Data, Key extends readonly unknown[]>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
) {
  const failure = await queryClient.fetchQuery(query).then(() => null, failureOf);
  const load: PageLoad = { renderedAt: new Date().toISOString(), failure };
  queryClient.setQueryData(carriedKey(query.queryKey), load);
  return data(load, { status: failure?.statusCode ?? 200 });
}

/**
 * The router runs the loader of a lazy route again when the browser takes the page over: then what the server found
 * holds, once, or the two would not agree. It travels among the page's queries.
 */
function takeCarriedLoad(
  queryClient: QueryClient,
  { queryKey }: { queryKey: readonly unknown[] },
): PageLoad | null {
  const key = carriedKey(queryKey);
  const carried = queryClient.getQueryData<PageLoad>(key);
  queryClient.removeQueries({ queryKey: key, exact: true });
  return carried ?? null;
}

function carriedKey(queryKey: readonly unknown[]): readonly unknown[] {
  return ["page-load", ...queryKey];
}

/** The load of an address at which nothing can be. */
export function refusedLoad(failure: LoadFailure) {
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
