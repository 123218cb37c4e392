import { useQuery } from "@tanstack/react-query";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { isFiltered, useListView } from "#client/lists/list-view.ts";
import { moneyText } from "#client/words/money-text.ts";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { budgetRowsQuery, categoriesQuery } from "../budget-queries.ts";
import { transactionColumns } from "./row-cells.tsx";
import { RowsTable } from "./rows-table.tsx";
import { RowCount } from "./filters/row-count.tsx";
import { RowFilters } from "./filters/row-filters.tsx";
import { matchingFilter, readRowsView, rowsInput } from "./filters/rows-view.ts";
import { rowActs } from "./row-acts.ts";
import { exemptAction } from "./transaction-actions.ts";
import { focusRows } from "./row-focus.ts";
import { TransferTray } from "../transfers/transfer-tray.tsx";
import { useRowList } from "./use-row-list.ts";

/** Rows of the view in the URL, with their actions and messages. */
export function TransactionRows({ budgetId }: { budgetId: number }) {
  const api = useApi();
  const list = useListView(readRowsView);
  const { view } = list;
  const query = useQuery({
    ...budgetRowsQuery(api, budgetId, rowsInput(view, false)),
    throwOnError: endsScreen,
  });
  const { data } = query;
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const filter = matchingFilter(view, false);
  const all = { budgetId, filter };
  const total = data?.total ?? 0;
  const state = useRowList({ list, query, total, filter, all, actsOf: rowActs(budgetId) });
  const { actions, changeSelected } = state;

  return (
    <>
      <TransferTray budgetId={budgetId} onClosed={() => focusRows(state.region.current)} />
      <RowFilters list={list} categories={categories} searchRef={state.search.ref} />
      {/* The same figures as on the Estimate screen. */}
      <RowCount total={data?.total} skeleton="100 transactions · $1,000.00 counted as spending">
        {" · "}
        <strong>{data && moneyText(data.sum, data.isoCurrencyCode)}</strong> counted as spending
      </RowCount>
      <RowsTable
        columns={transactionColumns(view)}
        rows={data?.transactions ?? []}
        state={state}
        empty={
          isFiltered(view) ? undefined : (
            <EmptyState title="No transactions yet" icon="wallet">
              Transactions in this budget’s accounts and period appear here as your banks report them.
            </EmptyState>
          )
        }
        menuOf={(row) => [exemptAction(row, actions)]}
        categories={categories}
        onExempt={() =>
          changeSelected("Couldn’t exempt the transactions.", (rows) => actions.acts.setExempt(rows, true))
        }
      />
    </>
  );
}
