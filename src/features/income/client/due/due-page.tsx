import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { useApi } from "#client/app-context.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { focusWhenLost } from "#ui/focus/focus-when-lost.ts";
import { paths } from "#client/routing/paths.ts";
import { memberLoader } from "#client/routing/member-loader.ts";
import { useUndoable } from "#client/use-undoable.ts";
import { isLinked } from "#shared/banks.ts";
import { ofUnits } from "#shared/money.ts";
import { monthWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import type { ExpectedPeriod, IncomeSourceView } from "../../contract.ts";
import type { Direction } from "../../domain/income-source.ts";
import { readMonth } from "../account-of-page.ts";
import { deleteSource } from "../income-acts.ts";
import { detectedSourcesQuery, expectedQuery, reloadIncome, suggestionsQuery } from "../income-queries.ts";
import { CalendarFeedButton } from "../rent-roll/calendar-feed-button.tsx";
import { MonthSteps } from "../month/month-steps.tsx";
import { SuggestionsPanel } from "../payments/suggestions-panel.tsx";
import { BillsTable } from "./bills-table.tsx";
import { DetectedSources } from "../sources/detected-sources.tsx";
import { DueCalendar } from "./due-calendar.tsx";
import styles from "./due-page.module.css";
import { moneyText } from "#client/words/money-text.ts";
import { Card } from "#ui/card.tsx";

// Forms, date pickers, and schemas load on first use.
const SourceDialog = lazyDialog(async () => (await import("../sources/source-dialog.tsx")).SourceDialog);
const PaymentHistoryDialog = lazyDialog(
  async () => (await import("../payments/payment-history-dialog.tsx")).PaymentHistoryDialog,
);
const LinkPaymentSheet = lazyDialog(
  async () => (await import("../payments/link-payment-sheet.tsx")).LinkPaymentSheet,
);

type Open =
  | { kind: "new"; direction: Direction }
  | { kind: "edit" | "history" | "delete"; bill: IncomeSourceView }
  | { kind: "pay"; bill: IncomeSourceView; period: ExpectedPeriod };

/** Loads the month in the URL, or this one. */
export const loader = memberLoader(({ api, search, first }) => {
  const month = readMonth(search.get("month"));
  return [
    first(expectedQuery(api, month)),
    first(detectedSourcesQuery(api, null)),
    first(suggestionsQuery(api, null)),
    first(institutionsQuery(api)),
  ];
});

/** Shows bills and income due in a month on a calendar, and all bills (docs/reference/money.md, "Calendar"). */
export function Component() {
  const api = useApi();
  const [search] = useSearchParams();
  const query = useQuery({
    ...expectedQuery(api, readMonth(search.get("month"))),
    throwOnError: endsScreen,
  });
  const institutions = useQuery(institutionsQuery(api));
  const [open, setOpen] = useState<Open | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const acts = useUndoable({ renew: reloadIncome });
  const close = () => setOpen(null);
  // What is offered stands above the rest, which waits for it, so that nothing moves.
  const offered = useQuery(detectedSourcesQuery(api, null));
  const likely = useQuery(suggestionsQuery(api, null));
  const data = offered.isPending || likely.isPending ? undefined : query.data;
  const bank = institutions.data?.find(({ item }) => isLinked(item));
  const openNew = (direction: Direction) => setOpen({ kind: "new", direction });
  const pay = useCallback(
    (bill: IncomeSourceView, period: ExpectedPeriod) => setOpen({ kind: "pay", bill, period }),
    [],
  );

  function openPeriod(period: ExpectedPeriod) {
    const bill = data?.bills.find((one) => one.bill.incomeSourceId === period.incomeSourceId)?.bill;
    if (bill === undefined) return;
    setOpen(period.status === "Paid" ? { kind: "history", bill } : { kind: "pay", bill, period });
  }

  return (
    <div className={styles.page}>
      <DocumentHead title="What’s due" description="Income and bills by due date." isPrivate />
      <PageHeader
        title="What’s due"
        titleRef={heading}
        actions={
          <>
            <CalendarFeedButton />
            <Button icon="plus" disabled={bank === undefined} onClick={() => openNew("in")}>
              New income
            </Button>
            <Button
              variant="primary"
              icon="plus"
              disabled={bank === undefined}
              onClick={() => openNew("out")}
            >
              New bill
            </Button>
          </>
        }
      >
        <MonthSteps
          hrefOf={(month) => paths.due({ month })}
          month={data?.month ?? null}
          isLoading={query.isPlaceholderData}
        />
      </PageHeader>
      <UntilLoaded query={{ ...query, data }} what="what’s due" className={styles.page}>
        <Skeleton height="calc(2 * var(--space-10))" />
        <Skeleton height="calc(12 * var(--space-10))" />
        <Skeleton height="calc(5 * var(--size-row))" />
      </UntilLoaded>
      {data === undefined ? null : (
        <>
          <DetectedSources itemId={null} today={data.today} onDone={() => focusWhenLost(heading.current)} />
          <SuggestionsPanel itemId={null} month={data.month} />
          <DueTotals totals={data.totals} />
          {data.periods.length === 0 ? (
            <EmptyState title={`Nothing is due in ${monthWords(data.month)}`} icon="calendar">
              Bills and income appear here on their due dates.
            </EmptyState>
          ) : (
            <section aria-labelledby="calendar" className={styles.section}>
              <h2 id="calendar" className={styles.title}>
                Calendar
              </h2>
              <DueCalendar month={data.month} today={data.today} periods={data.periods} onOpen={openPeriod} />
            </section>
          )}
          <BillsTable
            bills={data.bills}
            isRefreshing={query.isFetching || acts.isPending}
            onNew={bank === undefined ? null : () => openNew("out")}
            onPay={pay}
            onEdit={(bill) => setOpen({ kind: "edit", bill })}
            onHistory={(bill) => setOpen({ kind: "history", bill })}
            onDelete={(bill) => setOpen({ kind: "delete", bill })}
          />
        </>
      )}
      {open?.kind === "new" && bank !== undefined ? (
        <SourceDialog
          itemId={bank.institutionAccessItemId}
          isBankOpen
          incomeSourceId={null}
          direction={open.direction}
          isoCurrencyCode={bank.accounts[0]?.isoCurrencyCode ?? "USD"}
          onClose={close}
        />
      ) : null}
      {open?.kind === "edit" ? (
        <SourceDialog
          itemId={open.bill.institutionAccessItemId}
          incomeSourceId={open.bill.incomeSourceId}
          direction="out"
          isoCurrencyCode={open.bill.isoCurrencyCode}
          onClose={close}
        />
      ) : null}
      {open?.kind === "history" ? (
        <PaymentHistoryDialog
          incomeSourceId={open.bill.incomeSourceId}
          name={open.bill.name}
          onClose={close}
        />
      ) : null}
      {open?.kind === "pay" ? (
        <LinkPaymentSheet
          source={open.bill}
          dueDate={open.period.dueDate}
          outstanding={ofUnits(open.period.outstanding, open.bill.isoCurrencyCode)}
          month={open.period.dueDate.slice(0, 7)}
          {...(open.bill.rhythm === "monthly" ? {} : { period: open.period.period })}
          onLink={(act) => {
            close();
            acts.perform(act);
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === "delete" ? (
        <ConfirmDialog
          title={`Delete ${open.bill.name}?`}
          confirmLabel="Delete bill"
          consequences={["Unlinks its payments", "Keeps the transactions"]}
          onConfirm={() => {
            close();
            acts.perform(deleteSource(api, open.bill), () => focusWhenLost(heading.current));
          }}
          onCancel={close}
        >
          You can undo this for a day.
        </ConfirmDialog>
      ) : null}
      <RequestFailedDialog failure={acts.failure} isPending={acts.isPending} />
    </div>
  );
}

type Sums = { due: number; paid: number; outstanding: number; overdue: number };
type Totals = readonly { isoCurrencyCode: string; in: Sums; out: Sums }[];

/** Shows a month's income and bills: one row of cards for the first currency, a line for each other. */
function DueTotals({ totals }: { totals: Totals | undefined }) {
  const [main, ...others] = totals ?? [];
  const money = (units: (sums: { in: Sums; out: Sums }) => number) => {
    if (totals === undefined) return <Skeleton width="7ch" />;
    return main === undefined ? "—" : moneyText(units(main), main.isoCurrencyCode);
  };
  const isLate = main !== undefined && main.in.overdue + main.out.overdue > 0;
  return (
    <section aria-label="Totals" className={styles.section}>
      <dl className={styles.cards}>
        <Card className={styles.card}>
          <dt className={styles.hint}>Coming in</dt>
          <dd className={styles.figure}>{money((sums) => sums.in.due)}</dd>
          <dd className={styles.hint}>{money((sums) => sums.in.paid)} received</dd>
        </Card>
        <Card className={styles.card}>
          <dt className={styles.hint}>Going out</dt>
          <dd className={styles.figure}>{money((sums) => sums.out.due)}</dd>
          <dd className={styles.hint}>{money((sums) => sums.out.paid)} paid</dd>
        </Card>
        <Card className={styles.card}>
          <dt className={styles.hint}>Late bills</dt>
          <dd className={styles.figure} data-late={isLate && main.out.overdue > 0 ? true : undefined}>
            {money((sums) => sums.out.overdue)}
          </dd>
          <dd className={styles.hint}>{money((sums) => sums.in.overdue)} late income</dd>
        </Card>
      </dl>
      {others.map((other) => (
        <p key={other.isoCurrencyCode} className={styles.hint}>
          In {other.isoCurrencyCode}: {moneyText(other.in.due, other.isoCurrencyCode)} coming in,{" "}
          {moneyText(other.out.due, other.isoCurrencyCode)} going out,{" "}
          {moneyText(other.out.overdue, other.isoCurrencyCode)} late.
        </p>
      ))}
    </section>
  );
}
