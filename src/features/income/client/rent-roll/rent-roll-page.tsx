import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { ExportLink } from "#client/files/export-link.tsx";
import { itemLoader } from "#client/routing/member-loader.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { useMinute } from "#client/words/use-minute.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { addMonths, monthOf, monthWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import { readMonth, useAccountHead, useItemId } from "../account-of-page.ts";
import { rentRollQuery } from "../income-queries.ts";
import { StepLink } from "../month/step-link.tsx";
import { RentRollGrid } from "./rent-roll-grid.tsx";
import styles from "./rent-roll-page.module.css";

const PaymentHistoryDialog = lazyDialog(
  async () => (await import("../payments/payment-history-dialog.tsx")).PaymentHistoryDialog,
);

type OpenCell = { incomeSourceId: number; name: string; month: string };

/** Loads the months in the URL, or this year's. */
export const loader = itemLoader("institutionAccessItemId", ({ api, search, first }, itemId) => [
  first(rentRollQuery(api, itemId, readMonth(search.get("from")) ?? undefined)),
]);

/** Rent roll screen: sources by twelve months with totals (docs/reference/money.md, "Rent roll"), to print or export. */
export function Component() {
  const itemId = useItemId();
  const [search] = useSearchParams();
  const asked = readMonth(search.get("from"));
  const head = useAccountHead(itemId);
  const roll = useQuery({
    ...rentRollQuery(useApi(), itemId, asked ?? undefined),
    throwOnError: endsScreen,
  });
  const [open, setOpen] = useState<OpenCell | null>(null);
  const { data } = roll;
  const currentMonth = useCurrentMonth();
  // Shows the months before the data arrives: those in the URL, or this year's.
  const first = asked ?? data?.months[0]?.month ?? `${currentMonth.slice(0, 4)}-01`;
  return (
    <div className={styles.page}>
      <DocumentHead
        title={head.data === undefined ? "Rent Roll" : `Rent Roll, ${head.data.institutionName}`}
        description="Income sources by month, with amounts due and paid."
        isPrivate
      />
      <PageHeader
        title="Rent Roll"
        actions={
          <>
            <Button icon="printer" disabled={data === undefined} onClick={() => window.print()}>
              Print
            </Button>
            <ExportLink href={csvAddress(itemId, asked)} />
          </>
        }
      >
        <Period itemId={itemId} first={first} currentMonth={currentMonth} />
      </PageHeader>
      <UntilLoaded query={roll} what="the rent roll">
        <Skeleton height="calc(8 * var(--size-row))" />
      </UntilLoaded>
      {data === undefined ? null : data.rows.length === 0 ? (
        <EmptyState
          title="Nothing was due in these months"
          icon="document"
          action={
            <ButtonLink to={memberPaths.accountIncome(itemId)} viewTransition>
              Go to the dashboard
            </ButtonLink>
          }
        >
          Each income source has a row here with what was due and paid each month.
        </EmptyState>
      ) : (
        <RentRollGrid
          roll={data}
          currentMonth={currentMonth}
          isRefreshing={roll.isFetching}
          onOpen={(incomeSourceId, name, month) => setOpen({ incomeSourceId, name, month })}
        />
      )}
      {open === null ? null : <PaymentHistoryDialog {...open} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Returns the current month in the site's time zone (docs/reference/product.md, "Today"). */
function useCurrentMonth(): string {
  const { timeZone } = usePublicConfig();
  return monthOf(dateInZone(new Date(useMinute()), timeZone));
}

const monthCount = 12;

type PeriodProps = { itemId: number; first: string; currentMonth: string };

/** The months shown, with links to the twelve before and after them. */
function Period({ itemId, first, currentMonth }: PeriodProps) {
  const last = addMonths(first, monthCount - 1);
  const pathFrom = (from: string) => memberPaths.accountRentRoll(itemId, { from });
  return (
    <p className={styles.period}>
      <StepLink to={pathFrom(addMonths(first, -monthCount))} label="Previous 12 months" direction="left" />
      <span aria-live="polite">
        {monthWords(first)} to {monthWords(last)}
      </span>
      <StepLink to={pathFrom(addMonths(first, monthCount))} label="Next 12 months" direction="right" />
      {first === `${currentMonth.slice(0, 4)}-01` ? null : (
        <ButtonLink to={memberPaths.accountRentRoll(itemId)} size="small" replace>
          This year
        </ButtonLink>
      )}
    </p>
  );
}

/** URL of the CSV file, which the server provides (contract.ts, `exportRentRoll`). */
function csvAddress(itemId: number, from: string | null): string {
  const query = new URLSearchParams({
    institutionAccessItemId: String(itemId),
    ...(from === null ? {} : { from }),
  });
  return `/api/ExportRentRoll?${query.toString()}`;
}
