import { LinkTabs } from "#client/pages/link-tabs.tsx";
import { paths } from "#client/routing/paths.ts";
import type { Option } from "#ui/choice/option.ts";
import { Select } from "#ui/choice/select.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import {
  reportNames,
  reports,
  viewQuery,
  type Comparison,
  type PeriodChoice,
  type View,
} from "./reports-view.ts";
import styles from "./reports-page.module.css";

type ReportControlsProps = {
  view: View;
  change: (changes: Partial<View>) => void;
  currencies: readonly string[];
  /** Currency that is shown; null for none. */
  currency: string | null;
  hasComparison: boolean;
};

const periodOptions: Option<PeriodChoice>[] = [
  { id: "month", label: "This month" },
  { id: "3-months", label: "Last 3 months" },
  { id: "6-months", label: "Last 6 months" },
  { id: "12-months", label: "Last 12 months" },
  { id: "year", label: "This year" },
  { id: "all", label: "All time" },
  { id: "own", label: "Your own days" },
];

const comparisonOptions: Option<Comparison>[] = [
  { id: "before", label: "The period before" },
  { id: "3", label: "Mean of 3 months" },
  { id: "6", label: "Mean of 6 months" },
  { id: "12", label: "Mean of 12 months" },
];

/** Links to all reports. They stay while a report is replaced by another, so that the focus does, too. */
export function ReportTabs({ view }: Pick<ReportControlsProps, "view">) {
  return (
    <LinkTabs
      label="Reports"
      keepsScroll
      className={styles.tabs}
      tabs={reports.map((report) => ({
        label: reportNames[report],
        href: paths.reports(viewQuery({ ...view, report })),
        isCurrent: report === view.report,
      }))}
    />
  );
}

/** Choices of a report: its days, its currency, and what it's compared with. */
export function ReportControls({ view, change, currencies, currency, hasComparison }: ReportControlsProps) {
  return (
    <div className={styles.fields}>
      <Select
        label="Period"
        options={periodOptions}
        value={view.period}
        onChange={(period) => change({ period })}
      />
      {view.period === "own" ? (
        <>
          <DateField label="From" value={view.from} onChange={(from) => change({ from })} />
          <DateField label="To" value={view.to} onChange={(to) => change({ to })} />
        </>
      ) : null}
      {hasComparison ? (
        <Select
          label="Compared with"
          options={comparisonOptions}
          value={view.compare}
          onChange={(compare) => change({ compare })}
        />
      ) : null}
      {currencies.length > 1 ? (
        <Select
          label="Currency"
          options={currencies.map((id) => ({ id, label: id }))}
          value={currency}
          onChange={(code) => change({ currency: code })}
        />
      ) : null}
    </div>
  );
}
