import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { SortValue, TableSort } from "./data-table-sort.ts";
import type { MenuAction } from "../overlay/menu.tsx";

export type DataTableColumn<Row extends RowData> = {
  id: string;
  /** Header text. */
  header: string;
  /** Receives also the row above it on the page. */
  cell: (row: Row, above?: Row) => ReactNode;
  /** Sort value; without it the column has no sort button. In server mode any function works. */
  sortValue?: ((row: Row) => SortValue) | undefined;
  /** Numbers: right-aligned, tabular figures. */
  isNumeric?: boolean | undefined;
  /** Names the row for assistive technology; at most one column. */
  isRowHeader?: boolean | undefined;
  /** Hidden below 600 px (docs/reference/product.md, "Tables"). */
  hideOnMobile?: boolean | undefined;
  /** Keeps short values (dates, amounts) on one line. */
  isNoWrap?: boolean | undefined;
};

/** Query for a page of a server-side table. Pages count from 0. */
export type DataTableQuery = { pageIndex: number; pageSize: number; sort: TableSort | null };

export type DataTableSelection<Row extends RowData> = {
  /** Ids (from `rowId`) of the selected rows. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** Number of selected rows if `selected` doesn't name them all, such as all matches on unseen pages. */
  count?: number | undefined;
  /** Actions on the selected rows; always shown, so disable them while nothing is selected. */
  actions?: ReactNode;
  isRowSelectable?: ((row: Row) => boolean) | undefined;
};

export type DataTableProps<Row extends RowData> = {
  /** Content of the table: "Transactions". */
  caption: string;
  /** Hides the caption if a heading says the same. */
  isCaptionHidden?: boolean | undefined;
  columns: readonly DataTableColumn<Row>[];
  /** All rows, or in server mode the rows of the page. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Description of a row, for its checkbox and menu: "Rent, November 3". */
  rowLabel: (row: Row) => string;
  /** Initial rows per page (docs/reference/product.md, "Tables": 5). */
  initialPageSize?: number | undefined;
  /** Page sizes (5, 10, 25); an empty list fixes the size. */
  pageSizes?: readonly number[] | undefined;
  initialSort?: TableSort | undefined;
  /** Set for a server-side table, which shows `rows` unchanged. */
  server?: (DataTableQuery & { total: number; onChange: (query: DataTableQuery) => void }) | undefined;
  selection?: DataTableSelection<Row> | undefined;
  /** Actions on one row, in a menu at its end. */
  rowActions?: ((row: Row) => readonly MenuAction[]) | undefined;
  /** Content below a row, across all columns; null for none. */
  details?: ((row: Row) => ReactNode) | undefined;
  /** True before the first answer: placeholder rows of the final height are shown. */
  isLoading?: boolean | undefined;
  /** True during a refresh: the rows stay. */
  isRefreshing?: boolean | undefined;
  /** An ErrorPanel with a retry, shown instead of the rows. */
  error?: ReactNode;
  /** An EmptyState, shown if there are no rows. */
  empty?: ReactNode;
};
