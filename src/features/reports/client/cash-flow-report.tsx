import { moneyText } from "#client/words/money-text.ts";
import { monthWords, periodWords } from "#shared/time/plain-dates.ts";
import type { CashFlowReport as Report, FigureView } from "../contract.ts";
import type { FigureRows } from "../domain/figure-rows.ts";
import { ComparedCell } from "./compared-cell.tsx";
import { comparisonName } from "./comparison.ts";
import { FigureLink, rowsPath } from "./figure-link.tsx";
import { Headline } from "./headline.tsx";
import { MonthChart } from "./chart/month-chart.tsx";
import { ReportTable } from "./report-table.tsx";
import type { Comparison } from "./reports-view.ts";

type CashFlowReportProps = {
  report: Report;
  currency: Report["currencies"][number];
  compare: Comparison;
};

/** Income, spending, and what is left, by month. */
export function CashFlowReport({ report, currency, compare }: CashFlowReportProps) {
  const { months, from, to, today } = report;
  const { isoCurrencyCode, income, spending, net } = currency;
  const rowsOf = (kind: FigureRows["kind"], days: { from: string; to: string }): FigureRows => ({
    from: days.from,
    to: days.to,
    isoCurrencyCode,
    kind,
  });
  const cells = (row: (figure: FigureView) => number, days: { from: string; to: string }) => (
    <>
      <td>
        <FigureLink units={row(income)} isoCurrencyCode={isoCurrencyCode} rows={rowsOf("income", days)} />
      </td>
      <td>
        <FigureLink units={row(spending)} isoCurrencyCode={isoCurrencyCode} rows={rowsOf("spending", days)} />
      </td>
      <td>{moneyText(row(net), isoCurrencyCode)}</td>
    </>
  );
  return (
    <>
      <Headline
        figure={moneyText(net.amount, isoCurrencyCode)}
        words={`${net.amount < 0 ? "more spent than earned" : "left of what came in"} · ${periodWords(from, to, today)}`}
      />
      <MonthChart
        label="Income and spending by month"
        months={months.map(({ month }) => month)}
        series={[
          { name: "Income", color: "green", values: income.months },
          { name: "Spending", color: "2", values: spending.months, isBelow: true },
        ]}
        line={{ name: "Net", color: "ink", values: net.months }}
        isoCurrencyCode={isoCurrencyCode}
        pathOf={(index) => {
          const days = months[index];
          return days === undefined ? null : rowsPath(rowsOf("spending", days));
        }}
      />
      <ReportTable title="Compared" columns={["Flow", "This period", comparisonName(compare, report)]}>
        {(
          [
            ["Income", income, "income"],
            ["Spending", spending, "spending"],
            ["Net", net, null],
          ] as const
        ).map(([name, figure, kind]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <FigureLink
                units={figure.amount}
                isoCurrencyCode={isoCurrencyCode}
                rows={kind === null ? null : rowsOf(kind, { from, to })}
              />
            </td>
            <ComparedCell figure={figure} compare={compare} isoCurrencyCode={isoCurrencyCode} />
          </tr>
        ))}
      </ReportTable>
      <ReportTable
        title="Month by month"
        columns={["Month", "Income", "Spending", "Net"]}
        isLong
        foot={
          <tr>
            <th scope="row">Total</th>
            {cells((figure) => figure.amount, { from, to })}
          </tr>
        }
      >
        {months
          .map((days, index) => (
            <tr key={days.month}>
              <th scope="row">{monthWords(days.month)}</th>
              {cells((figure) => figure.months[index] ?? 0, days)}
            </tr>
          ))
          .toReversed()}
      </ReportTable>
    </>
  );
}
