import { filterQuery, type RowsView } from "./rows-view.ts";

/** The address of the file with all rows of a view (`budgetExport` of the contract, which is not for browsers). */
export function exportHref(budgetId: number, view: RowsView, excluded: boolean): string {
  const query = Object.entries({ budgetId, ...filterQuery(view, excluded) }).map(([name, value]) => [
    name,
    String(value),
  ]);
  return `/api/ExportBudgetTransactions?${new URLSearchParams(query).toString()}`;
}
