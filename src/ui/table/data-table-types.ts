import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { SortValue, TableSort } from "./data-table-sort.ts";
import type { MenuAction } from "../overlay/menu.tsx";

export type DataTableColumn<Row extends RowData> = {
  id: string;
  /** The words of the header. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** What the column is sorted by; a column without it has no sort button. In server mode any function will do. */
  sortValue?: ((row: Row) => SortValue) | undefined;
  /** Numbers: right-aligned, tabular figures. */
  isNumeric?: boolean | undefined;
  /** Names the row for assistive technology; one column at most. */
  isRowHeader?: boolean | undefined;
  /** Not shown below 600 px (docs/reference/product.md, "Tables"). */
  hideOnMobile?: boolean | undefined;
  /** Keeps short values (dates, amounts) on one line. */
  isNoWrap?: boolean | undefined;
};

/** Where a table stands: what a server needs to answer with a page. Pages count from 0. */
export type DataTableQuery = { pageIndex: number; pageSize: number; sort: TableSort | null };

export type DataTableSelection<Row extends RowData> = {
  /** Ids (as `rowId` gives them) of the selected rows. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** How many are selected where they are more than `selected` names: all that match, on pages never seen. */
  count?: number | undefined;
  /** What can be done with the selected rows; always shown, so disable it while nothing is selected. */
  actions?: ReactNode;
  isRowSelectable?: ((row: Row) => boolean) | undefined;
};

export type DataTableProps<Row extends RowData> = {
  /** What the table holds: "Transactions". */
  caption: string;
  /** For a table whose heading already says the same. */
  isCaptionHidden?: boolean | undefined;
  columns: readonly DataTableColumn<Row>[];
  /** All rows, or in server mode the rows of the page. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** A row in words, for the names of its checkbox and its menu: "Rent, November 3". */
  rowLabel: (row: Row) => string;
  /** Rows per page at first (docs/reference/product.md, "Tables": 5). */
  initialPageSize?: number | undefined;
  /** The sizes to choose from (5, 10, 25); an empty list fixes the size. */
  pageSizes?: readonly number[] | undefined;
  initialSort?: TableSort | undefined;
  /** Set when sorting and paging happen elsewhere: the table shows `rows` as they come. */
  server?: (DataTableQuery & { total: number; onChange: (query: DataTableQuery) => void }) | undefined;
  selection?: DataTableSelection<Row> | undefined;
  /** Actions of one row, in a menu at its end. */
  rowActions?: ((row: Row) => readonly MenuAction[]) | undefined;
  /** The first answer is not there yet: rows of the final height stand in. */
  isLoading?: boolean | undefined;
  /** A newer answer is under way: the rows stay as they are. */
  isRefreshing?: boolean | undefined;
  /** An ErrorPanel with a retry, shown in place of the rows. */
  error?: ReactNode;
  /** An EmptyState, shown when there are no rows. */
  empty?: ReactNode;
};
