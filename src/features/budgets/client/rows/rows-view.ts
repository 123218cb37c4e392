import { isPlainDate } from "#shared/time/plain-dates.ts";
import type { BudgetRowsView } from "#client/routing/paths.ts";
import { readTableView, tableInput, tableViewQuery, type TableView } from "#client/table-view.ts";
import type { BudgetFilter } from "../../contract.ts";
import type { BudgetRowsInput } from "../budget-queries.ts";

/** Parts of a budget that have a name in the address, and what the call names them. */
const parts = {
  counted: "counted",
  income: "income",
  transfers: "transferLike",
  "other-currencies": "otherCurrencies",
  removed: "removed",
} as const;

export type RowsPart = keyof typeof parts;

/** What a list of a budget's rows shows; everything is in the address, so that it can be shared and gone back to. */
export type RowsView = TableView & {
  q: string;
  /** −1: without a category; null: whatever it is. */
  category: number | null;
  show: RowsPart | null;
  /** Both days included; null: the whole period. */
  from: string | null;
  to: string | null;
};

const columns = ["date", "name", "amount", "category", "account"] as const;

/** Reads an address; what makes no sense is left out, as if it had not been there. */
export function readRowsView(query: URLSearchParams): RowsView {
  return {
    ...readTableView(query, columns),
    q: (query.get("q") ?? "").slice(0, 200),
    category: readCategory(query.get("category")),
    show: partOf(query.get("show")),
    from: dateOrNull(query.get("from")),
    to: dateOrNull(query.get("to")),
  };
}

function readCategory(text: string | null): number | null {
  if (text === null || !/^(?:-1|[1-9]\d{0,8})$/.test(text)) return null;
  return Number(text);
}

function partOf(text: string | null): RowsPart | null {
  return partNames.find((name) => name === text) ?? null;
}

function dateOrNull(text: string | null): string | null {
  return text !== null && isPlainDate(text) ? text : null;
}

export const partNames: readonly RowsPart[] = [
  "counted",
  "income",
  "transfers",
  "other-currencies",
  "removed",
];

/** The address's query for a view; what is usual stays out of it. */
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

/** What the list's call takes for a view. */
export function rowsInput(view: RowsView, excluded: boolean): BudgetRowsInput {
  return { ...filterQuery(view, excluded), ...tableInput(view, columns) };
}

/** Only which rows are meant, as the query of the list and of the file. */
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

/** The rows of a view on all pages, as the calls on "all that match" take them. */
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

/** Whether a view leaves rows out. */
export function isFiltered({ q, category, show, from, to }: RowsView): boolean {
  return q !== "" || category !== null || show !== null || from !== null || to !== null;
}

/** Where an even narrower list begins: everything, on its first page. */
export const wholeList: Omit<RowsView, "sort" | "pageSize"> = {
  q: "",
  category: null,
  show: null,
  from: null,
  to: null,
  page: 1,
};

/** The address of the file with all rows of a view (`budgetExport` of the contract, which is not for browsers). */
export function exportHref(budgetId: number, view: RowsView, excluded: boolean): string {
  const query = Object.entries({ budgetId, ...filterQuery(view, excluded) }).map(([name, value]) => [
    name,
    String(value),
  ]);
  return `/api/ExportBudgetTransactions?${new URLSearchParams(query).toString()}`;
}
