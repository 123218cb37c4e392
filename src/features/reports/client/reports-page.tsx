import { useQuery, type UseQueryResult, queryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { ExportLink } from "#client/files/export-link.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { paths } from "#client/routing/paths.ts";
import { memberLoader } from "#client/routing/member-loader.ts";
import { useMinute } from "#client/words/use-minute.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import type { Api } from "#client/data/api.ts";
import { CashFlowReport } from "./cash-flow-report.tsx";
import { ReportControls, ReportTabs } from "./report-controls.tsx";
import { daysOfPeriod, readView, reportNames, viewQuery, type View } from "./reports-view.ts";
import { SpendingReport } from "./spending-report.tsx";
import { WorthReport } from "./worth-report.tsx";
import styles from "./reports-page.module.css";

const spendingBy = { categories: "category", payees: "payee", fixed: "fixed" } as const;

/** Loads the report in the URL. */
export const loader = memberLoader(({ api, config, search, first }) => {
  const view = readView(search);
  const days = daysOfPeriod(view, dateInZone(new Date(), config.timeZone));
  if (view.report === "net-worth") return [first(netWorthQuery(api, days))];
  if (view.report === "cash-flow") return [first(cashFlowQuery(api, days))];
  return [first(spendingQuery(api, spendingBy[view.report], days))];
});

/** Reports screen: money over time, to print or export (docs/reference/money.md, "Reports"). */
export function Component() {
  const [search, setSearch] = useSearchParams();
  const view = readView(search);
  const { timeZone } = usePublicConfig();
  const days = daysOfPeriod(view, dateInZone(new Date(useMinute()), timeZone));
  const change = (changes: Partial<View>) => {
    const query = Object.entries(viewQuery({ ...view, ...changes }));
    setSearch(
      Object.fromEntries(query.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      { preventScrollReset: true },
    );
  };
  const shown = { view, days, change };
  return (
    <div className={styles.page}>
      <DocumentHead
        title={`${reportNames[view.report]} · Reports`}
        description="Your money over time."
        isPrivate
      />
      <PageHeader
        title="Reports"
        intro="What comes in, what goes out, and what is left. Every figure opens its transactions."
        actions={
          <>
            <Button icon="printer" onClick={() => window.print()}>
              Print
            </Button>
            <ExportLink href={csvAddress(view, days)} />
          </>
        }
      />
      <ReportTabs view={view} />
      {view.report === "net-worth" ? (
        <NetWorth {...shown} />
      ) : view.report === "cash-flow" ? (
        <CashFlow {...shown} />
      ) : (
        <Spending key={view.report} {...shown} by={spendingBy[view.report]} />
      )}
    </div>
  );
}

/** Returns the address of the report's file (`exportReport` of the contract, which browsers don't load). */
function csvAddress({ report, currency }: View, days: { from?: string; to: string }): string {
  const query = new URLSearchParams({ report: "spending", ...days });
  if (report === "net-worth") query.set("report", "netWorth");
  else if (report === "cash-flow") query.set("report", "cashFlow");
  else query.set("by", spendingBy[report]);
  if (currency !== null) query.set("isoCurrencyCode", currency);
  return `/api/ExportReport?${query.toString()}`;
}

type ShownProps = {
  view: View;
  days: { from?: string; to: string };
  change: (changes: Partial<View>) => void;
};

function NetWorth({ view, days, change }: ShownProps) {
  const query = useQuery({ ...netWorthQuery(useApi(), days), throwOnError: endsScreen });
  return (
    <Panel view={view} change={change} query={query} hasComparison={false}>
      {(currency, report) => <WorthReport report={report} currency={currency} />}
    </Panel>
  );
}

function CashFlow({ view, days, change }: ShownProps) {
  const query = useQuery({ ...cashFlowQuery(useApi(), days), throwOnError: endsScreen });
  return (
    <Panel view={view} change={change} query={query}>
      {(currency, report) => <CashFlowReport report={report} currency={currency} compare={view.compare} />}
    </Panel>
  );
}

function Spending({ view, days, change, by }: ShownProps & { by: "category" | "payee" | "fixed" }) {
  const query = useQuery({ ...spendingQuery(useApi(), by, days), throwOnError: endsScreen });
  return (
    <Panel view={view} change={change} query={query}>
      {(currency, report) => <SpendingReport report={report} currency={currency} compare={view.compare} />}
    </Panel>
  );
}

type ByCurrency = { firstDay: string | null; currencies: readonly { isoCurrencyCode: string }[] };

type PanelProps<Report extends ByCurrency> = Omit<ShownProps, "days"> & {
  query: UseQueryResult<Report>;
  hasComparison?: boolean;
  children: (currency: Report["currencies"][number], report: Report) => ReactNode;
};

/** A report with its choices, in the currency of the view, or the first one. */
function Panel<Report extends ByCurrency>({
  view,
  change,
  query,
  hasComparison = true,
  children,
}: PanelProps<Report>) {
  const { data, isPlaceholderData } = query;
  const currencies: readonly Report["currencies"][number][] = data?.currencies ?? [];
  const currency =
    currencies.find(({ isoCurrencyCode }) => isoCurrencyCode === view.currency) ?? currencies[0];
  return (
    <>
      <ReportControls
        view={view}
        change={change}
        currencies={currencies.map(({ isoCurrencyCode }) => isoCurrencyCode)}
        currency={currency?.isoCurrencyCode ?? null}
        hasComparison={hasComparison}
      />
      <UntilLoaded query={query} what="the report">
        <Card className={styles.report}>
          <Skeleton width="50%" height="var(--space-12)" />
          <Skeleton height="calc(7 * var(--space-10))" />
          <Skeleton height="calc(8 * var(--size-row))" />
        </Card>
      </UntilLoaded>
      {data === undefined ? null : currency === undefined ? (
        <NothingYet isEver={data.firstDay !== null} onShowAll={() => change({ period: "all" })} />
      ) : (
        <Card className={styles.report} aria-busy={isPlaceholderData || undefined}>
          {children(currency, data)}
        </Card>
      )}
    </>
  );
}

/** Says what fills a report: other days, or accounts. */
function NothingYet({ isEver, onShowAll }: { isEver: boolean; onShowAll: () => void }) {
  if (isEver) {
    return (
      <EmptyState
        title="Nothing in this period"
        icon="calendar"
        action={<Button onClick={onShowAll}>Show all time</Button>}
      >
        Choose other days, or another report.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No reports yet"
      icon="chart"
      action={
        <ButtonLink to={paths.accounts()} variant="primary" viewTransition>
          Go to accounts
        </ButtonLink>
      }
    >
      Link a bank, import a file, or keep an account by hand. Its balances and transactions fill the reports.
    </EmptyState>
  );
}

type Days = { from?: string; to: string };

/** Net worth over a period. The last answer stays visible while another period loads. */
function netWorthQuery(api: Api, days: Days) {
  return queryOptions({
    queryKey: ["reports", "net-worth", days],
    queryFn: () => api.get("/api/GetNetWorth", days),
    placeholderData: (previous) => previous,
  });
}

/** Income and spending over a period. */
function cashFlowQuery(api: Api, days: Days) {
  return queryOptions({
    queryKey: ["reports", "cash-flow", days],
    queryFn: () => api.get("/api/GetCashFlow", days),
    placeholderData: (previous) => previous,
  });
}

/** Spending over a period by category, by payee, or what is fixed. */
function spendingQuery(api: Api, by: "category" | "payee" | "fixed", days: Days) {
  return queryOptions({
    queryKey: ["reports", "spending", by, days],
    queryFn: () => api.get("/api/GetSpendingReport", { ...days, by }),
    placeholderData: (previous) => (previous?.by === by ? previous : undefined),
  });
}
