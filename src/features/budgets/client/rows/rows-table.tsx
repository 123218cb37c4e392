import type { UseQueryResult } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode, type RefObject } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { QueryError } from "#client/query-error.tsx";
import { focusHeadingWhenLost } from "#client/routing/focus-when-lost.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import { useReadOnlyReason } from "#ui/read-only.ts";
import { DataTable, type DataTableProps } from "#ui/table/data-table.tsx";
import { DecideMaybe } from "../matching/maybe-same.tsx";
import { maybeDecision, useMatching } from "../matching/use-matching.tsx";
import { useRowParts } from "../parts/use-row-parts.tsx";
import { ChooseCategory, rowId, rowLabel, suggestionOf, ToggleParts } from "./row-cells.tsx";
import type { ChosenCategory } from "./row-acts.ts";
import { useTypedActions } from "../typed/typed-acts.ts";
import { ledgerActions, payeeActions, sortingAgain, type PayeeDialog } from "./transaction-actions.ts";
import type { LedgerActions } from "./use-row-actions.ts";
import type { Done } from "#client/use-undoable.ts";
import { useRowKeys } from "./use-row-keys.ts";
import type { CategoryOption } from "./choosing/use-category-choice.ts";
import { focusCell, focusedRowId, useRowPicker } from "./choosing/use-row-picker.tsx";

// The dialogs load on first use.
const TypedDialog = lazyDialog(async () => (await import("../typed/typed-dialog.tsx")).TypedDialog);
const RowDialog = lazyDialog(async () => (await import("../rules/row-dialog.tsx")).RowDialog);

/** A row and the dialog about its payee. */
type OpenRow = { kind: PayeeDialog; row: TransactionView };

type CategoryActions = LedgerActions & {
  isPending: boolean;
  acts: { categorize: (rows: { ids: readonly number[] }, category: ChosenCategory) => Promise<Done> };
};

type RowsTableProps = Required<Pick<DataTableProps<TransactionView>, "columns" | "rows" | "server">> & {
  selection: NonNullable<DataTableProps<TransactionView>["selection"]>;
  query: Pick<UseQueryResult, "data" | "error" | "isPending" | "isFetching" | "refetch">;
  /** The query failed because of its filter, which the empty state explains. */
  isGone?: boolean;
  empty: ReactNode;
  actions: CategoryActions;
  /** Items at the top of a row's menu. */
  menuOf?: (row: TransactionView) => MenuAction[];
  /** Categories to choose, and none. */
  options: readonly CategoryOption[];
  region: RefObject<HTMLDivElement | null>;
  /** Focuses the category field of the selected rows. */
  focusChooser: () => void;
  /** Shortcuts of the screen. */
  keys: Readonly<Record<string, () => void>>;
  /** Runs when a category was chosen in a row. */
  onCategorized?: (row: TransactionView, category: ChosenCategory) => void;
};

/** Table of transactions, whose categories are chosen in their cells, with a menu for each row. */
export function RowsTable(props: RowsTableProps) {
  const { columns, rows, server, selection, query, actions, region, options } = props;
  const { perform, acts, isPending } = actions;
  const { dialog: matchDialog, ...matching } = useMatching(actions);
  const [open, setOpen] = useState<OpenRow | null>(null);
  const [edited, setEdited] = useState<TransactionView | null>(null);
  const typed = useTypedActions(perform, setEdited);
  const parts = useRowParts(actions, options);
  const isReadOnly = useReadOnlyReason() !== null;
  const picker = useRowPicker({
    rows,
    options,
    region,
    onNotForPayee: (row, ruleId) =>
      perform(acts.notForPayee(row.transactionId, ruleId, () => setOpen({ kind: "rule", row }))),
    onSortAgain: (row) => perform(sortingAgain(row, acts)),
    onChoose(row, category, isAlways) {
      const { transactionId } = row;
      if (isAlways)
        perform(acts.always(transactionId, { field: "category", value: category.id }, category.words));
      else choose(row, category);
    },
  });

  function choose(row: TransactionView, category: ChosenCategory): void {
    perform(
      {
        failedText: "Couldn’t save the category.",
        run: () => acts.categorize({ ids: [row.transactionId] }, category),
      },
      () => {
        if (category.id !== uncategorizedId) props.onCategorized?.(row, category);
      },
    );
  }

  function takeSuggestion(row: TransactionView): void {
    const suggestion = suggestionOf(row);
    if (suggestion === undefined || isPending || isReadOnly) return;
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
    if ((selection.count ?? selection.selected.size) > 0 || id === undefined) props.focusChooser();
    else openRow(id);
  }
  useRowKeys({ region, keys: { c: chooseCategory, a: takeNext, ...props.keys } });

  return (
    <>
      <div ref={region} tabIndex={-1}>
        <ChooseCategory value={isReadOnly ? null : { open: picker.open, take: takeSuggestion }}>
          <ToggleParts value={parts.opener}>
            <DecideMaybe value={maybeDecision(actions)}>
              <DataTable
                caption="Transactions"
                isCaptionHidden
                columns={columns}
                rows={rows}
                rowId={rowId}
                rowLabel={rowLabel}
                server={server}
                selection={selection}
                rowActions={(row) => [
                  ...(props.menuOf?.(row) ?? []),
                  ...typed(row),
                  ...parts.menuOf(row),
                  ...ledgerActions(row, { ...actions, ...matching }),
                  ...payeeActions(row, actions, (kind) => setOpen({ kind, row })),
                ]}
                details={parts.detailsOf}
                isLoading={query.isPending}
                isRefreshing={query.isFetching}
                error={
                  query.data === undefined && query.error !== null && props.isGone !== true ? (
                    <QueryError title="Couldn’t load the transactions" query={query} />
                  ) : undefined
                }
                empty={props.empty}
              />
            </DecideMaybe>
          </ToggleParts>
        </ChooseCategory>
      </div>
      {picker.dialog}
      {matchDialog}
      {parts.dialog}
      {/* A boundary of its own keeps the rows visible while the dialog's code loads. */}
      <Suspense fallback={null}>
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
      </Suspense>
    </>
  );
}
