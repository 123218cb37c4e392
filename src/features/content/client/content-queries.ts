import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { PageLoadError } from "#client/pages/route-error.tsx";
import { ApiError, networkFailure } from "#shared/envelope.ts";
import type { Content } from "../domain/content-shapes.ts";
import type * as contentViews from "../domain/content-views.ts";

const freshMs = 5 * 60_000;

/**
 * All content in one call, made on the first navigation inside the site. A server-rendered page carries only its own
 * view, so this query isn't part of the page's data.
 */
function contentQuery(api: Api) {
  return queryOptions({
    queryKey: ["content"],
    // Unknown content is requested again each time.
    staleTime: ({ state: { data } }) => (data?.isUnknown ? 0 : freshMs),
    meta: { dehydrate: false },
    queryFn: (): Promise<Content> => api.get("/api/WordPressContent"),
  });
}

type ViewOf<View> = (content: Content, views: typeof contentViews) => View;

/**
 * Creates a query for part of the content, derived the same way on the server and in the browser. The code that derives it
 * loads beside the content: a first page comes with its view and needs neither.
 */
function viewQuery<View>(key: readonly unknown[], api: Api, queryClient: QueryClient, view: ViewOf<View>) {
  return queryOptions({
    queryKey: ["content-view", ...key],
    staleTime: freshMs,
    // The content query already retries; retrying both kept a visitor waiting for twelve seconds.
    retry: false,
    queryFn: async (): Promise<View> =>
      view(
        ...(await Promise.all([
          queryClient.fetchQuery(contentQuery(api)),
          import("../domain/content-views.ts").catch(throwPageLoadError),
        ])),
      ),
  });
}

function throwPageLoadError(cause: unknown): never {
  throw new PageLoadError(String(cause), { cause });
}

const postsUnavailableText = "Posts aren’t available right now. Try again in a minute.";

/** Fails a page of posts if WordPress has never been read, because unknown isn't empty. @throws ApiError 503 */
function known<View>(view: ViewOf<View>): ViewOf<View> {
  return (content, views) => {
    if (content.isUnknown) throw new ApiError(networkFailure(new Error(postsUnavailableText), 503));
    return view(content, views);
  };
}

export function homeQuery(api: Api, queryClient: QueryClient) {
  return viewQuery(["home"], api, queryClient, (content, { homeView }) => homeView(content));
}

export function aboutQuery(api: Api, queryClient: QueryClient) {
  return viewQuery(
    ["about"],
    api,
    queryClient,
    known((content, { aboutView }) => aboutView(content)),
  );
}

export type PostsFilter = { tag: string | undefined; category: string | undefined; page: number };

export function postsQuery(api: Api, queryClient: QueryClient, filter: PostsFilter) {
  return viewQuery(
    ["posts", filter],
    api,
    queryClient,
    known((content, { postsView }) => postsView(content, filter)),
  );
}

export function postQuery(api: Api, queryClient: QueryClient, slug: string) {
  return viewQuery(
    ["post", slug],
    api,
    queryClient,
    known((content, { postView }) => postView(content, slug)),
  );
}

export function searchIndexQuery(api: Api, queryClient: QueryClient) {
  return viewQuery(["search-index"], api, queryClient, (content, { searchIndex }) => searchIndex(content));
}

/** Code searches of the categories, for screens that suggest them. */
export function searchHintsQuery(api: Api, queryClient: QueryClient) {
  return viewQuery(["search-hints"], api, queryClient, (content, { searchHints }) => searchHints(content));
}
