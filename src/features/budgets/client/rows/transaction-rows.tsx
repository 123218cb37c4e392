import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { tableServer } from "#client/table-view.ts";
import { SkeletonWords } from "#ui/status/skeleton.tsx";
import { AllMatching } from "./all-matching.tsx";
import { AlwaysHint } from "./choosing/always-hint.tsx";
import { transactionsText } from "../estimate/budget-progress.ts";
import { budgetRowsQuery, categoriesQuery } from "../budget-queries.ts";
import styles from "./budget-rows.module.css";
import { NoRows } from "./no-rows.tsx";
import { transactionColumns } from "./row-cells.tsx";
import { RowsTable } from "./rows-table.tsx";
import { RowFailure } from "./row-failure.tsx";
import { RowFilters } from "./filters/row-filters.tsx";
import { isFiltered, rowsInput } from "./filters/rows-view.ts";
import { exemptAction } from "./transaction-actions.ts";
import { TransactionTools } from "./transaction-tools.tsx";
import { focusRows, useFocusTarget } from "./row-focus.ts";
import { TransferTray } from "../transfers/transfer-tray.tsx";
import { usePageInRange, useRowsView } from "./filters/use-rows-view.ts";
import { useCategorizing } from "./choosing/use-categorizing.ts";
import { useNewCategory } from "./choosing/use-new-category.tsx";

/** Rows of the view in the URL, with their actions and messages. */
export function TransactionRows({ budgetId }: { budgetId: number }) {
  const api = useApi();
  const [view, change] = useRowsView();
  const rows = useQuery({
    ...budgetRowsQuery(api, budgetId, rowsInput(view, false)),
    throwOnError: endsScreen,
  });
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const total = rows.data?.total ?? 0;
  const list = rows.data?.transactions ?? [];
  const region = useRef<HTMLDivElement>(null);
  const categorizing = useCategorizing({ budgetId, view, total, categories, region });
  const { selection, actions, justDone } = categorizing;
  usePageInRange(view, rows.isPlaceholderData ? undefined : rows.data?.total, change);
  const search = useFocusTarget();
  const chooser = useFocusTarget();
  const newCategory = useNewCategory(chooser, categorizing.choose);

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
      <RowsTable
        columns={transactionColumns(view)}
        rows={list}
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
              actions={actions}
              onSave={categorizing.save}
              onExempt={categorizing.exempt}
              readIds={categorizing.readIds}
              onDone={selection.clear}
              onCreate={newCategory.create}
              chooserRef={chooser.ref}
            >
              <AllMatching selection={selection} rows={list} total={total} />
            </TransactionTools>
          ),
        }}
        query={rows}
        empty={<NoRows change={change} isFiltered={isFiltered(view)} />}
        actions={actions}
        menuOf={(row) => [exemptAction(row, actions)]}
        options={categorizing.options}
        region={region}
        focusChooser={chooser.focus}
        keys={{ e: categorizing.exempt, f: search.focus }}
      />
      {newCategory.dialog}
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
