import { useQuery } from "@tanstack/react-query";
import { Fragment, lazy, Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import { failureWords, requestIdOf } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { memberLoader } from "#client/routing/member-loader.ts";
import { paths } from "#client/routing/paths.ts";
import { dateInZone, monthOf, monthWords } from "#shared/time/plain-dates.ts";
import { Button, buttonClassName } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { Icon } from "#ui/icon.tsx";
import type { IncomeSourceListItem } from "../../contract.ts";
import { readMonth, useAccountHead, useIncomeMonth, useItemId, useMonthOfPage } from "../account-of-page.ts";
import { focusWhenLost } from "#client/routing/focus-when-lost.ts";
import { RequestFailedDialog } from "#client/request-failed-dialog.tsx";
import { useUndoable } from "#client/use-undoable.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { firstMonthOf } from "./income-bars.ts";
import { IncomeChart } from "./income-chart.tsx";
import { deleteSource } from "../income-acts.ts";
import styles from "./income-page.module.css";
import { incomeByMonthQuery, monthOfEntry, suggestionsQuery, reloadIncome } from "../income-queries.ts";
import { IncomeSourcesTable } from "../sources/income-sources-table.tsx";
import { deletionConsequences } from "./income-status.ts";
import { IncomeSummary } from "./income-summary.tsx";
import { MonthSteps } from "./month-steps.tsx";
import { SuggestionsPanel } from "../payments/suggestions-panel.tsx";

// Forms, date pickers and schemas come when they are first asked for.
const SourceDialog = lazy(async () => ({
  default: (await import("../sources/source-dialog.tsx")).SourceDialog,
}));
const PaymentHistoryDialog = lazy(async () => ({
  default: (await import("../payments/payment-history-dialog.tsx")).PaymentHistoryDialog,
}));
const CalendarFeedDialog = lazy(async () => ({
  default: (await import("../rent-roll/calendar-feed-dialog.tsx")).CalendarFeedDialog,
}));

type Open =
  | { kind: "source"; incomeSourceId: number | null }
  | { kind: "history"; incomeSourceId: number; name: string }
  | { kind: "delete"; item: IncomeSourceListItem }
  | { kind: "calendar" };

/** The month itself comes with the shell; what stands below it is painted with it. */
export const loader = memberLoader("institutionAccessItemId", ({ api, config, search, first }, itemId) => {
  const currentMonth = monthOf(dateInZone(new Date(), config.timeZone));
  const month = readMonth(search.get("month")) ?? currentMonth;
  return [
    first(suggestionsQuery(api, itemId)),
    first(incomeByMonthQuery(api, itemId, firstMonthOf(month, currentMonth))),
  ];
});

/** What is due, what came and what is late in a month (docs/reference/product.md, "Income screens"). */
export function Component() {
  const api = useApi();
  const itemId = useItemId();
  const asked = useMonthOfPage();
  const head = useAccountHead(itemId);
  const income = useIncomeMonth(itemId, asked);
  const suggestions = useQuery(suggestionsQuery(api, itemId));
  const [open, setOpen] = useState<Open | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const acts = useUndoable({ renew: reloadIncome });
  const close = () => setOpen(null);
  const { data, error } = income;
  const month = asked ?? (data === undefined ? null : monthOfEntry(data.monthlyTimeline));

  function remove(item: IncomeSourceListItem) {
    setOpen(null);
    // The row that had the focus is gone: the page's heading takes it.
    acts.perform(deleteSource(api, item.incomeSource), () => focusWhenLost(heading.current));
  }

  return (
    <div className={styles.page}>
      <DocumentHead
        title={head.data === undefined ? "Income" : `Income, ${head.data.institutionName}`}
        description="What is due, what came in and what is late."
        isPrivate
      />
      <PageHeader
        title="Income"
        titleRef={heading}
        actions={
          <>
            <Button icon="calendar" onClick={() => setOpen({ kind: "calendar" })}>
              Calendar feed
            </Button>
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
        <MonthSteps itemId={itemId} month={month} isLoading={income.isPlaceholderData} />
      </PageHeader>
      {data === undefined && error !== null ? (
        <ErrorPanel
          title="The income could not be loaded"
          message={failureWords(error)}
          onRetry={() => void income.refetch()}
          isRetrying={income.isFetching}
          {...requestIdOf(error)}
        />
      ) : (
        // What loads leaves as a whole: nothing of it is pushed about by what comes.
        <Fragment key={data === undefined ? "loading" : "income"}>
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
      {/* Its own boundary: while a dialog's code is on its way the screen stays. */}
      <Suspense fallback={null}>
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
        {open?.kind === "calendar" ? <CalendarFeedDialog onClose={close} /> : null}
      </Suspense>
      {open?.kind === "delete" ? (
        <ConfirmDialog
          isOpen
          title={`Delete ${open.item.incomeSource.name}?`}
          confirmLabel="Delete source"
          consequences={deletionConsequences(open.item)}
          onConfirm={() => remove(open.item)}
          onCancel={close}
        >
          It can be brought back with its payments by Undo, as long as that is on show.
        </ConfirmDialog>
      ) : null}
      <RequestFailedDialog failure={acts.failure} isPending={acts.isPending} />
    </div>
  );
}

/** One array for all renders: the table keeps its rows while they are the same. */
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
          <Link to={paths.accountTransactions(itemId)} className={buttonClassName()} viewTransition>
            <Icon name="wallet" />
            See what came in
          </Link>
        </span>
      }
    >
      A source is money that you expect each month: a rent, a loan that is paid back, or anything else. Say
      what is due and when, and this screen tells what came and what is late.
    </EmptyState>
  );
}
