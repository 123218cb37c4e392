import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useNavigate } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { memberPaths } from "#client/routing/member-paths.ts";
import { useMinute } from "#client/words/use-minute.ts";
import { moneyText, shortMoneyText } from "#client/words/money-text.ts";
import { QueryError } from "#client/query-error.tsx";
import { monthOf, monthWords } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Card } from "#ui/card.tsx";
import { ChartFrame, chartHeight, ChartPath, chartWidth } from "#ui/chart/chart-frame.tsx";
import { scaleOf } from "#ui/chart/chart-scale.ts";
import { FiguresTable } from "#ui/table/figures-table.tsx";
import { TextLink } from "#ui/link.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { barsOf, chartSentence, firstMonthOf, type ChartMonth } from "./income-bars.ts";
import { incomeByMonthQuery } from "../income-queries.ts";
import styles from "./income-chart.module.css";

type IncomeChartProps = { itemId: number; month: string };

/**
 * Amounts due and paid by month (docs/reference/product.md, "Panels"), as a chart, as a sentence, and as a table with a
 * link to each month. Nothing while nothing was due or paid.
 */
export function IncomeChart({ itemId, month }: IncomeChartProps) {
  const { timeZone } = usePublicConfig();
  const currentMonth = monthOf(dateInZone(new Date(useMinute()), timeZone));
  const query = useQuery(incomeByMonthQuery(useApi(), itemId, firstMonthOf(month, currentMonth)));
  const { data, error } = query;
  if (data === undefined && error !== null) {
    return <QueryError title="Couldn’t load the income chart" query={query} />;
  }
  if (data !== undefined && ![data, ...data.otherCurrencies].some(hasAmounts)) return null;
  return (
    <Card as="section" title="Due and paid by month">
      {data === undefined ? (
        <LoadingRegion label="Loading the income chart">
          <Skeleton height="calc(9 * var(--space-10))" />
        </LoadingRegion>
      ) : (
        <figure className={styles.figure}>
          <Drawing
            itemId={itemId}
            months={data.months}
            shown={month}
            isoCurrencyCode={data.isoCurrencyCode}
          />
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

/** Says whether anything was due or paid. */
function hasAmounts({ months }: { months: readonly ChartMonth[] }): boolean {
  return months.some(({ due, paid }) => due !== 0 || paid !== 0);
}

type DrawingProps = {
  itemId: number;
  months: readonly ChartMonth[];
  shown: string;
  isoCurrencyCode: string;
};

/** The chart, with the shown month marked. A click on another one shows that. */
function Drawing({ itemId, months, shown, isoCurrencyCode }: DrawingProps) {
  const navigate = useNavigate();
  const amounts = months.flatMap(({ due, paid }) => [due, paid]);
  const scale = scaleOf(amounts, chartHeight, true);
  const bars = barsOf(months, {
    width: chartWidth,
    height: chartHeight - scale.yOf(Math.max(...amounts, 0)),
  });
  const shownIndex = months.findIndex(({ month }) => month === shown);
  const column = (x: number, width: number, height: number) =>
    `M${x} ${chartHeight}v${-height}h${width}v${height}Z`;
  return (
    <ChartFrame
      label="Due and paid by month"
      places={bars.map(({ x, slot }) => (x + slot / 2) / chartWidth)}
      scale={scale}
      tickWords={(amount) => shortMoneyText(amount, isoCurrencyCode)}
      words={(index) => {
        const one = months[index];
        if (one === undefined) return [];
        const money = (units: number) => moneyText(units, isoCurrencyCode);
        return [monthWords(one.month), `${money(one.due)} due`, `${money(one.paid)} paid`];
      }}
      axis={
        <div className={styles.axis}>
          {months.map(({ month }, index) => (
            <span
              key={month}
              className={styles.month}
              data-shown={index === shownIndex || undefined}
              data-between={(index - shownIndex) % 2 !== 0 || undefined}
            >
              {monthWords(month).slice(0, 3)}
              {month.endsWith("-01") ? <span>{month.slice(0, 4)}</span> : null}
            </span>
          ))}
        </div>
      }
      pathOf={(index) => {
        const month = months[index]?.month ?? shown;
        return month === shown ? null : memberPaths.accountIncome(itemId, { month });
      }}
      onOpen={(path) => void navigate(path, { preventScrollReset: true })}
      legend={[
        { name: "Due", color: "none" },
        { name: "Paid", color: "accent" },
      ]}
    >
      {() =>
        bars.map(({ month, x, slot, dueX, paidX, width, dueHeight, paidHeight }) => (
          <Fragment key={month}>
            <ChartPath
              shape="area"
              color="accent"
              d={month === shown ? column(x, slot, chartHeight) : null}
            />
            <ChartPath shape="bar" color="none" d={column(dueX, width, dueHeight)} />
            <ChartPath shape="bar" color="accent" d={column(paidX, width, paidHeight)} />
          </Fragment>
        ))
      }
    </ChartFrame>
  );
}

type MonthTableProps = { itemId: number; months: readonly ChartMonth[]; isoCurrencyCode: string };

function MonthTable({ itemId, months, isoCurrencyCode }: MonthTableProps) {
  return (
    <FiguresTable title="Month by month" columns={["Month", "Due", "Paid", "Overdue"]}>
      {months.map(({ month, due, paid, overdue }) => (
        <tr key={month}>
          <th scope="row">
            <TextLink to={memberPaths.accountIncome(itemId, { month })} variant="quiet" preventScrollReset>
              {monthWords(month)}
            </TextLink>
          </th>
          <td>{moneyText(due, isoCurrencyCode)}</td>
          <td>{moneyText(paid, isoCurrencyCode)}</td>
          <td>{moneyText(overdue, isoCurrencyCode)}</td>
        </tr>
      ))}
    </FiguresTable>
  );
}
