import {
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  functionalUpdate,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ReactTable,
  type TableState,
  type RowData,
  type RowSelectionState,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { compareSortValues, type SortValue, type TableSort } from "./data-table-sort.ts";
import type { DataTableColumn, DataTableProps, DataTableQuery } from "./data-table-types.ts";
import { pageRange } from "./page-range.ts";

const features = tableFeatures({
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
});

export type TableInstance<Row extends RowData> = ReactTable<
  typeof features,
  Row,
  TableState<typeof features>
>;
export type TableRow<Row extends RowData> = ReturnType<TableInstance<Row>["getRowModel"]>["rows"][number];

export type DataTableModel<Row extends RowData> = {
  table: TableInstance<Row>;
  /** Rows of the page, in order. */
  pageRows: readonly TableRow<Row>[];
  query: DataTableQuery;
  /** Number of rows on all pages. */
  total: number;
  change: (next: Partial<DataTableQuery>) => void;
  /** Number of selected rows; in client mode only those among `rows`. */
  selectedCount: number;
};

function useColumns<Row extends RowData>(columns: readonly DataTableColumn<Row>[]) {
  return useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(
      columns.map((column) =>
        helper.accessor((row): SortValue => column.sortValue?.(row) ?? undefined, {
          id: column.id,
          enableSorting: column.sortValue !== undefined,
          sortUndefined: "last",
          sortFn: (a, b, id) => compareSortValues(a.getValue<SortValue>(id), b.getValue<SortValue>(id)),
        }),
      ),
    );
  }, [columns]);
}

function selectionState(selected: ReadonlySet<string>, known: ReadonlySet<string> | null): RowSelectionState {
  const state: RowSelectionState = {};
  for (const id of selected) if (!known || known.has(id)) state[id] = true;
  return state;
}

/** Manages a table's sorting, paging, and selection, or takes them from the owner in server mode. */
export function useDataTableModel<Row extends RowData>(props: DataTableProps<Row>): DataTableModel<Row> {
  const { rows, rowId, server, selection } = props;
  const [own, setOwn] = useState<DataTableQuery>(() => ({
    pageIndex: 0,
    pageSize: props.initialPageSize ?? 5,
    sort: props.initialSort ?? null,
  }));
  const total = server?.total ?? rows.length;
  const asked: DataTableQuery = server ?? own;
  const { pageIndex } = pageRange(asked.pageIndex, asked.pageSize, total);
  const query: DataTableQuery = { pageIndex, pageSize: asked.pageSize, sort: asked.sort };

  function change(next: Partial<DataTableQuery>): void {
    const changed = { ...query, ...next };
    if (server) server.onChange(changed);
    else setOwn(changed);
  }

  const knownIds = useMemo(() => (server ? null : new Set(rows.map(rowId))), [server, rows, rowId]);
  const rowSelection = selectionState(selection?.selected ?? new Set(), knownIds);
  const table = useTable<typeof features, Row>({
    features,
    columns: useColumns(props.columns),
    data: rows,
    getRowId: rowId,
    state: {
      sorting: sortingState(query.sort),
      pagination: { pageIndex, pageSize: query.pageSize },
      rowSelection,
    },
    manualSorting: server !== undefined,
    manualPagination: server !== undefined,
    rowCount: total,
    autoResetPageIndex: false,
    enableMultiSort: false,
    enableRowSelection: (row) => selection?.isRowSelectable?.(row.original) ?? selection !== undefined,
    onRowSelectionChange: (updater) =>
      selection?.onChange(new Set(Object.keys(functionalUpdate(updater, rowSelection)))),
  });

  return {
    table,
    pageRows: table.getRowModel().rows,
    query,
    total,
    change,
    selectedCount: Object.keys(rowSelection).length,
  };
}

function sortingState(sort: TableSort | null): { id: string; desc: boolean }[] {
  return sort ? [{ id: sort.columnId, desc: sort.direction === "descending" }] : [];
}
