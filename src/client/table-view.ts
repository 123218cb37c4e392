import type { DataTableQuery, TableSort } from "#ui/table/data-table.tsx";

/** Page sizes of tables; 5 is the default (docs/reference/product.md, "Tables"). */
export const pageSizes = [5, 10, 25] as const;
const defaultPageSize = 5;
/** Storage key for the rows per page that the person chose last, in any table. */
const pageSizeKey = "folio-rows-per-page";
const maxPage = 1_000_000;

/** Sort order and page of a server-side table, stored in the address for sharing and the back button. */
export type TableView = {
  sort: TableSort | null;
  /** Page number, starting at 1. */
  page: number;
  pageSize: number;
};

/** Reads the view from an address; ignores invalid values. Without a page size, it is the one that the person chose last. */
export function readTableView(query: URLSearchParams, columns: readonly string[]): TableView {
  const column = query.get("sort");
  const page = query.get("page") ?? "";
  return {
    sort:
      column === null || !columns.includes(column)
        ? null
        : { columnId: column, direction: query.get("direction") === "desc" ? "descending" : "ascending" },
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), maxPage) : 1,
    pageSize: pageSizeOf(query.get("pageSize")) ?? rememberedPageSize(),
  };
}

function pageSizeOf(text: string | null): number | null {
  return pageSizes.find((size) => String(size) === text) ?? null;
}

function rememberedPageSize(): number {
  try {
    return pageSizeOf(localStorage.getItem(pageSizeKey)) ?? defaultPageSize;
  } catch {
    // Storage is blocked.
    return defaultPageSize;
  }
}

function rememberPageSize(pageSize: number): void {
  try {
    localStorage.setItem(pageSizeKey, String(pageSize));
  } catch {
    // Storage is blocked or full; the address still has it.
  }
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
    onChange: ({ pageIndex, pageSize, sort }: DataTableQuery) => {
      if (pageSize !== view.pageSize) rememberPageSize(pageSize);
      onChange({ page: pageIndex + 1, pageSize, sort });
    },
  };
}
