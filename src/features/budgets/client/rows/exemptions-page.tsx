import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { itemLoader } from "#client/routing/member-loader.ts";
import { tableServer } from "#client/table-view.ts";
import { QueryError } from "#client/query-error.tsx";
import { Button } from "#ui/button.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { SkeletonWords } from "#ui/status/skeleton.tsx";
import { AllMatching } from "./all-matching.tsx";
import { useBudget, useBudgetId } from "../budget-of-page.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { budgetRowsQuery } from "../budget-queries.ts";
import { RowsHeader } from "./rows-header.tsx";
import styles from "./budget-rows.module.css";
import { focusRows, useFocusTarget } from "./row-focus.ts";
import { NoRows } from "./no-rows.tsx";
import { exemptionColumns, rowId, rowLabel } from "./row-cells.tsx";
import {
  exportHref,
  isFiltered,
  matchingFilter,
  readRowsView,
  rowsInput,
  type RowsView,
} from "./filters/rows-view.ts";
import { joinActions, kindActions, transferActions } from "./transaction-actions.ts";
import { RowFailure } from "./row-failure.tsx";
import { RowFilters } from "./filters/row-filters.tsx";
import { DecideMaybe } from "../matching/maybe-same.tsx";
import { maybeDecision, useMatching } from "../matching/use-matching.tsx";
import { usePageInRange, useRowsView } from "./filters/use-rows-view.ts";
import { rowActs } from "./row-acts.ts";
import { useRowActions } from "./use-row-actions.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useRowSelection } from "./use-row-selection.ts";

/** Loads the rows of the view in the URL. */
export const loader = itemLoader("budgetId", ({ api, search, first }, budgetId) => [
  first(budgetRowsQuery(api, budgetId, exemptInput(readRowsView(search)))),
]);

/** Drops filters that the list of exempt rows doesn't support. */
function exemptInput(view: RowsView) {
  return rowsInput({ ...view, show: null, category: null }, true);
}

/**
 * Exemptions screen: rows that the budget doesn't count, each with a restore action (docs/reference/product.md, "Budget
 * screens").
 */
export function Component() {
  const budgetId = useBudgetId();
  const { data: budget } = useBudget(budgetId);
  const [view] = useRowsView();
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
  const [view, change] = useRowsView();
  const rows = useQuery({
    ...budgetRowsQuery(useApi(), budgetId, exemptInput(view)),
    throwOnError: endsScreen,
  });
  const total = rows.data?.total ?? 0;
  const list = rows.data?.excludedTransactions ?? [];
  const selection = useRowSelection(matchingFilter({ ...view, show: null, category: null }, true), total);
  const region = useRef<HTMLDivElement>(null);
  const actions = useRowActions(rowActs(budgetId), () => focusRows(region.current));
  const { perform, acts } = actions;
  const { dialog: matchDialog, ...matching } = useMatching(actions);
  usePageInRange(view, rows.isPlaceholderData ? undefined : rows.data?.total, change);
  const search = useFocusTarget();
  useRowKeys({ region, keys: { f: search.focus } });

  function restore() {
    if (selection.count === 0 || actions.isPending) return;
    perform(
      {
        failedText: "Couldn’t restore the transactions.",
        run: () => acts.setExempt(selection.choice(), false),
      },
      selection.clear,
    );
  }

  return (
    <>
      <RowFilters view={view} change={change} categories={[]} isSearchOnly searchRef={search.ref} />
      <p className={styles.sum} aria-live="polite">
        {rows.data === undefined ? (
          <SkeletonWords>10 transactions</SkeletonWords>
        ) : (
          <strong>{transactionsText(total)}</strong>
        )}
      </p>
      <RowFailure failure={actions.failure} isPending={actions.isPending} />
      <div ref={region} tabIndex={-1}>
        <DecideMaybe value={maybeDecision(actions)}>
          <DataTable
            caption="Exempt transactions"
            isCaptionHidden
            columns={exemptionColumns}
            rows={list}
            rowId={rowId}
            rowLabel={rowLabel}
            server={tableServer(view, total, change)}
            selection={{
              selected: selection.shown(list),
              count: selection.count,
              onChange: selection.select,
              actions: (
                <div className={styles.controls}>
                  <AllMatching selection={selection} rows={list} total={total} />
                  <Button
                    icon="undo"
                    disabled={selection.count === 0}
                    isPending={actions.isPending}
                    onClick={restore}
                  >
                    Restore
                  </Button>
                </div>
              ),
            }}
            rowActions={(row) => [
              {
                id: "restore",
                label: "Restore",
                icon: "undo",
                onAction: () =>
                  perform({
                    failedText: `Couldn’t restore ${row.payee}.`,
                    run: () => acts.restoreOne(row.transactionId, row.payee),
                  }),
              },
              ...kindActions(row, actions),
              ...transferActions(row, { ...actions, ...matching }),
              ...joinActions(row, { ...actions, ...matching }),
            ]}
            isLoading={rows.isPending}
            isRefreshing={rows.isFetching}
            error={
              rows.data === undefined && rows.error !== null ? (
                <QueryError title="Couldn’t load the exemptions" query={rows} />
              ) : undefined
            }
            empty={isFiltered(view) ? <NoRows change={change} isFiltered /> : <NoExemptions />}
          />
        </DecideMaybe>
      </div>
      {matchDialog}
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
