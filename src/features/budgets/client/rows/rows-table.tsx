import { useState, type ReactNode } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { QueryError } from "#client/query-error.tsx";
import { focusHeadingWhenLost } from "#ui/focus/focus-when-lost.ts";
import { tableServer } from "#client/table-view.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import { useReadOnlyReason } from "#ui/read-only.ts";
import { DataTable, type DataTableProps } from "#ui/table/data-table.tsx";
import type { FinancialCategory } from "../../contract.ts";
import { DecideMaybe } from "../matching/maybe-same.tsx";
import { maybeDecision, useMatching } from "../matching/use-matching.tsx";
import { useRowParts } from "../parts/use-row-parts.tsx";
import { ChooseCategory, rowId, rowLabel, suggestionOf, ToggleParts } from "./row-cells.tsx";
import type { ChosenCategory } from "./row-acts.ts";
import { useTypedActions } from "../typed/typed-acts.ts";
import { NoMatches } from "./filters/no-matches.tsx";
import { RowFailure } from "./row-failure.tsx";
import { useFocusTarget } from "./row-focus.ts";
import { ledgerActions, payeeActions, type PayeeDialog } from "./transaction-actions.ts";
import { TransactionTools } from "./transaction-tools.tsx";
import type { RowList } from "./use-row-list.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { AlwaysHint } from "./choosing/always-hint.tsx";
import { useCategorizing } from "./choosing/use-categorizing.ts";
import { useNewCategory } from "./choosing/use-new-category.tsx";
import { focusCell, focusedRowId, useRowPicker } from "./choosing/use-row-picker.tsx";

// The dialogs load on first use.
const TypedDialog = lazyDialog(async () => (await import("../typed/typed-dialog.tsx")).TypedDialog);
const RowDialog = lazyDialog(async () => (await import("../rules/row-dialog.tsx")).RowDialog);

/** A row and the dialog about its payee. */
type OpenRow = { kind: PayeeDialog; row: TransactionView };

type RowsTableProps = Pick<DataTableProps<TransactionView>, "columns" | "rows"> & {
  state: RowList;
  caption?: string;
  /** The list waits for more than its rows. */
  isLoading?: boolean;
  /** The query failed because of its filter, which the empty state explains. */
  isGone?: boolean;
  /** Shows without rows; undefined if the filters hide them. */
  empty: ReactNode;
  /** Items at the top of a row's menu. */
  menuOf?: (row: TransactionView) => MenuAction[];
  categories: readonly FinancialCategory[];
  /** Exempts the selected rows. */
  onExempt?: () => void;
  /** Actions on the selected rows instead of a category's and a kind's, for rows that count in no category. */
  tools?: ReactNode;
};

/**
 * Table of transactions with a menu for each row and actions on the selected ones. Categories are chosen in the rows' cells,
 * unless the rows count in none.
 */
