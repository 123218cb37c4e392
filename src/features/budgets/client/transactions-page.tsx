import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { failureWords, isAboutAccess, requestIdOf } from "#client/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { Button, buttonClassName } from "#ui/button.tsx";
import { Callout } from "#ui/callout.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { uncategorizedId } from "../domain/budget-rows.ts";
import type { BudgetView } from "../contract.ts";
import { AllMatching } from "./all-matching.tsx";
import { useBudget, useBudgetId } from "./budget-of-page.ts";
import { transactionsText } from "./budget-progress.ts";
import { budgetRowsQuery, categoriesQuery } from "./budget-queries.ts";
import styles from "./budget-rows.module.css";
import { moneyText } from "./money-text.ts";
import { NoRows } from "./no-rows.tsx";
import { rowId, rowLabel, transactionColumns } from "./row-cells.tsx";
import { exportHref } from "./row-export.ts";
import { RowFailure } from "./row-failure.tsx";
import { RowFilters } from "./row-filters.tsx";
import { isFiltered, rowsInput, type RowsView } from "./rows-view.ts";
import { SamePayeeHint, type SamePayee } from "./same-payee-hint.tsx";
import { tableServer } from "./table-server.ts";
import { transactionActions } from "./transaction-actions.ts";
import { chooserOptions, TransactionTools } from "./transaction-tools.tsx";
import { useFocusTarget } from "./use-focus-target.ts";
import { useRowActions } from "./use-row-actions.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useRowSelection } from "./use-row-selection.ts";
import { useRowsView } from "./use-rows-view.ts";

/** Rows of a budget that are not exempt, to be put into categories (SPEC section 2, "Budget Transactions screen"). */
export function Component() {
  const budgetId = useBudgetId();
  const { data: budget } = useBudget(budgetId);
  const [view] = useRowsView();
  return (
    <div className={styles.page}>
      <DocumentHead
        title={budget === undefined ? "Transactions" : `Transactions of ${budget.budgetName}`}
        description="The transactions of a budget."
        isPrivate
      />
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>Transactions</h1>
          <p className={styles.period}>
            {budget === undefined ? <Skeleton width="16rem" /> : `${budget.budgetName} · ${budget.dateRange}`}
          </p>
        </div>
        <div className={styles.headActions}>
          <a href={exportHref(budgetId, view, false)} download className={buttonClassName()}>
            <Icon name="download" />
            Export CSV
          </a>
        </div>
      </header>
      <Rows budgetId={budgetId} budget={budget} />
    </div>
  );
}

type RowsProps = { budgetId: number; budget: BudgetView | undefined };

