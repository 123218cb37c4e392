import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { PublicConfig } from "#shared/site-config.ts";
import type { AppContext, Kernel } from "../feature.ts";
import { matchesEtag } from "../http/calls/mount.ts";
import { compressPage, pageBody, preferredEncoding, type CachedPage, type PageCache } from "./page-cache.ts";
import { pageDocument } from "./page-document.ts";
import type { PageRenderer } from "./page-renderer.ts";
import { publicConfig } from "./public-config.ts";
import { showPage } from "./ready-pages.ts";
import { opensPlaidLink } from "../http/security-headers.ts";

type InProcessFetch = (path: string, init: RequestInit) => Response | Promise<Response>;

/**
 * Handles every address that is neither a call nor a file: public pages as full HTML from the cache, signed-in pages as a shell
 * that the browser fills (docs/reference/product.md, "What it is").
 */
export function createPageHandler(options: {
  kernel: Kernel;
  renderer: PageRenderer;
  cache: PageCache;
  /** Returns a fetch for the server's own calls on behalf of the page's visitor. */
  apiFetch: (c: AppContext) => InProcessFetch;
  /** True when `/design` exists. */
  development: boolean;
  /** Returns the date of the shown content when its source is unreachable, else null. */
  staleContentAsOf: () => string | null;
  /**
   * Counts a page rendering against the caller's rate limit.
   * @throws AppError 429 when it is used up
   */
  takeCall: (c: AppContext) => Promise<void>;
  /** False while the client is served live. */
  usesCache: boolean;
}): (c: AppContext) => Promise<Response> {
  const { kernel, renderer, cache, development, usesCache } = options;

  function configFor(c: AppContext): PublicConfig {
    const origin = c.get("origin");
    return publicConfig(kernel, { origin, development, staleContentAsOf: options.staleContentAsOf() });
  }

  async function renderHtml(c: AppContext, url: URL, modules: readonly string[]) {
    const config = configFor(c);
    const rendered = await renderer.render({
      request: new Request(url),
      config,
      apiFetch: options.apiFetch(c),
    });
    if (rendered.kind === "redirect")
      return { status: rendered.status, html: "", location: rendered.location };
    // A page that only says which call failed has no failure of its own; the call is logged.
    if (rendered.status >= 500 && rendered.failure !== null)
      c.get("log").error({ error: rendered.failure, path: url.pathname }, "A page failed to render.");
    return {
      status: rendered.status,
      html: pageDocument({ config, assets: renderer.assetsOf(modules), ...rendered }),
    };
  }

  /** Returns the shell, which is the same for every signed-in page of one screen, so it is built and compressed once. */
  async function shellPage(
    c: AppContext,
    { modules, pathname }: { modules: readonly string[]; pathname: string },
  ): Promise<CachedPage> {
    async function render() {
      const assets = renderer.assetsOf(modules);
      const head = opensPlaidLink(kernel.settings, pathname) ? `${shellHead}${plaidLinkMark}` : shellHead;
      const html = pageDocument({ config: configFor(c), assets, head, body: "", data: null });
      return { status: 200, html };
    }
    if (!usesCache) return compressPage(await render(), 0);
    return (await cache.get(`${c.get("origin")} shell ${modules.join(" ")}`, render)).page;
  }

  return async (c) => {
    const asked = new URL(c.req.url);
    const { pathname } = asked;
    const { handle, modules, isUnknown } = await renderer.findRoute(pathname, { development });
    if (handle.signedIn === true) return sendPage(c, await shellPage(c, { modules, pathname }));
    const url = relevantUrl(asked, pathname, c.get("origin"), handle.query ?? []);
    // Unknown addresses share one entry; otherwise anyone could fill the cache with them.
    const key = `${c.get("origin")} ${isUnknown ? "404" : `${url.pathname}${url.search}`}`;
    const render = () => renderHtml(c, url, modules);
    if (!usesCache) return sendPage(c, await compressPage(await render(), 0));
    // Rendering costs a hundred times as much as an answer from memory, and anyone can make up addresses.
    if (!cache.has(key)) await options.takeCall(c);
    const { page, result } = await cache.get(key, render);
    kernel.metrics.pageCache.inc({ result });
    showPage(c, { key, page });
    return sendPage(c, page);
  };
}

const shellHead = '<meta name="robots" content="noindex">';

/** Tells the client that this document's policy allows Plaid's dialog; any other document must load this page first. */
const plaidLinkMark = '<meta name="folio-plaid-link" content="allowed">';

/**
 * Returns the path with single slashes, and with the percent signs of each part that can't be decoded as characters. Every URL
 * parser reads "//host/x" after our origin as another site's address, and the router warns of a part that it can't decode.
 */
export function readablePath(pathname: string): string {
  return pathname
    .replace(/\/{2,}/g, "/")
    .split("/")
    .map(readablePart)
    .join("/");
}

function readablePart(part: string): string {
  try {
    // What comes of it is used, because the bundler leaves out a call whose result nobody needs.
    return decodeURIComponent(part) === "" ? "" : part;
  } catch {
    return part.replaceAll("%", "%25");
  }
}

/** Returns the address with only the query parameters that affect the page's HTML, in a fixed order. */
function relevantUrl(asked: URL, pathname: string, origin: string, names: string[]): URL {
  const url = new URL(origin);
  url.pathname = pathname;
  for (const name of names) {
    const value = asked.searchParams.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  return url;
}

function sendPage(c: AppContext, page: CachedPage): Response {
  if (page.location !== null) {
    return c.body(null, { status: 302, headers: { location: page.location, "cache-control": "no-cache" } });
  }
  c.header("content-type", "text/html; charset=utf-8");
  c.header("cache-control", page.status === 200 ? "public, max-age=0, must-revalidate" : "no-cache");
  // Unavailable content is fetched again about every 30 seconds.
  if (page.status === 503) c.header("retry-after", "30");
  c.header("vary", "accept-encoding");
  c.header("etag", page.etag);
  if (page.status === 200 && matchesEtag(c.req.header("if-none-match"), page.etag)) return c.body(null, 304);
  const encoding = preferredEncoding(c.req.header("accept-encoding") ?? "");
  if (encoding !== "identity") c.header("content-encoding", encoding);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page's status is never one that forbids a body
  return c.body(pageBody(page, encoding), page.status as ContentfulStatusCode);
}
