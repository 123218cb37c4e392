import { useState } from "react";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { matchingFilter, type RowsView } from "./rows-view.ts";
import { rowId } from "./row-cells.tsx";
import type { RowChoice } from "./row-acts.ts";

/** Which rows are chosen: some by their ids, over pages; or all that the filter means. Another filter begins anew. */
export function useRowSelection(view: RowsView, excluded: boolean, total: number) {
  const filterKey = JSON.stringify(matchingFilter(view, excluded));
  const [state, setState] = useState<{ key: string; ids: ReadonlySet<string>; isAll: boolean }>({
    key: filterKey,
    ids: new Set(),
    isAll: false,
  });
  const isCurrent = state.key === filterKey;
  const ids: ReadonlySet<string> = isCurrent ? state.ids : new Set();
  const isAll = isCurrent && state.isAll;

  return {
    /** To be shown as selected: of all that match, those on the page. */
    shown: (rows: readonly TransactionView[]): ReadonlySet<string> =>
      isAll ? new Set(rows.map(rowId)) : ids,
    ids,
    isAll,
    count: isAll ? total : ids.size,
    select: (next: ReadonlySet<string>) => setState({ key: filterKey, ids: next, isAll: false }),
    selectAll: () => setState((now) => ({ ...now, key: filterKey, isAll: true })),
    clear: () => setState({ key: filterKey, ids: new Set(), isAll: false }),
    choice: (): RowChoice =>
      isAll ? { filter: matchingFilter(view, excluded) } : { ids: [...ids].map(Number) },
    /** Whether the page is selected whole and more rows match: the moment to offer them all. */
    offersAll: (rows: readonly TransactionView[]) =>
      !isAll &&
      total > rows.length &&
      rows.length > 0 &&
      rows.every((row) => ids.has(String(row.transactionId))),
  };
}

export type RowSelection = ReturnType<typeof useRowSelection>;
