import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { memberPaths } from "#client/routing/member-paths.ts";
import { useMinute } from "#client/words/use-minute.ts";
import { moneyText } from "#client/words/money-text.ts";
import { QueryError } from "#client/query-error.tsx";
import { monthOf, monthWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Card } from "#ui/card.tsx";
import { FiguresTable } from "#ui/table/figures-table.tsx";
import { linkClassName } from "#ui/link.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { barsOf, chartSentence, firstMonthOf, type ChartBar, type ChartMonth } from "./income-bars.ts";
import styles from "./income-chart.module.css";
import { incomeByMonthQuery } from "../income-queries.ts";

const [width, height] = [600, 160];

type IncomeChartProps = { itemId: number; month: string };

/**
 * Amounts due and paid by month (docs/reference/product.md, "Panels"), as a chart, as a sentence, and as a table with a
 * link to each month.
 */
export function IncomeChart({ itemId, month }: IncomeChartProps) {
  const { timeZone } = usePublicConfig();
  const currentMonth = monthOf(dateInZone(new Date(useMinute()), timeZone));
  const query = useQuery(incomeByMonthQuery(useApi(), itemId, firstMonthOf(month, currentMonth)));
  const { data, error } = query;
  if (data === undefined && error !== null) {
    return <QueryError title="Couldn’t load the income chart" query={query} />;
  }
  return (
    <Card as="section" title="Due and paid by month" actions={<Legend />}>
      {data === undefined ? (
        <LoadingRegion label="Loading the income chart">
          <Skeleton height="calc(7 * var(--space-10))" />
        </LoadingRegion>
      ) : (
        <figure className={styles.figure}>
          <Drawing months={data.months} shown={month} isoCurrencyCode={data.isoCurrencyCode} />
          <figcaption className={styles.sentence}>
            {chartSentence(data.months, data.isoCurrencyCode)}
            {data.otherCurrencies.map(
              ({ isoCurrencyCode, months }) => ` Not in the chart: ${chartSentence(months, isoCurrencyCode)}`,
            )}
          </figcaption>
          <MonthTable itemId={itemId} months={data.months} isoCurrencyCode={data.isoCurrencyCode} />
        </figure>
      )}
    </Card>
  );
}

function Legend() {
  return (
    <span className={styles.legend} aria-hidden="true">
      <span className={styles.dueMark} /> Due
      <span className={styles.paidMark} /> Paid
    </span>
  );
}

type DrawingProps = { months: readonly ChartMonth[]; shown: string; isoCurrencyCode: string };

/** Visual chart, hidden from screen readers; the sentence and the table have the same content. */
function Drawing({ months, shown, isoCurrencyCode }: DrawingProps) {
  const bars = barsOf(months, { width, height });
  return (
    <div aria-hidden="true" className={styles.drawing}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" focusable="false">
        {bars.map((bar, index) => (
          <Bar
            key={bar.month}
            bar={bar}
            isShown={bar.month === shown}
            title={barTitle(months[index], isoCurrencyCode)}
          />
        ))}
        <path className={styles.ground} d={`M0 ${height}H${width}`} />
      </svg>
      <div className={styles.axis}>
        {months.map(({ month }) => (
          <span key={month} className={styles.tick} data-shown={month === shown || undefined}>
            {monthWords(month).slice(0, 3)}
            {month.endsWith("-01") ? <span className={styles.year}>{month.slice(0, 4)}</span> : null}
          </span>
        ))}
      </div>
    </div>
  );
}

function barTitle(month: ChartMonth | undefined, isoCurrencyCode: string): string {
  if (month === undefined) return "";
  const { due, paid } = month;
  return `${monthWords(month.month)}: ${moneyText(due, isoCurrencyCode)} due, ${moneyText(paid, isoCurrencyCode)} paid`;
}

function Bar({ bar, isShown, title }: { bar: ChartBar; isShown: boolean; title: string }) {
  return (
    <g>
      <title>{title}</title>
      <rect
        className={styles.column}
        data-shown={isShown || undefined}
        x={bar.x}
        y={0}
        width={bar.slot}
        height={height}
      />
      <rect
        className={styles.due}
        x={bar.dueX}
        y={height - bar.dueHeight}
        width={bar.width}
        height={bar.dueHeight}
      />
      <rect
        className={styles.paid}
        x={bar.paidX}
        y={height - bar.paidHeight}
        width={bar.width}
        height={bar.paidHeight}
      />
    </g>
  );
}

type MonthTableProps = { itemId: number; months: readonly ChartMonth[]; isoCurrencyCode: string };

function MonthTable({ itemId, months, isoCurrencyCode }: MonthTableProps) {
  return (
    <FiguresTable title="Month by month" columns={["Month", "Due", "Paid", "Overdue"]}>
      {months.map(({ month, due, paid, overdue }) => (
        <tr key={month}>
          <th scope="row">
            <Link
              to={memberPaths.accountIncome(itemId, { month })}
              className={linkClassName({ variant: "quiet" })}
              preventScrollReset
            >
              {monthWords(month)}
            </Link>
          </th>
          <td>{moneyText(due, isoCurrencyCode)}</td>
          <td>{moneyText(paid, isoCurrencyCode)}</td>
          <td>{moneyText(overdue, isoCurrencyCode)}</td>
        </tr>
      ))}
    </FiguresTable>
  );
}
