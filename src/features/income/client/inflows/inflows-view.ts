import type { AccountRowsView } from "#client/routing/paths.ts";
import type { TransactionSort } from "#shared/finance-shapes.ts";
import { dateWords, firstDayOf, isPlainDate, lastDayOf, monthWords } from "#shared/time/plain-dates.ts";
import type { DataTableQuery } from "#ui/table/data-table.tsx";
import { readMonth } from "../account-of-page.ts";
import type { InflowsInput } from "../income-queries.ts";

/** docs/reference/product.md, "Tables": 5 per page; the other sizes are offered. */
export const pageSizes = [5, 10, 25] as const;
const defaultPageSize = 5;

const sorts = ["date", "name", "amount", "pending", "account", "incomeSource"] as const;
type Sort = (typeof sorts)[number] & TransactionSort;

/** What the address says of the list; anything that it cannot mean is left out. */
export type InflowsView = Omit<AccountRowsView, "sort" | "page" | "pageSize"> & {
  sort?: Sort;
  page: number;
  pageSize: number;
};

/** Reads the query of the address. */
export function readInflowsView(search: URLSearchParams): InflowsView {
  const q = search.get("q")?.trim().slice(0, 200) ?? "";
  const month = readMonth(search.get("month"));
  const day = search.get("day") ?? "";
  const show = showOf(search.get("show"));
  const sort = sorts.find((one) => one === search.get("sort"));
  const direction = search.get("direction") === "desc" ? "desc" : "asc";
  return {
    ...(q === "" ? {} : { q }),
    ...(month === null ? {} : { month }),
    ...(isPlainDate(day) && readMonth(day.slice(0, 7)) !== null ? { day } : {}),
    ...(show === undefined ? {} : { show }),
    ...(sort === undefined ? {} : { sort, direction }),
    page: wholeNumber(search.get("page"), 1_000_000) ?? 1,
    pageSize: pageSizes.find((size) => String(size) === search.get("pageSize")) ?? defaultPageSize,
  };
}

export type InflowsShow = NonNullable<AccountRowsView["show"]>;

/** What each part of the list is called. */
export const showWords: Record<InflowsShow, string> = {
  unlinked: "Not linked yet",
  linked: "Linked",
  removed: "Removed by the bank",
};

/** What can be filtered by; undefined takes a filter off. */
export type InflowFilter = Partial<Record<"q" | "month" | "day", string | undefined>> & {
  show?: InflowsShow | undefined;
};

/** The view with other filters: from its first page on. */
export function withFilter(view: InflowsView, filter: InflowFilter): InflowsView {
  return { ...view, ...filter, page: 1 };
}

function showOf(text: string | null): AccountRowsView["show"] {
  return text === "linked" || text === "unlinked" || text === "removed" ? text : undefined;
}

function wholeNumber(text: string | null, most: number): number | null {
  if (text === null || !/^[1-9]\d{0,6}$/.test(text)) return null;
  return Math.min(Number(text), most);
}

/** The same for a link: what is as usual is not said. */
export function inflowsLink(view: InflowsView): AccountRowsView {
  const { pageSize, ...rest } = view;
  return { ...rest, pageSize: pageSize === defaultPageSize ? undefined : pageSize };
}

/** What is asked of the server. */
export function inflowsInput(view: InflowsView): InflowsInput {
  const { q, month, day, show, sort, direction, page, pageSize } = view;
  const [startDate, endDate] =
    day === undefined ? [month && firstDayOf(month), month && lastDayOf(month)] : [day, day];
  return {
    ...(q === undefined ? {} : { q }),
    ...(startDate === undefined || endDate === undefined ? {} : { startDate, endDate }),
    ...(show === "linked" ? { linked: "true" } : {}),
    // What the bank took back can pay nothing any more.
    ...(show === "unlinked" ? { linked: "false", removed: "false" } : {}),
    ...(show === "removed" ? { removed: "true" } : {}),
    ...(sort === undefined || direction === undefined ? {} : { sort, direction }),
    page,
    pageSize,
  };
}

/** Where the table stands, and back: pages count from 0 there, and a change of order starts at the first. */
export function tableQuery({ page, pageSize, sort, direction }: InflowsView): DataTableQuery {
  return {
    pageIndex: page - 1,
    pageSize,
    sort:
      sort === undefined
        ? null
        : { columnId: sort, direction: direction === "desc" ? "descending" : "ascending" },
  };
}

/** The view after the table moved. */
export function withTableQuery(
  view: InflowsView,
  { pageIndex, pageSize, sort }: DataTableQuery,
): InflowsView {
  const { sort: _sort, direction: _direction, ...rest } = view;
  const column = sorts.find((one) => one === sort?.columnId);
  return {
    ...rest,
    ...(column === undefined
      ? {}
      : { sort: column, direction: sort?.direction === "descending" ? "desc" : "asc" }),
    page: pageIndex + 1,
    pageSize,
  };
}

/** What the list is cut to, in words; null where nothing is cut away but by the search. */
export function periodText({ month, day }: Pick<InflowsView, "month" | "day">): string | null {
  if (day !== undefined) return dateWords(day);
  return month === undefined ? null : monthWords(month);
}
