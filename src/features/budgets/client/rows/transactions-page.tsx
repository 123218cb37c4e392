import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { useApi } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { useListView, isFiltered } from "#client/lists/list-view.ts";
import { itemLoader } from "#client/routing/member-loader.ts";
import { Button } from "#ui/button.tsx";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { moneyText } from "#client/words/money-text.ts";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { useBudget, useBudgetId } from "../budget-of-page.ts";
import { budgetRowsQuery, categoriesQuery } from "../budget-queries.ts";
import { SortLink } from "../payees/sort-link.tsx";
import { RowsHeader } from "./rows-header.tsx";
import { exportHref, readRowsView, rowsInput, matchingFilter } from "./filters/rows-view.ts";
import { transactionColumns } from "./row-cells.tsx";
import { RowsTable } from "./rows-table.tsx";
import { RowCount } from "./filters/row-count.tsx";
import { RowFilters } from "./filters/row-filters.tsx";
import { rowActs } from "./row-acts.ts";
import { exemptAction } from "./transaction-actions.ts";
import { focusRows } from "./row-focus.ts";
import { TransferTray } from "../transfers/transfer-tray.tsx";
import { useRowList } from "./use-row-list.ts";
import styles from "./budget-rows.module.css";

// Forms and their schemas load on first use.
const CategoryManager = lazyDialog(
  async () => (await import("../categories/category-manager.tsx")).CategoryManager,
);
const RulesManager = lazyDialog(async () => (await import("../rules/rules-manager.tsx")).RulesManager);

/** Loads the rows of the view in the URL and the categories. */
export const loader = itemLoader("budgetId", ({ api, search, first }, budgetId) => [
  first(budgetRowsQuery(api, budgetId, rowsInput(readRowsView(search), false))),
  first(categoriesQuery(api)),
  first(transferSuggestionsQuery(api, budgetId)),
]);

/**
 * Transactions screen: rows of a budget that aren't exempt, to be categorized (docs/reference/product.md, "Budget
 * screens").
 */
export function Component() {
  const budgetId = useBudgetId();
  const { isPending } = useQuery(transferSuggestionsQuery(useApi(), budgetId));
  const { data } = useBudget(budgetId);
  const budget = isPending ? undefined : data;
  const { view } = useListView(readRowsView);
  const [managed, setManaged] = useState<"categories" | "rules" | null>(null);
  return (
    // A budget or suggestions that arrive late remount the page, so nothing shifts.
    <div key={isPending ? "loading" : (budget?.budgetId ?? "reviewed")} className={styles.page}>
      <DocumentHead
        title={budget === undefined ? "Transactions" : `Transactions, ${budget.budgetName}`}
        description="A budget’s transactions."
        isPrivate
      />
      <RowsHeader title="Transactions" budget={budget} exportHref={exportHref(budgetId, view, false)}>
        <SortLink />
        <Button icon="tag" onClick={() => setManaged("categories")}>
          Categories
        </Button>
        <Button icon="filter" onClick={() => setManaged("rules")}>
          Rules
        </Button>
      </RowsHeader>
      <TransactionRows budgetId={budgetId} />
      {managed === "categories" ? <CategoryManager onClose={() => setManaged(null)} /> : null}
      {managed === "rules" ? <RulesManager onClose={() => setManaged(null)} /> : null}
    </div>
  );
}

/** Rows of the view in the URL, with their actions and messages. */
function TransactionRows({ budgetId }: { budgetId: number }) {
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
