import { countText } from "#shared/text/counts.ts";

/** Position of a page in a list: rows count from 1, pages from 0. */
export type PageRange = {
  /** The requested page, or the last one if there are fewer. */
  pageIndex: number;
  pageCount: number;
  /** First and last row on the page; both 0 in an empty list. */
  first: number;
  last: number;
};

/** Computes a page of a list of `total` rows; a page past the end becomes the last one. */
export function pageRange(pageIndex: number, pageSize: number, total: number): PageRange {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(Math.max(0, pageIndex), pageCount - 1);
  return {
    pageIndex: page,
    pageCount,
    first: total === 0 ? 0 : page * pageSize + 1,
    last: Math.min(total, (page + 1) * pageSize),
  };
}

/** Returns "1–5 of 23". */
export function pageRangeText({ first, last }: PageRange, total: number): string {
  if (total === 0) return "0 of 0";
  const rows = first === last ? `${first}` : `${first}–${last}`;
  return `${rows} of ${countText(total)}`;
}

/** Returns the page with the same first row after a change of the page size. */
export function pageAfterResize(pageIndex: number, oldSize: number, newSize: number): number {
  return Math.floor((pageIndex * oldSize) / newSize);
}
