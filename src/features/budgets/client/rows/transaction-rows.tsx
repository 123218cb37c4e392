import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { isAboutAccess } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/money-text.ts";
import { tableServer } from "#client/table-view.ts";
import { QueryError } from "#client/query-error.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { SkeletonWords } from "#ui/status/skeleton.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { AllMatching } from "./all-matching.tsx";
import { AlwaysHint } from "./always-hint.tsx";
import { transactionsText } from "../estimate/budget-progress.ts";
import { budgetRowsQuery, categoriesQuery } from "../budget-queries.ts";
import styles from "./budget-rows.module.css";
import { NoRows } from "./no-rows.tsx";
import { rowId, rowLabel, transactionColumns } from "./row-cells.tsx";
import { RowFailure } from "./row-failure.tsx";
import { RowFilters } from "./row-filters.tsx";
import { isFiltered, rowsInput } from "./rows-view.ts";
import { payeeActions, transactionActions, type PayeeDialog } from "./transaction-actions.ts";
import { TransactionTools } from "./transaction-tools.tsx";
import { focusRows, useFocusTarget } from "./row-focus.ts";
import { TransferTray } from "../transfers/transfer-tray.tsx";
import { usePageInRange, useRowsView } from "./use-rows-view.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useCategorizing } from "./use-categorizing.ts";
import { useMatching } from "../transfers/use-matching.tsx";
import { useNewCategory } from "./use-new-category.tsx";

const RowDialog = lazy(async () => ({ default: (await import("../rules/row-dialog.tsx")).RowDialog }));

/** A row and the dialog about its payee. */
type OpenRow = { kind: PayeeDialog; row: TransactionView };

/** Rows of the view in the URL, with their actions and messages. */
export function TransactionRows({ budgetId }: { budgetId: number }) {
  const api = useApi();
  const [view, change] = useRowsView();
  const rows = useQuery({
    ...budgetRowsQuery(api, budgetId, rowsInput(view, false)),
    throwOnError: isAboutAccess,
  });
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const total = rows.data?.total ?? 0;
  const list = rows.data?.transactions ?? [];
  const region = useRef<HTMLDivElement>(null);
  const categorizing = useCategorizing({ budgetId, view, total, categories, region });
  const { selection, actions, justDone } = categorizing;
  const { match, dialog: matchDialog } = useMatching(actions);
  /** Dialog opened from a row's menu. */
  const [open, setOpen] = useState<OpenRow | null>(null);
  usePageInRange(view, rows.isPlaceholderData ? undefined : rows.data?.total, change);
  const search = useFocusTarget();
  const chooser = useFocusTarget();
  const newCategory = useNewCategory(chooser, categorizing.choose);
  useRowKeys({
    region,
    keys: { c: chooser.focus, e: categorizing.exempt, f: search.focus },
  });

  return (
    <>
      <TransferTray budgetId={budgetId} onClosed={() => focusRows(region.current)} />
      <RowFilters view={view} change={change} categories={categories} searchRef={search.ref} />
      <RowsSum answer={rows.data} />
      <RowFailure failure={actions.failure} isPending={actions.isPending} />
      {justDone === null ? null : (
        <AlwaysHint
          key={justDone.transactionId}
          row={justDone}
          isPending={actions.isPending}
          onDismiss={categorizing.dismissAlways}
          onAccept={categorizing.acceptAlways}
        />
      )}
      <div ref={region} tabIndex={-1}>
        <DataTable
          caption="Transactions"
          isCaptionHidden
          columns={transactionColumns}
          rows={list}
          rowId={rowId}
          rowLabel={rowLabel}
          server={tableServer(view, total, change)}
          selection={{
            selected: selection.shown(list),
            count: selection.count,
            onChange: selection.select,
            actions: (
              <TransactionTools
                options={categorizing.options}
                category={categorizing.category}
                onChoose={categorizing.choose}
                count={selection.count}
                isLoading={rows.isPending}
                isPending={actions.isPending}
                onSave={categorizing.save}
                onExempt={categorizing.exempt}
                onCreate={newCategory.create}
                chooserRef={chooser.ref}
              >
                <AllMatching selection={selection} rows={list} total={total} />
              </TransactionTools>
            ),
          }}
          rowActions={(row) => [
            ...transactionActions(row, { ...actions, match }),
            ...payeeActions(row, actions, (kind) => setOpen({ kind, row })),
          ]}
          isLoading={rows.isPending}
          isRefreshing={rows.isFetching}
          error={
            rows.data === undefined && rows.error !== null ? (
              <QueryError title="Couldn’t load the transactions" query={rows} />
            ) : undefined
          }
          empty={<NoRows change={change} isFiltered={isFiltered(view)} />}
        />
      </div>
      {matchDialog}
      {newCategory.dialog}
      {/* A boundary of its own keeps the rows visible while the dialog's code loads. */}
      <Suspense fallback={null}>
        {open === null ? null : <RowDialog {...open} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

type RowsAnswer = { total: number; sum: number; isoCurrencyCode: string };

/** Number of matching rows and their spending, the same figures as on the Estimate screen. */
function RowsSum({ answer }: { answer: RowsAnswer | undefined }) {
  return (
    <p className={styles.sum} aria-live="polite">
      {answer === undefined ? (
        <SkeletonWords>100 transactions · $1,000.00 counted as spending</SkeletonWords>
      ) : (
        <>
          <strong>{transactionsText(answer.total)}</strong>
          {" · "}
          <strong>{moneyText(answer.sum, answer.isoCurrencyCode)}</strong> counted as spending
        </>
      )}
    </p>
  );
}
