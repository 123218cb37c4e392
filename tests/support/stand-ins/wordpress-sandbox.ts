import { Hono, type Context } from "hono";
import { createSandboxSite, type SandboxPost, type SandboxSite, type SandboxTerm } from "./wordpress-seed.ts";

/** Ways in which the invented WordPress can fail. */
export type SandboxFailure = "hang" | "status-500" | "status-503" | "html" | "cut-short" | "no-headers";

export type WordPressSandbox = {
  app: Hono;
  /** Content of the site, which tests can change. */
  site: SandboxSite;
  /** Failure of every answer; null for none. */
  failure: SandboxFailure | null;
  /** Paths with their query, in the order of the calls. */
  calls: string[];
  /** Runs before each answer, for example to change the site while it is being read. */
  beforeAnswer: ((path: string) => void) | null;
};

type Row = { id: number; slug: string };

/**
 * Creates a sandbox of the public part of WordPress 6's REST API: the four lists with paging, `slug`, `hide_empty`, `orderby`
 * id, `_fields`, its headers and its errors (docs/reference/upstreams.md, "WordPress"). For tests only.
 */
export function createWordPressSandbox(options: { extraPosts?: number } = {}): WordPressSandbox {
  const sandbox: WordPressSandbox = {
    app: new Hono(),
    site: createSandboxSite(options.extraPosts),
    failure: null,
    calls: [],
    beforeAnswer: null,
  };
  const { app } = sandbox;
  app.use("*", async (c, next) => {
    const url = new URL(c.req.url);
    sandbox.calls.push(url.pathname + url.search);
    sandbox.beforeAnswer?.(url.pathname + url.search);
    if (sandbox.failure === null || sandbox.failure === "no-headers") return next();
    return respondWithFailure(c, sandbox.failure);
  });
  app.get("/wp-json/wp/v2/pages", (c) =>
    answerList(c, sandbox, sandbox.site.pages, (page) => renderPost(c, page, "page")),
  );
  app.get("/wp-json/wp/v2/posts", (c) =>
    answerList(c, sandbox, sandbox.site.posts, (post) => renderPost(c, post, "post")),
  );
  app.get("/wp-json/wp/v2/tags", (c) => answerTerms(c, sandbox, "tags"));
  app.get("/wp-json/wp/v2/categories", (c) => answerTerms(c, sandbox, "categories"));
  app.notFound((c) =>
    c.json(restError("rest_no_route", "No route was found matching the URL and request method.", 404), 404),
  );
  return sandbox;
}

async function respondWithFailure(
  c: Context,
  failure: Exclude<SandboxFailure, "no-headers">,
): Promise<Response> {
  if (failure === "hang") {
    await new Promise((resolve) => {
      c.req.raw.signal.addEventListener("abort", resolve);
    });
  }
  if (failure === "html") return c.html("<!doctype html><title>Maintenance</title><p>Back soon.</p>");
  if (failure === "cut-short")
    return c.body('[{"id":1,"slug":"ho', 200, { "content-type": "application/json" });
  const status = failure === "status-503" ? 503 : 500;
  return c.json(
    restError("internal_server_error", "There has been a critical error on this website.", status),
    status,
  );
}

function answerTerms(c: Context, sandbox: WordPressSandbox, taxonomy: "tags" | "categories"): Response {
  const { posts } = sandbox.site;
  function countOf(term: SandboxTerm): number {
    return posts.filter((post) => post[taxonomy].includes(term.id)).length;
  }
  const hideEmpty = c.req.query("hide_empty") === "true";
  const terms = sandbox.site[taxonomy].filter((term) => !hideEmpty || countOf(term) > 0);
  return answerList(c, sandbox, terms, ({ id, name, slug, description, parent }) => ({
    id,
    count: posts.filter((post) => post[taxonomy].includes(id)).length,
    description,
    link: `${new URL(c.req.url).origin}/${taxonomy === "tags" ? "tag" : "category"}/${slug}/`,
    name,
    slug,
    taxonomy: taxonomy === "tags" ? "post_tag" : "category",
    ...(taxonomy === "tags" ? {} : { parent }),
    meta: [],
  }));
}