function Rows({ budgetId, budget }: RowsProps) {
  const api = useApi();
  const [view, change] = useRowsView();
  const rows = useQuery({
    ...budgetRowsQuery(api, budgetId, rowsInput(view, false)),
    throwOnError: isAboutAccess,
  });
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const total = rows.data?.total ?? 0;
  const list = rows.data?.transactions ?? [];
  const selection = useRowSelection(view, false, total);
  const actions = useRowActions(budgetId);
  const { act, calls } = actions;
  const [category, setCategory] = useState<number | null>(null);
  const [same, setSame] = useState<SamePayee | null>(null);
  const options = useMemo(() => chooserOptions(categories), [categories]);
  const region = useRef<HTMLDivElement>(null);
  const search = useFocusTarget();
  const chooser = useFocusTarget();

  function categoryName(id: number): string {
    return options.find((option) => option.id === id)?.label ?? "a category";
  }

  function save() {
    if (category === null || selection.count === 0) return;
    const [only, ...others] = selection.isAll ? [] : [...selection.ids];
    const words = category === uncategorizedId ? "no category" : categoryName(category);
    act({
      failed: "The category could not be saved.",
      run: () => calls.categorize(selection.choice(), category, words),
      onDone: () => {
        selection.clear();
        setCategory(null);
        const isOne = only !== undefined && others.length === 0 && category !== uncategorizedId;
        setSame(
          isOne ? { transactionId: Number(only), financialCategoryId: category, categoryName: words } : null,
        );
      },
    });
  }

  function exempt() {
    if (selection.count === 0) return;
    act({
      failed: "The rows could not be exempted.",
      run: () => calls.setExempt(selection.choice(), true),
      onDone: selection.clear,
    });
  }

  useRowKeys({
    region,
    keys: { c: chooser.focus, e: exempt, f: search.focus },
  });

  return (
    <>
      <Hints
        budget={budget}
        view={view}
        isPending={actions.isPending}
        onAcceptTransfers={() =>
          act({ failed: "The transfers could not be exempted.", run: () => calls.acceptTransfers() })
        }
        onShow={() => change({ show: "transfers" })}
      />
      <RowFilters view={view} change={change} categories={categories} searchRef={search.ref} />
      <p className={styles.sum} aria-live="polite">
        {rows.data === undefined ? (
          <Skeleton width="14rem" />
        ) : (
          <>
            <strong>{transactionsText(total)}</strong>
            {" · "}
            <strong>{moneyText(rows.data.sum, rows.data.isoCurrencyCode)}</strong> of spending in the totals
          </>
        )}
      </p>
      <RowFailure failure={actions.failure} isPending={actions.isPending} />
      {same === null ? null : (
        <SamePayeeHint
          key={same.transactionId}
          budgetId={budgetId}
          same={same}
          isPending={actions.isPending}
          onDismiss={() => setSame(null)}
          onAccept={(ids) =>
            act({
              failed: "The category could not be saved.",
              run: () => calls.categorize({ ids }, same.financialCategoryId, same.categoryName),
              onDone: () => setSame(null),
            })
          }
        />
      )}
      <div ref={region}>
        <DataTable
          caption="Transactions"
          isCaptionHidden
          columns={transactionColumns}
          rows={list}
          rowId={rowId}
          rowLabel={rowLabel}
          server={tableServer(view, total, change)}
          selection={{
            selected: selection.ids,
            onChange: selection.select,
            actions: (
              <>
                <TransactionTools
                  options={options}
                  category={category}
                  onChoose={setCategory}
                  count={selection.count}
                  isLoading={rows.isPending}
                  isPending={actions.isPending}
                  onSave={save}
                  onExempt={exempt}
                  chooserRef={chooser.ref}
                />
                <AllMatching selection={selection} rows={list} total={total} />
              </>
            ),
          }}
          rowActions={(row) => transactionActions(row, actions)}
          isLoading={rows.isPending}
          isRefreshing={rows.isFetching}
          error={
            rows.data === undefined && rows.error !== null ? (
              <ErrorPanel
                title="The transactions could not be loaded"
                message={failureWords(rows.error)}
                onRetry={() => void rows.refetch()}
                isRetrying={rows.isFetching}
                {...requestIdOf(rows.error)}
              />
            ) : undefined
          }
          empty={<NoRows change={change} isFiltered={isFiltered(view)} />}
        />
      </div>
    </>
  );
}

type HintsProps = {
  budget: BudgetView | undefined;
  view: RowsView;
  isPending: boolean;
  onAcceptTransfers: () => void;
  onShow: () => void;
};

/** FINANCE section 3: what looks like a transfer counts until the person accepts that it is one. */
function Hints({ budget, view, isPending, onAcceptTransfers, onShow }: HintsProps) {
  const count = budget?.transferSuggestions.count ?? 0;
  if (count === 0) return null;
  return (
    <Callout
      title={count === 1 ? "1 looks like a transfer" : `${count.toLocaleString("en-US")} look like transfers`}
      action={
        <div className={styles.headActions}>
          {view.show === "transfers" ? null : (
            <Button size="small" onClick={onShow}>
              Show {count === 1 ? "it" : "them"}
            </Button>
          )}
          <Button size="small" variant="primary" isPending={isPending} onClick={onAcceptTransfers}>
            Exempt {count === 1 ? "it" : "all"}
          </Button>
        </div>
      }
    >
      They count as spending until you exempt them.
    </Callout>
  );
}
