/** What a route says about itself beside its screen. */
export type RouteHandle = {
  /** `default` unless said; `none` turns the layout off (docs/reference/product.md, "Shell"). */
  layout?: "landing" | "default" | "none";
  /** Source file of the screen: from it the server names exactly the chunks to preload. */
  module?: string;
  /** Status of the page where it is not 200. */
  status?: number;
  /** Needs a session: arrives as a shell and is filled in the browser. */
  signedIn?: boolean;
  /** Query parameters that the page's HTML depends on; others are ignored by the HTML cache. */
  query?: string[];
  /** Left out of the sitemap and marked noindex. */
  isPrivate?: boolean;
};

/** What the matched routes say of themselves, the innermost last; React Router keeps handles untyped. */
export function routeHandle(matches: { handle: unknown }[]): RouteHandle {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `page` in route-page.ts is the only maker of handles
  return Object.assign({}, ...matches.map(({ handle }) => handle)) as RouteHandle;
}

/** The source files of the matched screens: a shell's and that of the screen inside it. */
export function routeModules(matches: { handle: unknown }[]): string[] {
  return matches.flatMap((match) => routeHandle([match]).module ?? []);
}
