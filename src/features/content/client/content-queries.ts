import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { ApiError, networkFailure } from "#shared/envelope.ts";
import type { Content } from "../domain/content.ts";
import {
  aboutView,
  homeView,
  postsView,
  postView,
  searchHints,
  searchIndex,
} from "../domain/content-views.ts";

const freshMs = 5 * 60_000;

/**
 * All of the content: one call, made on the first navigation inside the site. A page that the server rendered carries
 * only its own view, which is why this query stays out of the page's data.
 */
function contentQuery(api: Api) {
  return queryOptions({
    queryKey: ["content"],
    // What nobody knows yet is asked for again each time.
    staleTime: ({ state: { data } }) => (data?.isUnknown ? 0 : freshMs),
    meta: { dehydrate: false },
    queryFn: (): Promise<Content> => api.get("/api/WordPressContent"),
  });
}

/** A part of the content as a query of its own, derived the same way on the server and in the browser. */
function viewQuery<View>(
  key: readonly unknown[],
  api: Api,
  queryClient: QueryClient,
  view: (content: Content) => View,
) {
  return queryOptions({
    queryKey: ["content-view", ...key],
    staleTime: freshMs,
    // The content's own query tries again already; both together kept a visitor waiting for twelve seconds.
    retry: false,
    queryFn: async (): Promise<View> => view(await queryClient.fetchQuery(contentQuery(api))),
  });
}

const postsAreAway = "The posts can’t be loaded right now. Please try again in a minute.";

/** Unknown is not empty: a page of posts fails for now, where WordPress has never been read. @throws ApiError 503 */
function known<View>(view: (content: Content) => View): (content: Content) => View {
  return (content) => {
    if (content.isUnknown) throw new ApiError(networkFailure(new Error(postsAreAway), 503));
    return view(content);
  };
}

export function homeQuery(api: Api, queryClient: QueryClient) {
  return viewQuery(["home"], api, queryClient, homeView);
}

export function aboutQuery(api: Api, queryClient: QueryClient) {
  return viewQuery(["about"], api, queryClient, known(aboutView));
}

export type PostsFilter = { tag: string | undefined; category: string | undefined; page: number };

export function postsQuery(api: Api, queryClient: QueryClient, filter: PostsFilter) {
  return viewQuery(
    ["posts", filter],
    api,
    queryClient,
    known((content) => postsView(content, filter)),
  );
}

export function postQuery(api: Api, queryClient: QueryClient, slug: string) {
  return viewQuery(
    ["post", slug],
    api,
    queryClient,
    known((content) => postView(content, slug)),
  );
}

export function searchIndexQuery(api: Api, queryClient: QueryClient) {
  return viewQuery(["search-index"], api, queryClient, searchIndex);
}

/** The code searches that the categories stand for, for whoever offers a code search. */
export function searchHintsQuery(api: Api, queryClient: QueryClient) {
  return viewQuery(["search-hints"], api, queryClient, searchHints);
}
