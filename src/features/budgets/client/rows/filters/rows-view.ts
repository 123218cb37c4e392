import { isPlainDate } from "#shared/time/plain-dates.ts";
import { isBlank } from "#shared/text/plain-text.ts";
import type { BudgetRowsView } from "#client/routing/paths.ts";
import { readTableView, tableInput, tableViewQuery, type TableView } from "#client/table-view.ts";
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

/** View of a list of rows. All of it is in the URL, so it can be shared and revisited. */
export type RowsView = TableView & {
  q: string;
  /** −1 for uncategorized, null for any. */
  category: number | null;
  show: RowsPart | null;
  /** Range of days, both included; null for no limit. */
  from: string | null;
  to: string | null;
};

const columns = ["date", "name", "amount", "category", "account"] as const;

/** Reads a view from a URL query, ignoring anything invalid. */
export function readRowsView(query: URLSearchParams): RowsView {
  return {
    ...readTableView(query, columns),
    q: readSearch(query.get("q")),
    category: readCategory(query.get("category")),
    show: partOf(query.get("show")),
    from: dateOrNull(query.get("from")),
    to: dateOrNull(query.get("to")),
  };
}

/** Reads the category of a filter, −1 for uncategorized; null for none. */
export function readCategory(text: string | null): number | null {
  if (text === null || !/^(?:-1|[1-9]\d{0,8})$/.test(text)) return null;
  return Number(text);
}

function partOf(text: string | null): RowsPart | null {
  return partNames.find((name) => name === text) ?? null;
}

/** Reads a search of a filter; empty for one without anything to see. */
export function readSearch(text: string | null): string {
  return text === null || isBlank(text) ? "" : text.slice(0, 200);
}

/** Reads a day of a filter; null for none. */
export function dateOrNull(text: string | null): string | null {
  return text !== null && isPlainDate(text) ? text : null;
}

export const partNames: readonly RowsPart[] = ["counted", "income", "other-currencies", "removed"];

/** Returns the URL query of a view, without defaults. */
export function viewQuery({ q, category, show, from, to, ...table }: RowsView): BudgetRowsView {
  return {
    q: q === "" ? undefined : q,
    category: category ?? undefined,
    show: show ?? undefined,
    from: from ?? undefined,
    to: to ?? undefined,
    ...tableViewQuery(table),
  };
}

/** Returns the input of GetBudgetTransactions for a view. */
export function rowsInput(view: RowsView, excluded: boolean): BudgetRowsInput {
  return { ...filterQuery(view, excluded), ...tableInput(view, columns) };
}

/** Returns only the filter of a view, as the query of the list and the export. */
export function filterQuery(view: RowsView, excluded: boolean): BudgetRowsInput {
  return {
    excluded: excluded ? "true" : "false",
    ...(view.category === null ? {} : { financialCategoryId: view.category }),
    ...(view.show === null ? {} : { part: parts[view.show] }),
    ...(view.from === null ? {} : { from: view.from }),
    ...(view.to === null ? {} : { to: view.to }),
    ...(view.q === "" ? {} : { q: view.q }),
  };
}

/** Returns the filter of a view, as the calls for all matching rows take it. */
export function matchingFilter(view: RowsView, excluded: boolean): BudgetFilter {
  return {
    excluded,
    ...(view.category === null ? {} : { financialCategoryId: view.category }),
    ...(view.show === null ? {} : { part: parts[view.show] }),
    ...(view.from === null ? {} : { from: view.from }),
    ...(view.to === null ? {} : { to: view.to }),
    ...(view.q === "" ? {} : { q: view.q }),
  };
}

/** Returns true if a view filters out rows. */
export function isFiltered({ q, category, show, from, to }: RowsView): boolean {
  return q !== "" || category !== null || show !== null || from !== null || to !== null;
}

/** A view without filters, on its first page. */
export const wholeList: Omit<RowsView, "sort" | "pageSize"> = {
  q: "",
  category: null,
  show: null,
  from: null,
  to: null,
  page: 1,
};

/** Returns the URL of the CSV export of a view (`budgetExport` of the contract, which browsers don't load). */
export function exportHref(budgetId: number, view: RowsView, excluded: boolean): string {
  const query = Object.entries({ budgetId, ...filterQuery(view, excluded) }).map(([name, value]) => [
    name,
    String(value),
  ]);
  return `/api/ExportBudgetTransactions?${new URLSearchParams(query).toString()}`;
}
