import { filtersOf, oneOf, readDay, readListView, readSearch } from "#client/lists/list-view.ts";
import { tableInput } from "#client/table-view.ts";
import { dateWords, firstDayOf, lastDayOf, monthWords } from "#shared/time/plain-dates.ts";
import { readMonth } from "../account-of-page.ts";
import type { InflowsInput } from "../income-queries.ts";

const columns = ["date", "name", "amount", "pending", "account", "incomeSource"] as const;

/** Labels of the list's parts. */
export const showWords = {
  unlinked: "Not linked yet",
  linked: "Linked",
  removed: "Removed by the bank",
} as const;

export const showNames = ["unlinked", "linked", "removed"] as const;

const readers = {
  q: readSearch,
  month: (text: string) => readMonth(text) ?? undefined,
  day: (text: string) => (readMonth(text.slice(0, 7)) === null ? undefined : readDay(text)),
  show: oneOf(showNames),
};

/** View of the list (`AccountRowsView` in the URL). */
export type InflowsView = ReturnType<typeof readInflowsView>;

/** Reads a view from a URL query, ignoring anything invalid. */
export function readInflowsView(query: URLSearchParams) {
  return readListView(query, columns, readers);
}

/** Returns the input of GetTransactions for a view. */
export function inflowsInput(view: InflowsView): InflowsInput {
  const { q, month, day, show } = filtersOf(view);
  return {
    q,
    startDate: day ?? (month && firstDayOf(month)),
    endDate: day ?? (month && lastDayOf(month)),
    // Removed rows can't be linked.
    ...(show === "unlinked" ? { linked: "false", removed: "false" } : {}),
    ...(show === "linked" ? { linked: "true" } : {}),
    ...(show === "removed" ? { removed: "true" } : {}),
    ...tableInput(view, columns),
  };
}

/** Describes the period of a view; undefined for all time. */
export function periodText({ month, day }: Pick<InflowsView, "month" | "day">): string | undefined {
  return day === undefined ? month && monthWords(month) : dateWords(day);
}