function answerList<Item extends Row>(
  c: Context,
  sandbox: WordPressSandbox,
  rows: readonly Item[],
  render: (row: Item) => Record<string, unknown>,
): Response {
  const perPage = Number(c.req.query("per_page") ?? "10");
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > 100) {
    const message = "per_page must be between 1 (inclusive) and 100 (inclusive)";
    const data = {
      status: 400,
      params: { per_page: message },
      details: { per_page: { code: "rest_out_of_bounds", message } },
    };
    return c.json({ code: "rest_invalid_param", message: "Invalid parameter(s): per_page", data }, 400);
  }
  const page = Number(c.req.query("page") ?? "1");
  const slugs = c.req.query("slug")?.split(",");
  const found = rows.filter(({ slug }) => slugs === undefined || slugs.includes(slug));
  const sorted = found.toSorted((a, b) => (c.req.query("order") === "asc" ? a.id - b.id : b.id - a.id));
  const pageCount = Math.ceil(sorted.length / perPage);
  if (page > 1 && page > pageCount) {
    const message = "The page number requested is larger than the number of pages available.";
    return c.json(restError("rest_post_invalid_page_number", message, 400), 400);
  }
  if (sandbox.failure !== "no-headers") {
    c.header("X-WP-Total", String(sorted.length));
    c.header("X-WP-TotalPages", String(pageCount));
    const links = [
      ...(page > 1 ? [pageLink(c, page - 1, "prev")] : []),
      ...(page < pageCount ? [pageLink(c, page + 1, "next")] : []),
    ];
    if (links.length > 0) c.header("Link", links.join(", "));
  }
  c.header("X-Robots-Tag", "noindex");
  c.header("Access-Control-Expose-Headers", "X-WP-Total, X-WP-TotalPages, Link");
  const shown = sorted.slice((page - 1) * perPage, page * perPage).map(render);
  return c.json(shown.map((row) => pickFields(row, c.req.query("_fields"))));
}

function pageLink(c: Context, page: number, rel: string): string {
  const url = new URL(c.req.url);
  url.searchParams.set("page", String(page));
  return `<${url.href}>; rel="${rel}"`;
}

function renderPost(c: Context, post: SandboxPost, type: "page" | "post"): Record<string, unknown> {
  const { origin } = new URL(c.req.url);
  const link = type === "page" ? `${origin}/${post.slug}/` : `${origin}/2026/01/${post.slug}/`;
  return {
    id: post.id,
    date: post.dateGmt,
    date_gmt: post.dateGmt,
    guid: { rendered: link },
    modified: post.dateGmt,
    modified_gmt: post.dateGmt,
    slug: post.slug,
    status: "publish",
    type,
    link,
    title: { rendered: post.title },
    content: { rendered: post.isProtected ? "" : post.html, protected: post.isProtected === true },
    excerpt: { rendered: post.excerpt, protected: false },
    author: 1,
    featured_media: 0,
    meta: [],
    ...(type === "page"
      ? { parent: 0, menu_order: 0 }
      : { sticky: false, format: "standard", categories: post.categories, tags: post.tags }),
  };
}

/** Keeps only the fields in `_fields=id,title.rendered`. */
function pickFields(row: Record<string, unknown>, fields: string | undefined): Record<string, unknown> {
  if (fields === undefined) return row;
  const names = new Set(fields.split(",").map((field) => field.trim().split(".")[0] ?? ""));
  const nested = fields.split(",").filter((field) => field.includes("."));
  const picked = Object.entries(row).filter(([name]) => names.has(name));
  return Object.fromEntries(
    picked.map(([name, value]) => {
      const inner = nested
        .filter((field) => field.startsWith(`${name}.`))
        .map((field) => field.slice(name.length + 1));
      if (inner.length === 0 || typeof value !== "object" || value === null) return [name, value];
      return [name, Object.fromEntries(Object.entries(value).filter(([key]) => inner.includes(key)))];
    }),
  );
}

function restError(code: string, message: string, status: number) {
  return { code, message, data: { status } };
}
