import type { SearchResults } from "./search-shapes.ts";

/** Files on a page of the index's answer, and files that a search reaches at most (docs/reference/http-api.md, "Limits"). */
export const filesPerPage = 30;
export const maxFiles = 1_000;
export const maxPages = Math.ceil(maxFiles / filesPerPage);

/** Returns the page after `page`, or undefined if there is none. GitHub's answers have one page. */
export function nextPage(results: SearchResults, page: number): number | undefined {
  const isLast = page * filesPerPage >= Math.min(results.total_count, maxFiles);
  return results.source !== "index" || results.items.length === 0 || isLast ? undefined : page + 1;
}

/** Joins pages of one search; a file that moved to a later page in the meantime is listed once. */
export function joinPages(pages: readonly SearchResults[]): SearchResults | undefined {
  const [first] = pages;
  if (first === undefined) return undefined;
  const items = new Map(
    pages.flatMap((page) => page.items).map((item) => [`${item.repository.name}/${item.path}`, item]),
  );
  return {
    ...first,
    items: [...items.values()],
    incomplete_results: pages.some((page) => page.incomplete_results),
  };
}
