import type { AccountRowsView } from "#client/routing/paths.ts";
import { readTableView, tableInput, tableViewQuery, type TableView } from "#client/table-view.ts";
import { dateWords, firstDayOf, isPlainDate, lastDayOf, monthWords } from "#shared/time/plain-dates.ts";
import { readMonth } from "../account-of-page.ts";
import type { InflowsInput } from "../income-queries.ts";

const columns = ["date", "name", "amount", "pending", "account", "incomeSource"] as const;

/** View of the list in the URL, without anything invalid. */
export type InflowsView = Pick<AccountRowsView, "q" | "month" | "day" | "show"> & TableView;

/** Reads a view from a URL query. */
export function readInflowsView(search: URLSearchParams): InflowsView {
  const q = search.get("q")?.trim().slice(0, 200) ?? "";
  const month = readMonth(search.get("month"));
  const day = search.get("day") ?? "";
  const show = showOf(search.get("show"));
  return {
    ...(q === "" ? {} : { q }),
    ...(month === null ? {} : { month }),
    ...(isPlainDate(day) && readMonth(day.slice(0, 7)) !== null ? { day } : {}),
    ...(show === undefined ? {} : { show }),
    ...readTableView(search, columns),
  };
}

export type InflowsShow = NonNullable<AccountRowsView["show"]>;

/** Labels of the list's parts. */
export const showWords: Record<InflowsShow, string> = {
  unlinked: "Not linked yet",
  linked: "Linked",
  removed: "Removed by the bank",
};

/** Filters of the list; undefined removes one. */
export type InflowFilter = Partial<Record<"q" | "month" | "day", string | undefined>> & {
  show?: InflowsShow | undefined;
};

/** Returns the view with other filters, on its first page. */
export function withFilter(view: InflowsView, filter: InflowFilter): InflowsView {
  return { ...view, ...filter, page: 1 };
}

function showOf(text: string | null): AccountRowsView["show"] {
  return text === "linked" || text === "unlinked" || text === "removed" ? text : undefined;
}

/** Returns the URL query of a view, without defaults. */
export function inflowsLink(view: InflowsView): AccountRowsView {
  const { sort, page, pageSize, ...filter } = view;
  return { ...filter, ...tableViewQuery({ sort, page, pageSize }) };
}

/** Returns the input of GetTransactions for a view. */
export function inflowsInput(view: InflowsView): InflowsInput {
  const { q, month, day, show } = view;
  const [startDate, endDate] =
    day === undefined ? [month && firstDayOf(month), month && lastDayOf(month)] : [day, day];
  return {
    ...(q === undefined ? {} : { q }),
    ...(startDate === undefined || endDate === undefined ? {} : { startDate, endDate }),
    ...(show === "linked" ? { linked: "true" } : {}),
    // Removed rows can't be linked.
    ...(show === "unlinked" ? { linked: "false", removed: "false" } : {}),
    ...(show === "removed" ? { removed: "true" } : {}),
    ...tableInput(view, columns),
  };
}

/** Describes the period of a view; null for all time. */
export function periodText({ month, day }: Pick<InflowsView, "month" | "day">): string | null {
  if (day !== undefined) return dateWords(day);
  return month === undefined ? null : monthWords(month);
}
