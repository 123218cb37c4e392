import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router";
import { readTableView, tableViewQuery, type TableView } from "#client/table-view.ts";
import { isBlank } from "#shared/text/plain-text.ts";
import { isPlainDate } from "#shared/time/plain-dates.ts";

/** View of a list, all of it in the URL: its filters by their names there, undefined for none, its order, and its page. */
export type ListView<Filters> = Partial<Filters> & TableView;

/** A list's view in the URL, and functions that change it. */
export type UrlList<View extends TableView> = ReturnType<typeof useListView<View>>;

/** Functions that read filters from their texts in the URL, empty without one; undefined for anything invalid. */
type FilterReaders<Filters> = { [Name in keyof Filters]: (text: string) => Filters[Name] | undefined };

/** Reads a view from a URL query, ignoring anything invalid. */
export function readListView<Filters>(
  query: URLSearchParams,
  columns: readonly string[],
  readers: FilterReaders<Filters>,
): ListView<Filters> {
  const filters: Partial<Filters> = {};
  for (const name in readers) filters[name] = readers[name](query.get(name) ?? "");
  return { ...filters, ...readTableView(query, columns) };
}

/** Reads a search; none without anything to see. */
export function readSearch(text: string): string | undefined {
  return isBlank(text) ? undefined : text.slice(0, 200);
}

/** Reads a day. */
export function readDay(text: string): string | undefined {
  return isPlainDate(text) ? text : undefined;
}

/** Returns a function that reads one of some words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return (text: string): Word | undefined => words.find((word) => word === text);
}

/** Returns only the filters of a view. */
export function filtersOf<View extends TableView>({
  sort: _sort,
  page: _page,
  pageSize: _pageSize,
  ...filters
}: View) {
  return filters;
}

/** Returns true if a view filters out rows. */
export function isFiltered(view: TableView): boolean {
  return Object.values(filtersOf(view)).some((value) => value !== undefined);
}

/** Returns the URL query of a view, without defaults. */
export function listQuery<View extends TableView>(view: View) {
  return { ...filtersOf(view), ...tableViewQuery(view) };
}

/** Returns a view after a change. A new filter, search, order, or page size returns to the first page. */
export function changedView<View extends TableView>(view: View, change: Partial<View>): View {
  return { ...view, page: 1, ...change };
}

/**
 * Returns the view in the URL, a function that changes it, and one that shows only some filters, or none. A change during the
 * navigation of an earlier one keeps both.
 */
export function useListView<View extends TableView>(read: (query: URLSearchParams) => View) {
  const [query, setQuery] = useSearchParams();
  const view = read(query);
  /** The latest change, and the query that it started from, which Back creates anew. */
  const latest = useRef<{ query: URLSearchParams; view: View } | null>(null);

  const latestView = () => (latest.current?.query === query ? latest.current.view : view);

  function change(next: Partial<View>, { replace = false } = {}): void {
    const base = latestView();
    const changed = changedView(base, next);
    // Typing that pauses and a field that is left ask for the same; once is enough for the history.
    if (JSON.stringify(listQuery(changed)) === JSON.stringify(listQuery(base))) return;
    latest.current = { query, view: changed };
    const given = Object.entries(listQuery(changed)).filter(([, value]) => value !== undefined);
    setQuery(Object.fromEntries(given.map(([name, value]) => [name, String(value)])), {
      replace,
      preventScrollReset: true,
    });
  }

  function showOnly(filters: Partial<View> = {}): void {
    const { sort, pageSize } = latestView();
    change({ ...read(new URLSearchParams()), sort, pageSize, ...filters });
  }

  return { view, change, showOnly };
}

/**
 * Goes to the last page if the URL names one after it, for example after rows have moved elsewhere. `total` is undefined
 * while unknown.
 */
export function usePageInRange(
  { page, pageSize }: TableView,
  total: number | undefined,
  change: (change: { page: number }, options: { replace: boolean }) => void,
): void {
  const lastPage = total === undefined ? null : Math.max(1, Math.ceil(total / pageSize));
  const isBehind = lastPage !== null && page > lastPage;
  const goBack = useEffectEvent(() => {
    if (lastPage !== null) change({ page: lastPage }, { replace: true });
  });
  useEffect(() => {
    if (isBehind) goBack();
  }, [isBehind]);
}
