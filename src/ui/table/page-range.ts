/** Where a page stands in a list: row numbers count from 1, pages from 0. */
export type PageRange = {
  /** The page that can be shown: the asked one, or the last one there is. */
  pageIndex: number;
  pageCount: number;
  /** First and last row on the page; both 0 in an empty list. */
  first: number;
  last: number;
};

/** Works out a page of a list of `total` rows; a page past the end becomes the last one. */
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

/** "1–5 of 23". */
export function pageRangeText({ first, last }: PageRange, total: number): string {
  if (total === 0) return "0 of 0";
  const rows = first === last ? `${first}` : `${first}–${last}`;
  return `${rows} of ${total.toLocaleString("en-US")}`;
}

/** The page that holds the same first row after the page size changed. */
export function pageAfterResize(pageIndex: number, oldSize: number, newSize: number): number {
  return Math.floor((pageIndex * oldSize) / newSize);
}
