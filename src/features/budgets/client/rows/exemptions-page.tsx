import { useQuery } from "@tanstack/react-query";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { ListFilters } from "#client/lists/list-filters.tsx";
import { isFiltered, useListView } from "#client/lists/list-view.ts";
import { itemLoader } from "#client/routing/member-loader.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { useBudget, useBudgetId } from "../budget-of-page.ts";
import { budgetRowsQuery, categoriesQuery } from "../budget-queries.ts";
import { RowsHeader } from "./rows-header.tsx";
import styles from "./budget-rows.module.css";
import { AllMatching } from "./all-matching.tsx";
import { exemptionColumns } from "./row-cells.tsx";
import { RowCount } from "./filters/row-count.tsx";
import { daysFilter, rowWords } from "./filters/row-filters.tsx";
import { exportHref, matchingFilter, readExemptView, rowsInput } from "./filters/rows-view.ts";
import { rowActs } from "./row-acts.ts";
import { RowsTable } from "./rows-table.tsx";
import { useRowList } from "./use-row-list.ts";

/** Loads the rows of the view in the URL. */
export const loader = itemLoader("budgetId", ({ api, search, first }, budgetId) => [
  first(budgetRowsQuery(api, budgetId, rowsInput(readExemptView(search), true))),
  first(categoriesQuery(api)),
]);

/**
 * Exemptions screen: rows that the budget doesn't count, each with a restore action (docs/reference/product.md, "Budget
 * screens").
 */
export function Component() {
  const budgetId = useBudgetId();
  const { data: budget } = useBudget(budgetId);
  const { view } = useListView(readExemptView);
  return (
    // A budget that arrives late remounts the page, so nothing shifts.
    <div key={budget?.budgetId ?? "loading"} className={styles.page}>
      <DocumentHead
        title={budget === undefined ? "Exemptions" : `Exemptions, ${budget.budgetName}`}
        description="Transactions that a budget doesn’t count."
        isPrivate
      />
      <RowsHeader title="Exemptions" budget={budget} exportHref={exportHref(budgetId, view, true)} />
      <Rows budgetId={budgetId} />
    </div>
  );
}

function Rows({ budgetId }: { budgetId: number }) {
  const api = useApi();
  const list = useListView(readExemptView);
  const { view } = list;
  const query = useQuery({
    ...budgetRowsQuery(api, budgetId, rowsInput(view, true)),
    throwOnError: endsScreen,
  });
  const { data } = query;
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const rows = data?.excludedTransactions ?? [];
  const filter = matchingFilter(view, true);
  const all = { budgetId, filter };
  const total = data?.total ?? 0;
  const state = useRowList({ list, query, total, filter, all, actsOf: rowActs(budgetId) });
  const { perform, acts, isPending } = state.actions;

  return (
    <>
      <ListFilters
        searchWidth="half"
        list={list}
        placeholder={rowWords}
        active={[daysFilter(view)]}
        searchRef={state.search.ref}
      />
      <RowCount total={data?.total} skeleton="10 transactions" />
      <RowsTable
        caption="Exempt transactions"
        columns={exemptionColumns}
        rows={rows}
        state={state}
        empty={isFiltered(view) ? undefined : <NoExemptions />}
        menuOf={(row) => [
          {
            id: "restore",
            label: "Restore",
            icon: "undo",
            onAction: () => perform(acts.restoreOne(row)),
          },
        ]}
        categories={categories}
        tools={
          <div className={styles.controls}>
            <AllMatching state={state} rows={rows} />
            <Button
              icon="undo"
              disabled={state.selection.count === 0}
              isPending={isPending}
              onClick={() =>
                state.changeSelected("Couldn’t restore the transactions.", (chosen) =>
                  acts.setExempt(chosen, false),
                )
              }
            >
              Restore
            </Button>
          </div>
        }
      />
    </>
  );
}

function NoExemptions() {
  return (
    <EmptyState title="No exemptions yet" icon="filter">
      Transactions you exempt, such as transfers or shared bills, appear here. Restore one to count it again.
    </EmptyState>
  );
}
