import type { DataTableQuery, TableSort } from "#ui/table/data-table.tsx";

/** docs/reference/product.md, "Tables": 5 per page; the other sizes are offered. */
export const pageSizes = [5, 10, 25] as const;
const defaultPageSize = 5;
const mostPages = 1_000_000;

/** Where a table of a list that the server cuts stands. It is in the address, so that it can be shared and gone back to. */
export type TableView = {
  sort: TableSort | null;
  /** Counted from 1. */
  page: number;
  pageSize: number;
};

/** Reads an address; what makes no sense is left out, as if it had not been there. */
export function readTableView(query: URLSearchParams, columns: readonly string[]): TableView {
  const column = query.get("sort");
  const page = query.get("page") ?? "";
  return {
    sort:
      column === null || !columns.includes(column)
        ? null
        : { columnId: column, direction: query.get("direction") === "desc" ? "descending" : "ascending" },
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), mostPages) : 1,
    pageSize: pageSizes.find((size) => String(size) === query.get("pageSize")) ?? defaultPageSize,
  };
}

/** The address's query; what is usual stays out of it. */
export function tableViewQuery({ sort, page, pageSize }: TableView) {
  return {
    ...(sort === null ? {} : sortQuery(sort, sort.columnId)),
    pageSize: pageSize === defaultPageSize ? undefined : pageSize,
    page: page === 1 ? undefined : page,
  };
}

/** What a call takes that sorts by some of `columns`. */
export function tableInput<Column extends string>(
  { sort, page, pageSize }: TableView,
  columns: readonly Column[],
) {
  const column = columns.find((name) => name === sort?.columnId);
  return { ...(column === undefined || sort === null ? {} : sortQuery(sort, column)), page, pageSize };
}

function sortQuery<Column extends string>({ direction }: TableSort, sort: Column) {
  return { sort, direction: direction === "descending" ? ("desc" as const) : ("asc" as const) };
}

/** The table's own words for it: there pages count from 0. */
export function tableServer(view: TableView, total: number, onChange: (view: TableView) => void) {
  return {
    pageIndex: view.page - 1,
    pageSize: view.pageSize,
    sort: view.sort,
    total,
    onChange: ({ pageIndex, pageSize, sort }: DataTableQuery) =>
      onChange({ page: pageIndex + 1, pageSize, sort }),
  };
}
