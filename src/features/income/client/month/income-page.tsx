import { useQuery } from "@tanstack/react-query";
import { Fragment, useCallback, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { itemLoader } from "#client/routing/member-loader.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { monthOf, monthWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { focusWhenLost } from "#ui/focus/focus-when-lost.ts";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { useUndoable } from "#client/use-undoable.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { QueryError } from "#client/query-error.tsx";
import type { IncomeSourceListItem } from "../../contract.ts";
import { readMonth, useAccountHead, useIncomeMonth, useItemId, useMonthOfPage } from "../account-of-page.ts";
import { firstMonthOf } from "./income-bars.ts";
import { IncomeChart } from "./income-chart.tsx";
import { deleteSource } from "../income-acts.ts";
import {
  detectedSourcesQuery,
  incomeByMonthQuery,
  monthOfEntry,
  suggestionsQuery,
  reloadIncome,
} from "../income-queries.ts";
import { CalendarFeedButton } from "../rent-roll/calendar-feed-button.tsx";
import { DetectedSources } from "../sources/detected-sources.tsx";
import { IncomeSourcesTable } from "../sources/income-sources-table.tsx";
import { deletionConsequences, outstandingOf } from "./income-status.ts";
import { IncomeSummary } from "./income-summary.tsx";
import { MonthSteps } from "./month-steps.tsx";
import { SuggestionsPanel } from "../payments/suggestions-panel.tsx";
import styles from "./income-page.module.css";

// Forms, date pickers, and schemas load on first use.
const SourceDialog = lazyDialog(async () => (await import("../sources/source-dialog.tsx")).SourceDialog);
const PaymentHistoryDialog = lazyDialog(
  async () => (await import("../payments/payment-history-dialog.tsx")).PaymentHistoryDialog,
);
const LinkPaymentSheet = lazyDialog(
  async () => (await import("../payments/link-payment-sheet.tsx")).LinkPaymentSheet,
);

type Open =
  | { kind: "source"; incomeSourceId: number | null }
  | { kind: "history"; incomeSourceId: number; name: string }
  | { kind: "pay"; incomeSourceId: number }
  | { kind: "delete"; item: IncomeSourceListItem };

/** Loads the panels below the month, which the shell loads. */
export const loader = itemLoader("institutionAccessItemId", ({ api, config, search, first }, itemId) => {
  const currentMonth = monthOf(dateInZone(new Date(), config.timeZone));
  const month = readMonth(search.get("month")) ?? currentMonth;
  return [
    first(detectedSourcesQuery(api, itemId)),
    first(suggestionsQuery(api, itemId)),
    first(incomeByMonthQuery(api, itemId, firstMonthOf(month, currentMonth))),
  ];
});

/** Income dashboard: what is due, paid, and overdue in a month (docs/reference/product.md, "Income screens"). */
export function Component() {
  const api = useApi();
  const { timeZone } = usePublicConfig();
  const itemId = useItemId();
  const asked = useMonthOfPage();
  const head = useAccountHead(itemId);
  const income = useIncomeMonth(itemId, asked);
  const suggestions = useQuery(suggestionsQuery(api, itemId));
  const [open, setOpen] = useOpenDialog();
  const heading = useRef<HTMLHeadingElement>(null);
  const acts = useUndoable({ renew: reloadIncome });
  const close = () => setOpen(null);
  const pay = useCallback(
    ({ incomeSource }: IncomeSourceListItem) =>
      setOpen({ kind: "pay", incomeSourceId: incomeSource.incomeSourceId }),
    [setOpen],
  );
  // What is offered stands above the rest, which waits for it, so that nothing moves.
  const offered = useQuery(detectedSourcesQuery(api, itemId));
  const { error } = income;
  const data = offered.isPending ? undefined : income.data;
  const month = asked ?? (data === undefined ? null : monthOfEntry(data.monthlyTimeline));

  const payable =
    open?.kind === "pay"
      ? data?.incomeSources.find(({ incomeSource }) => incomeSource.incomeSourceId === open.incomeSourceId)
      : undefined;

  function remove(item: IncomeSourceListItem) {
    setOpen(null);
    // The row that had focus is gone, so focus moves to the heading.
    acts.perform(deleteSource(api, item.incomeSource), () => focusWhenLost(heading.current));
  }

  return (
    <div className={styles.page}>
      <DocumentHead
        title={head.data === undefined ? "Income" : `Income, ${head.data.institutionName}`}
        description="What’s due, what’s paid, and what’s late."
        isPrivate
      />
      <PageHeader
        title="Income"
        titleRef={heading}
        actions={
          <>
            <ButtonLink to={paths.due(month === null ? {} : { month })} viewTransition>
              <Icon name="clock" />
              What’s due
            </ButtonLink>
            <CalendarFeedButton />
            <Button
              variant="primary"
              icon="plus"
              onClick={() => setOpen({ kind: "source", incomeSourceId: null })}
            >
              New
            </Button>
          </>
        }
      >
        <MonthSteps
          hrefOf={(to) => memberPaths.accountIncome(itemId, { month: to })}
          month={month}
          isLoading={income.isPlaceholderData}
        />
      </PageHeader>
      {data === undefined && error !== null ? (
        <QueryError title="Couldn’t load income" query={income} />
      ) : (
        // A new key replaces the loading state as a whole, so nothing shifts.
        <Fragment key={data === undefined ? "loading" : "income"}>
          {data === undefined ? null : (
            <DetectedSources
              itemId={itemId}
              today={dateInZone(new Date(income.dataUpdatedAt), timeZone)}
              onDone={() => focusWhenLost(heading.current)}
            />
          )}
          <IncomeSummary totals={data} />
          <IncomeSourcesTable
            items={data?.incomeSources ?? noItems}
            isLoading={data === undefined}
            isRefreshing={income.isFetching || acts.isPending}
            onEdit={({ incomeSource }) =>
              setOpen({ kind: "source", incomeSourceId: incomeSource.incomeSourceId })
            }
            onHistory={({ incomeSource: { incomeSourceId, name } }) =>
              setOpen({ kind: "history", incomeSourceId, name })
            }
            onDelete={(item) => setOpen({ kind: "delete", item })}
            onPay={pay}
            empty={
              <NoSources
                itemId={itemId}
                month={month}
                onNew={() => setOpen({ kind: "source", incomeSourceId: null })}
              />
            }
          />
          <SuggestionsPanel itemId={itemId} month={month} />
          {month === null || suggestions.isPending ? null : <IncomeChart itemId={itemId} month={month} />}
        </Fragment>
      )}
      {open?.kind === "source" ? (
        <SourceDialog
          itemId={itemId}
          incomeSourceId={open.incomeSourceId}
          isoCurrencyCode={data?.isoCurrencyCode ?? "USD"}
          onClose={close}
        />
      ) : null}
      {open?.kind === "history" ? (
        <PaymentHistoryDialog incomeSourceId={open.incomeSourceId} name={open.name} onClose={close} />
      ) : null}
      {payable === undefined || month === null ? null : (
        <LinkPaymentSheet
          source={payable.incomeSource}
          dueDate={payable.dueDate}
          outstanding={outstandingOf(payable)}
          month={month}
          onLink={(act) => {
            close();
            acts.perform(act);
          }}
          onClose={close}
        />
      )}
      {open?.kind === "delete" ? (
        <ConfirmDialog
          title={`Delete ${open.item.incomeSource.name}?`}
          confirmLabel="Delete source"
          consequences={deletionConsequences(open.item)}
          onConfirm={() => remove(open.item)}
          onCancel={close}
        >
          You can undo this for a day.
        </ConfirmDialog>
      ) : null}
      <RequestFailedDialog failure={acts.failure} isPending={acts.isPending} />
    </div>
  );
}

/** State of the open dialog; an address with `#pay-7` opens the payment of source 7, until it is closed. */
function useOpenDialog() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Open | null>(null);
  const incomeSourceId = Number(/^#pay-(\d+)$/.exec(hash)?.[1] ?? 0);
  const isFromAddress = incomeSourceId > 0;
  const open: Open | null = chosen ?? (isFromAddress ? { kind: "pay", incomeSourceId } : null);
  const setOpen = useCallback(
    (next: Open | null) => {
      setChosen(next);
      if (!isFromAddress) return;
      const { search } = globalThis.location;
      void navigate({ hash: "", search }, { replace: true, preventScrollReset: true });
    },
    [isFromAddress, navigate],
  );
  return [open, setOpen] as const;
}

/** Constant empty array, so that the table's rows stay the same between renders. */
const noItems: readonly IncomeSourceListItem[] = [];

type NoSourcesProps = { itemId: number; month: string | null; onNew: () => void };

function NoSources({ itemId, month, onNew }: NoSourcesProps) {
  return (
    <EmptyState
      title={month === null ? "Nothing is due" : `Nothing is due in ${monthWords(month)}`}
      headingLevel={3}
      icon="wallet"
      action={
        <span className={styles.actions}>
          <Button variant="primary" icon="plus" onClick={onNew}>
            New source
          </Button>
          <ButtonLink to={memberPaths.accountTransactions(itemId)} viewTransition>
            <Icon name="wallet" />
            See deposits
          </ButtonLink>
        </span>
      }
    >
      A source is money you expect every month, such as rent or a loan payment. Add what’s due and when, and
      see here what’s paid and what’s late.
    </EmptyState>
  );
}
