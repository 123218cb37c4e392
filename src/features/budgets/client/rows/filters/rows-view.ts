import { filtersOf, oneOf, readDay, readListView, readSearch } from "#client/lists/list-view.ts";
import { withQuery } from "#client/routing/paths.ts";
import { tableInput } from "#client/table-view.ts";
import type { BudgetFilter } from "../../../contract.ts";
import type { BudgetRowsInput } from "../../budget-queries.ts";

/** Names of a budget's parts in the URL, each with its name in the API. */
const parts = {
  counted: "counted",
  income: "income",
  "other-currencies": "otherCurrencies",
  removed: "removed",
} as const;

export type RowsPart = keyof typeof parts;
export const partNames: readonly RowsPart[] = ["counted", "income", "other-currencies", "removed"];

/** Columns that transactions can be sorted by. */
export const rowColumns = ["date", "name", "amount", "category", "account"] as const;

/** Days are both included. */
const readers = { q: readSearch, category: readCategory, show: oneOf(partNames), from: readDay, to: readDay };

/** View of a budget's rows (`BudgetRowsView` in the URL). */
export type RowsView = ReturnType<typeof readRowsView>;

/** Reads a view from a URL query, ignoring anything invalid. */
export function readRowsView(query: URLSearchParams) {
  return readListView(query, rowColumns, readers);
}

/** Reads the view of exempt rows, which belong to no part and aren't counted in a category. */
export function readExemptView(query: URLSearchParams) {
  return readListView(query, rowColumns, { q: readSearch, from: readDay, to: readDay });
}

/** Reads the category of a filter, −1 for uncategorized. */
export function readCategory(text: string): number | undefined {
  return /^(?:-1|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined;
}

/** Returns the input of GetBudgetTransactions for a view. */
export function rowsInput(view: RowsView, excluded: boolean): BudgetRowsInput {
  return { ...filterQuery(view, excluded), ...tableInput(view, rowColumns) };
}

function filterQuery(view: RowsView, excluded: boolean) {
  return { ...matchingFilter(view, excluded), excluded: excluded ? ("true" as const) : ("false" as const) };
}

/** Returns the filter of a view, as the calls for all matching rows take it. */
export function matchingFilter(view: RowsView, excluded: boolean): BudgetFilter {
  const { category, show, ...same } = filtersOf(view);
  return { ...same, excluded, financialCategoryId: category, part: show && parts[show] };
}

/** Returns the URL of the CSV export of a view (`exportBudgetTransactions` of the contract, which browsers don't load). */
export function exportHref(budgetId: number, view: RowsView, excluded: boolean): string {
  return withQuery("/api/ExportBudgetTransactions", { budgetId, ...filterQuery(view, excluded) });
}
