import type { DataTableQuery, TableSort } from "#ui/table/data-table.tsx";

/** Page sizes of tables; 5 is the default (docs/reference/product.md, "Tables"). */
export const pageSizes = [5, 10, 25] as const;
const defaultPageSize = 5;
const maxPage = 1_000_000;

/** Sort order and page of a server-side table, stored in the address for sharing and the back button. */
export type TableView = {
  sort: TableSort | null;
  /** Page number, starting at 1. */
  page: number;
  pageSize: number;
};

/** Reads the view from an address; ignores invalid values. */
export function readTableView(query: URLSearchParams, columns: readonly string[]): TableView {
  const column = query.get("sort");
  const page = query.get("page") ?? "";
  return {
    sort:
      column === null || !columns.includes(column)
        ? null
        : { columnId: column, direction: query.get("direction") === "desc" ? "descending" : "ascending" },
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), maxPage) : 1,
    pageSize: pageSizes.find((size) => String(size) === query.get("pageSize")) ?? defaultPageSize,
  };
}

/** Returns the query parameters of a view, without defaults. */
export function tableViewQuery({ sort, page, pageSize }: TableView) {
  return {
    ...(sort === null ? {} : sortQuery(sort, sort.columnId)),
    pageSize: pageSize === defaultPageSize ? undefined : pageSize,
    page: page === 1 ? undefined : page,
  };
}

/** Returns the input for a call that can sort by `columns`. */
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

/** Converts a view to the table's properties, where pages start at 0. */
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