export function RowsTable(props: RowsTableProps) {
  const { columns, rows, state, caption = "Transactions", categories, onExempt, tools } = props;
  const { list, query, total, region, selection, actions } = state;
  const { perform, acts, isPending } = actions;
  const isLoading = props.isLoading ?? query.isPending;
  const categorizing = useCategorizing(state, categories);
  const { options, justDone } = categorizing;
  const chooser = useFocusTarget();
  const newCategory = useNewCategory(chooser, categorizing.choose);
  const { dialog: matchDialog, ...matching } = useMatching(actions);
  const [open, setOpen] = useState<OpenRow | null>(null);
  const [edited, setEdited] = useState<TransactionView | null>(null);
  const typed = useTypedActions(perform, setEdited);
  const parts = useRowParts(actions, options);
  const canChoose = useReadOnlyReason() === null && tools === undefined;
  const picker = useRowPicker({
    rows,
    options,
    region,
    onNotForPayee: (row, ruleId) =>
      perform(acts.notForPayee(row.transactionId, ruleId, () => setOpen({ kind: "rule", row }))),
    onSortAgain: (row) => perform(acts.sortAgain(row)),
    onChoose(row, category, isAlways) {
      const { transactionId } = row;
      if (isAlways)
        perform(acts.always(transactionId, { field: "category", value: category.id }, category.words));
      else choose(row, category);
    },
  });

  function choose(row: TransactionView, category: ChosenCategory): void {
    perform({
      failedText: "Couldn’t save the category.",
      run: () => acts.categorize({ ids: [row.transactionId] }, category),
    });
  }

  function takeSuggestion(row: TransactionView): void {
    const suggestion = suggestionOf(row);
    if (suggestion === undefined || isPending || !canChoose) return;
    // The chip goes.
    focusCell(region.current, row.transactionId);
    choose(row, { id: suggestion.financialCategoryId, words: suggestion.name });
  }

  function takeNext(): void {
    const id = focusedRowId();
    const open = rows.filter((row) => suggestionOf(row) !== undefined);
    const row = open.find(({ transactionId }) => transactionId === id) ?? open[0];
    if (row !== undefined) takeSuggestion(row);
  }

  function openRow(id: number): void {
    const row = rows.find(({ transactionId }) => transactionId === id);
    if (row !== undefined && row.parts.length > 0) parts.split(row);
    else picker.open(id);
  }

  function chooseCategory(): void {
    const id = focusedRowId() ?? rows[0]?.transactionId;
    if (selection.count > 0 || id === undefined) chooser.focus();
    else openRow(id);
  }
  useRowKeys({
    region,
    keys: {
      f: state.search.focus,
      ...(tools === undefined ? { c: chooseCategory, a: takeNext } : {}),
      ...(onExempt === undefined ? {} : { e: onExempt }),
    },
  });

  return (
    <>
      <RowFailure failure={actions.failure} isPending={isPending} />
      {justDone === null ? null : (
        <AlwaysHint
          key={justDone.transactionId}
          row={justDone}
          isPending={isPending}
          onDismiss={categorizing.dismissAlways}
          onAccept={categorizing.acceptAlways}
        />
      )}
      <div ref={region} tabIndex={-1}>
        <ChooseCategory value={canChoose ? { open: picker.open, take: takeSuggestion } : null}>
          <ToggleParts value={parts.opener}>
            <DecideMaybe value={maybeDecision(actions)}>
              <DataTable
                caption={caption}
                isCaptionHidden
                columns={columns}
                rows={rows}
                rowId={rowId}
                rowLabel={rowLabel}
                server={tableServer(list.view, total, list.change)}
                selection={{
                  selected: selection.shown(rows),
                  count: selection.count,
                  onChange: selection.select,
                  actions: tools ?? (
                    <TransactionTools
                      state={state}
                      categorizing={categorizing}
                      isLoading={isLoading}
                      onExempt={onExempt}
                      onCreate={newCategory.create}
                      chooserRef={chooser.ref}
                      rows={rows}
                    />
                  ),
                }}
                rowActions={(row) => [
                  ...(props.menuOf?.(row) ?? []),
                  ...typed(row),
                  ...parts.menuOf(row),
                  ...ledgerActions(row, { ...actions, ...matching }),
                  ...payeeActions(row, actions, (kind) => setOpen({ kind, row })),
                ]}
                details={parts.detailsOf}
                isLoading={isLoading}
                isRefreshing={query.isFetching}
                error={
                  query.data === undefined && query.error !== null && props.isGone !== true ? (
                    <QueryError title="Couldn’t load the transactions" query={query} />
                  ) : undefined
                }
                empty={props.empty ?? <NoMatches onShowAll={() => list.showOnly()} />}
              />
            </DecideMaybe>
          </ToggleParts>
        </ChooseCategory>
      </div>
      {newCategory.dialog}
      {picker.dialog}
      {matchDialog}
      {parts.dialog}
      {edited === null ? null : (
        <TypedDialog
          row={edited}
          options={options}
          onClose={() => {
            setEdited(null);
            // Its row may have been deleted meanwhile.
            focusHeadingWhenLost();
          }}
        />
      )}
      {open === null ? null : <RowDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}
