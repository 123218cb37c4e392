import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import { readRowsView, viewQuery, type RowsView } from "./rows-view.ts";

/**
 * Returns the view in the URL and a function that changes it. A new filter, search, or page size returns to the first
 * page.
 */
export function useRowsView(): [
  RowsView,
  (change: Partial<RowsView>, options?: { replace?: boolean }) => void,
] {
  const [query, setQuery] = useSearchParams();
  const view = readRowsView(query);

  function change(next: Partial<RowsView>, { replace = false } = {}): void {
    const changed = { ...view, page: 1, ...next };
    const given = Object.entries(viewQuery(changed)).filter(([, value]) => value !== undefined);
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
  { page, pageSize }: RowsView,
  total: number | undefined,
  change: (change: Partial<RowsView>, options: { replace: boolean }) => void,
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
