import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { useListView, usePageInRange } from "#client/lists/list-view.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { itemLoader } from "#client/routing/member-loader.ts";
import { paths } from "#client/routing/paths.ts";
import { moneyText } from "#client/words/money-text.ts";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { readRouteId } from "#client/routing/route-id.ts";
import { pageSizes, tableServer } from "#client/table-view.ts";
import { calling, useUndoable, type Act } from "#client/use-undoable.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { QueryError } from "#client/query-error.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { dateText } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { ButtonLink } from "#ui/link.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import type { Api } from "#client/data/api.ts";
import { useAccountHead, useItemId } from "../account-of-page.ts";
import { deletePayment } from "../income-acts.ts";
import { inflowsQuery, reloadIncome } from "../income-queries.ts";
import { inflowColumns, isOnDeposit } from "./inflow-columns.tsx";
import { InflowFilters, NoInflows } from "./inflow-filters.tsx";
import { inflowsInput, readInflowsView } from "./inflows-view.ts";
import { LinkChooser, linkSourcesQuery, useLinkSources } from "../payments/link-chooser.tsx";
import { LinkRunStatus } from "../payments/link-run-status.tsx";
import { useLinkRun } from "../payments/use-link-run.ts";
import styles from "./income-transactions-page.module.css";

const rowId = ({ transactionId }: TransactionView) => String(transactionId);
const rowLabel = ({ payee, date, amount, isoCurrencyCode }: TransactionView) =>
  `${payee}, ${dateText(date)}, ${moneyText(amount, isoCurrencyCode)}`;
/** Returns true for a row that can be linked: not linked yet, not removed by the bank, and in a deposit account. */
const isLinkable = ({ incomePayment, removedByBank, account }: TransactionView) =>
  incomePayment === null && !removedByBank && isOnDeposit(account);

/** Loads the rows of the view in the URL and the sources to link them to. */
export const loader = itemLoader("institutionAccessItemId", ({ api, config, search, first }, itemId) => [
  first(inflowsQuery(api, itemId, inflowsInput(readInflowsView(search)))),
  first(linkSourcesQuery(api, itemId, dateInZone(new Date(), config.timeZone))),
]);

/** Income Transactions screen: deposits to link to income sources (docs/reference/product.md, "Income screens"). */
export function Component() {
  const api = useApi();
  const itemId = useItemId();
  const named = useNamedSource();
  const list = useListView(readInflowsView);
  const { view } = list;
  const inflows = useQuery({ ...inflowsQuery(api, itemId, inflowsInput(view)), throwOnError: endsScreen });
  const head = useAccountHead(itemId);
  const { data, error } = inflows;
  const rows = data?.transactions ?? noRows;
  usePageInRange(view, inflows.isPlaceholderData ? undefined : data?.total, list.change);
  const selection = useInflowSelection(rows);
  const sources = useLinkSources(itemId, named);
  const [choice, setChoice] = useState<{ named: number | null; id: number | null }>({ named, id: named });
  const link = useLinkRun((linked) => selection.drop(linked.map(({ transactionId }) => transactionId)));
  const acts = useUndoable({ renew: reloadIncome });
  // A new source in the URL replaces the chosen one.
  if (choice.named !== named) setChoice({ named, id: named });
  const source = sources.options.find(({ id }) => id === choice.id) ?? null;
  const isRunning = link.run.kind === "running";

  function save() {
    if (source !== null) link.start(selection.rows, { incomeSourceId: source.id, name: source.label });
  }

  function actionsOf(row: TransactionView): MenuAction[] {
    const { incomePayment, removedByBank, moveMarksTo } = row;
    const actions: MenuAction[] = [];
    if (removedByBank && moveMarksTo !== null) {
      const move = () => acts.perform(moveMarks(api, row, moveMarksTo));
      actions.push({
        id: "move",
        label: "Move the link to the new transaction",
        icon: "arrow-right",
        onAction: move,
      });
    }
    if (incomePayment !== null) {
      const label = `${moneyText(row.amount, row.isoCurrencyCode)} from ${incomePayment.incomeSourceName}`;
      const payment = { incomePaymentId: incomePayment.incomePaymentId, label };
      const unlink = () => acts.perform(deletePayment(api, payment, "unlink"));
      actions.push({ id: "unlink", label: "Unlink", icon: "undo", onAction: unlink });
    }
    if (removedByBank) {
      const dismiss = () => acts.perform(dismissRow(api, row));
      actions.push({
        id: "dismiss",
        label: "Remove from the list",
        icon: "trash",
        isDanger: true,
        onAction: dismiss,
      });
    }
    return actions;
  }

  return (
    <div className={styles.page}>
      <DocumentHead
        title={head.data === undefined ? "Transactions" : `Transactions, ${head.data.institutionName}`}
        description="Deposits and the income they pay."
        isPrivate
      />
      <PageHeader
        title="Transactions"
        intro="Match deposits to expected income."
        actions={
          <ButtonLink to={paths.transactions({ bank: itemId })} viewTransition>
            All transactions
          </ButtonLink>
        }
      />
      <InflowFilters list={list} />
      <LinkRunStatus run={link.run} onRetry={link.start} onDismiss={link.dismiss} />
      <DataTable
        caption="Transactions"
        isCaptionHidden
        columns={inflowColumns}
        rows={rows}
        rowId={rowId}
        rowLabel={rowLabel}
        pageSizes={pageSizes}
        server={tableServer(view, data?.total ?? 0, list.change)}
        selection={{
          selected: selection.ids,
          onChange: selection.change,
          isRowSelectable: isLinkable,
          actions: (
            <LinkChooser
              sources={sources}
              chosenId={source?.id ?? null}
              onChoose={(id) => setChoice({ named, id })}
              selectedCount={selection.rows.length}
              isRunning={isRunning}
              onSave={save}
            />
          ),
        }}
        rowActions={actionsOf}
        isLoading={inflows.isPending}
        isRefreshing={inflows.isFetching || acts.isPending}
        error={
          data === undefined && error !== null ? (
            <QueryError title="Couldn’t load the transactions" query={inflows} />
          ) : undefined
        }
        empty={
          <NoInflows itemId={itemId} named={named} view={view} hasAny={(head.data?.inflowCount ?? 0) > 0} />
        }
      />
      <RequestFailedDialog failure={acts.failure} isPending={acts.isPending} />
    </div>
  );
}

