import { moneyText } from "#client/words/money-text.ts";
import { monthWords, periodWords } from "#shared/time/plain-dates.ts";
import type { FigureView, SpendingReport as Report } from "../contract.ts";
import { rowsOfSpending, type SpendingRow } from "../domain/figure-rows.ts";
import { ComparedCell } from "./compared-cell.tsx";
import { comparisonName } from "./comparison.ts";
import { FigureLink, rowsPath } from "./figure-link.tsx";
import { Headline } from "./headline.tsx";
import { MonthChart } from "./chart/month-chart.tsx";
import { ReportTable } from "./report-table.tsx";
import type { Comparison } from "./reports-view.ts";
import { seriesOf, spendingRows, type NamedRow } from "./spending-rows.ts";
import styles from "./report-table.module.css";

type SpendingReportProps = {
  report: Report;
  currency: Report["currencies"][number];
  compare: Comparison;
};

/** Most months that a table has columns for; the chart and the file have all. */
const mostColumns = 13;

const titles = { category: "By category", payee: "By payee", fixed: "Fixed and variable" };
const notes = {
  category: undefined,
  payee: "The payees with the most spending. Refunds lower it.",
  fixed: "Fixed is what you pay about the same every month: one transaction a month, within 5% of the last.",
};

/** Spending by category, by payee, or what is fixed and what varies, by month. */
export function SpendingReport({ report, currency, compare }: SpendingReportProps) {
  const { by, months, from, to, today } = report;
  const { isoCurrencyCode, total } = currency;
  const rows = spendingRows(report.by, currency);
  const shown = months.length > mostColumns ? [] : months;
  const rowsIn = (days: { from: string; to: string }, row: SpendingRow) =>
    rowsOfSpending({ from: days.from, to: days.to, isoCurrencyCode }, row);
  const line = ({ name, figure, row }: NamedRow) => (
    <tr key={JSON.stringify(row)}>
      <th scope="row" title={name}>
        {name}
      </th>
      {shown.map((days, index) => (
        <td key={days.month}>
          <FigureLink
            units={figure.months[index] ?? 0}
            isoCurrencyCode={isoCurrencyCode}
            rows={rowsIn(days, row)}
          />
        </td>
      ))}
      <td>
        <FigureLink
          units={figure.amount}
          isoCurrencyCode={isoCurrencyCode}
          rows={rowsIn({ from, to }, row)}
        />
      </td>
      {by === "payee" ? (
        <>
          <td>{figure.count}</td>
          <td>{figure.count === 0 ? "—" : moneyText(meanOf(figure), isoCurrencyCode)}</td>
          <td>
            <Trend figure={figure} />
          </td>
        </>
      ) : null}
      <ComparedCell figure={figure} compare={compare} isoCurrencyCode={isoCurrencyCode} />
    </tr>
  );
  return (
    <>
      <Headline
        figure={moneyText(total.amount, isoCurrencyCode)}
        words={`spent · ${periodWords(from, to, today)}`}
      />
      <MonthChart
        label={`Spending by month, ${titles[by].toLowerCase()}`}
        months={months.map(({ month }) => month)}
        series={seriesOf(by, currency)}
        isoCurrencyCode={isoCurrencyCode}
        pathOf={(index) => {
          const rowsOfMonth = months[index] === undefined ? null : rowsIn(months[index], { is: "total" });
          return rowsOfMonth === null ? null : rowsPath(rowsOfMonth);
        }}
      />
      <ReportTable
        title={titles[by]}
        note={notes[by]}
        columns={[
          by === "category" ? "Category" : "Payee",
          ...shown.map(({ month }) => shortMonth(month)),
          "Total",
          ...(by === "payee" ? ["Transactions", "Mean", "Trend"] : []),
          comparisonName(compare, report),
        ]}
        foot={line({ name: "Total", figure: total, row: { is: "total" } })}
      >
        {rows.map(line)}
      </ReportTable>
    </>
  );
}

function meanOf({ amount, count }: FigureView): number {
  return amount / count;
}

/** "Nov 2026". */
function shortMonth(month: string): string {
  const [name = "", year = ""] = monthWords(month).split(" ");
  return `${name.slice(0, 3)} ${year}`;
}

/** Months of a figure as small columns; the cells beside it say the same. */
function Trend({ figure: { months } }: { figure: FigureView }) {
  const most = months.reduce((high, amount) => Math.max(high, amount), 0);
  const width = 100 / Math.max(1, months.length);
  const bars = months.map((amount, index) => {
    const height = most === 0 ? 0 : (Math.max(0, amount) / most) * 20;
    return `M${index * width} 20v${-height}h${width * 0.8}v${height}z`;
  });
  return (
    <svg viewBox="0 0 100 20" preserveAspectRatio="none" className={styles.trend} aria-hidden="true">
      <path d={bars.join("")} />
    </svg>
  );
}
