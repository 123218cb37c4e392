import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { data } from "react-router";
import { noAnswer } from "#client/data/api-failure.ts";
import { ApiError } from "#shared/envelope.ts";

/** Reason a page failed to load, serializable in the server's HTML. */
export type LoadFailure = { statusCode: number; message: string; requestId: string | null };

/** Result of these screens' loaders, besides the queries they filled. */
export type PageLoad = {
  /** Reference time for relative times until the browser's clock takes over: server and browser must agree for hydration. */
  renderedAt: string;
  failure: LoadFailure | null;
};

/** Avoids flashing a skeleton before a quick answer. */
const patienceMs = 150;

/**
 * Fills a query for its screen. The server waits for the answer and passes on a failure's status; the browser waits a
 * moment, then lets the screen show its skeleton (docs/reference/product.md, "Bills").
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
 * Takes the server's result once: the router runs a lazy route's loader again on hydration, and both must agree.
 * The result travels among the page's queries.
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

/** Returns the result for an invalid address. */
export function refusedLoad(failure: LoadFailure) {
  return data({ renderedAt: new Date().toISOString(), failure } satisfies PageLoad, {
    status: failure.statusCode,
  });
}

/** Returns the failure to show: our server's message without its code, or an empty message for any other error. */
export function failureOf(error: unknown): LoadFailure {
  if (!(error instanceof ApiError)) return { statusCode: 500, message: "", requestId: null };
  const message = Object.values(error.errors ?? {})
    .flat()
    .join(" ");
  return { statusCode: error.statusCode, message, requestId: error.requestId };
}

/** Returns the message to show: the failure's own, or that there was no answer; `otherwise` for an answer that says nothing. */
export function failureMessage({ message, requestId }: LoadFailure, otherwise: string): string {
  if (message !== "") return message;
  return requestId === null ? noAnswer : otherwise;
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}