/** Returns the source in the URL ("Link Transactions" of the dashboard), which is preselected. */
function useNamedSource(): number | null {
  return readRouteId(useParams()["incomeSourceId"]);
}

/** Constant empty array, so that the table's rows stay the same between renders. */
const noRows: readonly TransactionView[] = [];

/** Keeps the selected rows with all that linking needs, across pages and searches. */
function useInflowSelection(pageRows: readonly TransactionView[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, TransactionView>>(new Map());

  function change(ids: ReadonlySet<string>): void {
    const known = new Map(pageRows.map((row) => [String(row.transactionId), row]));
    const next = new Map<string, TransactionView>();
    // Keeps the order of selection, in which they are linked.
    for (const id of [...[...chosen.keys()].filter((before) => ids.has(before)), ...ids]) {
      const row = known.get(id) ?? chosen.get(id);
      if (row !== undefined) next.set(id, row);
    }
    setChosen(next);
  }

  return {
    rows: [...chosen.values()],
    ids: new Set(chosen.keys()),
    change,
    drop: (transactionIds: readonly number[]) =>
      setChosen((before) => {
        const gone = new Set(transactionIds.map(String));
        return new Map([...before].filter(([id]) => !gone.has(id)));
      }),
  };
}

type RemovedRow = Pick<TransactionView, "transactionId" | "payee">;

/**
 * Moves the link of a row the bank removed to the row that is likely the same deposit (docs/reference/money.md, "Removed
 * rows").
 */
function moveMarks(api: Api, row: RemovedRow, toTransactionId: number): Act {
  const fromTransactionId = row.transactionId;
  return calling({
    call: () => api.post("/api/MoveTransactionMarks", { fromTransactionId, toTransactionId }),
    text: `Moved the link for ${row.payee} to the new transaction.`,
    failedText: `Couldn’t move the link for ${row.payee}.`,
    undo: restoreRow(api, row),
  });
}

/** Dismisses a removed row that is kept only for its link. */
function dismissRow(api: Api, row: RemovedRow): Act {
  return calling({
    call: () => api.post("/api/DismissRemovedTransaction", { transactionId: row.transactionId }),
    text: `Removed ${row.payee} from the list.`,
    failedText: `Couldn’t remove ${row.payee}.`,
    undo: restoreRow(api, row),
  });
}

function restoreRow(api: Api, { transactionId, payee }: RemovedRow): Act {
  return calling({
    call: () => api.post("/api/RestoreRemovedTransaction", { transactionId }),
    text: `Restored ${payee}.`,
    failedText: `Couldn’t restore ${payee}.`,
  });
}
