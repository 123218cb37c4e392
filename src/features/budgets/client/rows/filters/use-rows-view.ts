import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router";
import type { TableView } from "#client/table-view.ts";
import { readRowsView, viewQuery, type RowsView } from "./rows-view.ts";

type ChangeView<View> = (change: Partial<View>, options?: { replace?: boolean }) => void;

/** Returns the view of a budget's rows in the URL and a function that changes it. */
export function useRowsView(): [RowsView, ChangeView<RowsView>] {
  return useUrlView(readRowsView, viewQuery);
}

/**
 * Returns the view in the URL and a function that changes it. A new filter, search, or page size returns to the first
 * page. A change during the navigation of an earlier one keeps both.
 */
export function useUrlView<View extends TableView>(
  read: (query: URLSearchParams) => View,
  write: (view: View) => object,
): [View, ChangeView<View>] {
  const [query, setQuery] = useSearchParams();
  const view = read(query);
  /** The latest change, and the query that it started from, which Back creates anew. */
  const latest = useRef<{ query: URLSearchParams; view: View } | null>(null);

  function change(next: Partial<View>, { replace = false } = {}): void {
    const base = latest.current?.query === query ? latest.current.view : view;
    const changed = { ...base, page: 1, ...next };
    // Typing that pauses and a field that is left ask for the same; once is enough for the history.
    if (JSON.stringify(write(changed)) === JSON.stringify(write(base))) return;
    latest.current = { query, view: changed };
    const given = Object.entries(write(changed)).filter(([, value]) => value !== undefined);
    setQuery(Object.fromEntries(given.map(([name, value]) => [name, String(value)])), {
      replace,
      preventScrollReset: true,
    });
  }

  return [view, change];
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
