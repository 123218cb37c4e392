/** Metadata of a route. */
export type RouteHandle = {
  /** Layout, `default` unless set; `none` turns it off (docs/reference/product.md, "Shell"). */
  layout?: "landing" | "default" | "none";
  /** Source file of the screen, from which the server determines the chunks to preload. */
  module?: string;
  /** HTTP status of the page, 200 unless set. */
  status?: number;
  /** Requires a session: sent without data and filled in the browser. */
  signedIn?: boolean;
  /** Query parameters that affect the page's HTML; the HTML cache ignores others. */
  query?: string[];
  /** Excludes the page from the sitemap and from search engines. */
  isPrivate?: boolean;
};

/** Merges the handles of matched routes, innermost last; React Router doesn't type them. */
export function routeHandle(matches: { handle: unknown }[]): RouteHandle {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `page` in route-page.ts creates handles
  return Object.assign({}, ...matches.map(({ handle }) => handle)) as RouteHandle;
}

/** Returns the source files of the matched screens, outermost first. */
export function routeModules(matches: { handle: unknown }[]): string[] {
  return matches.flatMap((match) => routeHandle([match]).module ?? []);
}
