import type { DataTableProps } from "#ui/table/data-table.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { RowsView } from "./rows-view.ts";

/** The table's place in a list that the server cuts: pages count from 1 in the address and from 0 in the table. */
export function tableServer(
  view: RowsView,
  total: number,
  change: (change: Partial<RowsView>) => void,
): NonNullable<DataTableProps<TransactionView>["server"]> {
  return {
    pageIndex: view.page - 1,
    pageSize: view.pageSize,
    sort: view.sort,
    total,
    onChange: ({ pageIndex, pageSize, sort }) => change({ page: pageIndex + 1, pageSize, sort }),
  };
}
