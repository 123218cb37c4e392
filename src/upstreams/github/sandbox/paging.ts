import type { SandboxContext } from "./sandbox-context.ts";

/** Reads paging parameters. GitHub corrects invalid ones instead of refusing them: 1 to 100 per page, 30 by default. */
function pageQuery(c: SandboxContext): { page: number; perPage: number } {
  const perPage = Number(c.req.query("per_page") ?? "30");
  const page = Number(c.req.query("page") ?? "1");
  return {
    perPage: Number.isInteger(perPage) && perPage > 0 ? Math.min(perPage, 100) : 30,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/**
 * Returns the requested page, with a Link header if there are others. Links use `path`, numeric like GitHub's
 * (docs/reference/upstreams.md, "GitHub calls"), so a client that builds them from the path it requested gets them wrong.
 */
export function takePage<Item>(c: SandboxContext, items: readonly Item[], path: string): Item[] {
  const { page, perPage } = pageQuery(c);
  const lastPage = Math.max(1, Math.ceil(items.length / perPage));
  function linkTo(target: number, rel: string): string {
    const query = new URL(c.req.url).searchParams;
    query.set("page", String(target));
    return `<${c.get("base")}${path}?${query.toString()}>; rel="${rel}"`;
  }
  const links = [
    ...(page > 1 ? [linkTo(Math.min(page - 1, lastPage), "prev")] : []),
    ...(page < lastPage ? [linkTo(page + 1, "next"), linkTo(lastPage, "last")] : []),
    ...(page > 1 ? [linkTo(1, "first")] : []),
  ];
  if (links.length > 0) c.header("link", links.join(", "));
  return items.slice((page - 1) * perPage, page * perPage);
}
