import type { UseQueryResult } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Api } from "#client/data/api.ts";
import { usePageInRange, type UrlList } from "#client/lists/list-view.ts";
import type { TableView } from "#client/table-view.ts";
import type { Done } from "#client/use-undoable.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { AllRows, RegisterActs, RowChoice } from "./row-acts.ts";
import { focusRows, useFocusTarget } from "./row-focus.ts";
import { useRowActions } from "./use-row-actions.ts";
import { rowId } from "./row-cells.tsx";

type RowListOptions<Acts> = {
  list: Pick<UrlList<TableView>, "view" | "change"> & { showOnly: () => void };
  query: UseQueryResult<{ total: number }>;
  /** Number of rows in the view, on all pages. */
  total: number;
  /** Filter of the view; another one clears the selection. */
  filter: object;
  /** All rows that match it, for calls; null if no call takes them. */
  all: AllRows | null;
  actsOf: (api: Api) => Acts;
};

/** Returns the state of a list of transactions: what is selected, the actions on it, and what they focus. */
export function useRowList<Acts>({ list, query, total, filter, all, actsOf }: RowListOptions<Acts>) {
  /** Element that holds the table; receives focus when an action removes the focused row. */
  const region = useRef<HTMLDivElement>(null);
  const selection = useRowSelection(filter, total, all);
  const actions = useRowActions(actsOf, () => focusRows(region.current));
  usePageInRange(list.view, query.isPlaceholderData ? undefined : query.data?.total, list.change);

  /** Changes the selected rows. A failure keeps them selected. */
  function changeSelected(
    failedText: string,
    run: (rows: RowChoice) => Promise<Done>,
    onDone?: () => void,
  ): void {
    if (selection.count === 0 || actions.isPending) return;
    actions.perform({ failedText, run: () => run(selection.choice()) }, () => {
      selection.clear();
      onDone?.();
    });
  }

  return { list, query, total, region, selection, actions, changeSelected, search: useFocusTarget() };
}

export type RowList = ReturnType<typeof useRowList<RegisterActs>>;

/**
 * Keeps the selected rows: some by their ids, across pages, or all that match the filter. A new filter clears the
 * selection. `all` names all rows that match it for calls; null if no call takes them.
 */
function useRowSelection(filter: object, total: number, all: AllRows | null) {
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
