import { useState } from "react";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { AllRows, RowChoice } from "./row-acts.ts";
import { rowId } from "./row-cells.tsx";

/**
 * Keeps the selected rows: some by their ids, across pages, or all that match the filter. A new filter clears the
 * selection. `all` names all rows that match it for calls; null if no call takes them.
 */
export function useRowSelection(filter: object, total: number, all: AllRows | null) {
  const filterKey = JSON.stringify(filter);
  const [state, setState] = useState<{ key: string; ids: ReadonlySet<string>; isAll: boolean }>({
    key: filterKey,
    ids: new Set(),
    isAll: false,
  });
  const isCurrent = state.key === filterKey;
  const ids: ReadonlySet<string> = isCurrent ? state.ids : new Set();
  const isAll = isCurrent && state.isAll;

  return {
    /** Returns the ids to show as selected on the page. */
    shown: (rows: readonly TransactionView[]): ReadonlySet<string> =>
      isAll ? new Set(rows.map(rowId)) : ids,
    ids,
    isAll,
    count: isAll ? total : ids.size,
    select: (next: ReadonlySet<string>) => setState({ key: filterKey, ids: next, isAll: false }),
    selectAll: () => setState((now) => ({ ...now, key: filterKey, isAll: true })),
    clear: () => setState({ key: filterKey, ids: new Set(), isAll: false }),
    choice: (): RowChoice => (isAll && all !== null ? all : { ids: [...ids].map(Number) }),
    /** Returns true if the whole page is selected and more rows match. */
    offersAll: (rows: readonly TransactionView[]) =>
      all !== null &&
      !isAll &&
      total > rows.length &&
      rows.length > 0 &&
      rows.every((row) => ids.has(String(row.transactionId))),
  };
}
