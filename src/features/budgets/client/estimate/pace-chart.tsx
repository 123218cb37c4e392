import { useNavigate } from "react-router";
import { memberPaths } from "#client/routing/member-paths.ts";
import { moneyText, shortMoneyText } from "#client/words/money-text.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { ChartFrame, chartHeight, ChartPath, chartWidth, type LegendItem } from "#ui/chart/chart-frame.tsx";
import { TextLink } from "#ui/link.tsx";
import { StatusChip } from "#ui/status/chip.tsx";
import { FiguresTable } from "#ui/table/figures-table.tsx";
import {
  axisWords,
  paceDrawing,
  pacePoints,
  paceVerdict,
  type PaceDrawing,
  type PacedBudget,
  type PacePoint,
  planOf,
} from "./pace-figures.ts";
import styles from "./pace-chart.module.css";

type PaceChartProps = { budgetId: number; budget: PacedBudget };

/** Spending against an even pace as a chart, as a sentence, and as a table by day with links to the rows. */
export function PaceChart({ budgetId, budget }: PaceChartProps) {
  const verdict = paceVerdict(budget);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <h2 className={styles.title}>Pace</h2>
        <StatusChip tone={verdict.tone}>{verdict.word}</StatusChip>
      </figcaption>
      {budget.spendingPace.days.length === 0 ? null : <Drawing budgetId={budgetId} budget={budget} />}
      <p className={styles.sentence}>{verdict.sentence}</p>
      <DayTable budgetId={budgetId} budget={budget} />
    </figure>
  );
}

function Drawing({ budgetId, budget }: PaceChartProps) {
  const navigate = useNavigate();
  const { startDate, endDate, isoCurrencyCode } = budget;
  const plan = planOf(budget);
  const points = pacePoints(budget);
  const drawing = paceDrawing(budget, chartWidth, chartHeight);
  const { todayX, xOf, yOf } = drawing;
  const money = (units: number) => moneyText(units, isoCurrencyCode);
  const last = points.at(-1);
  const dotOf = (point: PacePoint | undefined) =>
    point === undefined ? null : `M${xOf(point.daysPassed)} ${yOf(point.total)}h0`;
  const lines: (Required<LegendItem> & { d: string | null })[] = [
    { name: plan === 0 ? "Spent" : "Planned", color: "accent", shape: "line", d: drawing.spentLine },
    { name: "All spending", color: "muted", shape: "line", d: drawing.allLine },
    { name: "Last period", color: "none", shape: "dotted", d: drawing.lastLine },
    { name: "Even pace", color: "muted", shape: "dashed", d: drawing.evenLine },
  ];
  return (
    <div className={styles.drawing}>
      <ChartFrame
        label="Spending by day"
        places={points.map(({ daysPassed }) => xOf(daysPassed) / chartWidth)}
        reach={drawing.reach}
        scale={{ yOf, ticks: [{ amount: 0, y: drawing.zeroY }, ...drawing.gridlines] }}
        tickWords={(amount) => shortMoneyText(amount, isoCurrencyCode)}
        words={(index) => {
          const point = points[index];
          if (point === undefined) return [];
          const { date, sum, total } = point;
          return [dateWords(date), `${money(sum)} that day`, `${money(total)} so far`];
        }}
        ends={axisWords(startDate, endDate)}
        pathOf={(index) => {
          const point = points[index];
          return point === undefined || point.sum === 0 ? null : rowsOfDay(budgetId, point.date);
        }}
        onOpen={(path) => void navigate(path, { viewTransition: true })}
        legend={lines.filter(({ d }) => d !== null)}
        labels={
          <>
            {last === undefined ? null : <EndLabel budget={budget} point={last} drawing={drawing} />}
            {plan === 0 ? null : (
              <span className={styles.estimate} style={{ insetBlockStart: percent(yOf(plan), chartHeight) }}>
                {shortMoneyText(plan, isoCurrencyCode)}
              </span>
            )}
            {todayX === null ? null : (
              <span className={styles.today} style={{ insetInlineStart: percent(todayX, chartWidth) }}>
                Today
              </span>
            )}
          </>
        }
      >
        {(index) => (
          <>
            <ChartPath shape="area" color="accent" d={drawing.spentArea} />
            <ChartPath
              shape="dotted"
              color="none"
              d={todayX === null ? null : `M${todayX} 0V${chartHeight}`}
            />
            {lines.toReversed().map(({ name, shape, color, d }) => (
              <ChartPath key={name} shape={shape} color={color} d={d} />
            ))}
            <ChartPath shape="dot" color="accent" d={dotOf(index === null ? undefined : points[index])} />
          </>
        )}
      </ChartFrame>
    </div>
  );
}

/** Amount at the end of the line. */
function EndLabel({
  budget,
  point,
  drawing,
}: {
  budget: PacedBudget;
  point: PacePoint;
  drawing: PaceDrawing;
}) {
  const amount = planOf(budget) === 0 ? point.total : point.plannedTotal;
  const isLate = point.daysPassed > budget.spendingPace.dayCount / 2;
  const share = percent(drawing.xOf(point.daysPassed), chartWidth);
  return (
    <span
      className={styles.end}
      data-late={isLate || undefined}
      style={{ insetInlineStart: share, insetBlockStart: percent(drawing.yOf(amount), chartHeight) }}
    >
      {shortMoneyText(amount, budget.isoCurrencyCode)}
    </span>
  );
}

function DayTable({ budgetId, budget }: PaceChartProps) {
  const { isoCurrencyCode, spendingPace: pace } = budget;
  if (pace.days.length === 0) return null;
  return (
    <FiguresTable title="Day by day" columns={["Day", "Spent", "So far"]}>
      {pace.days.map(({ date, sum, total }) => (
        <tr key={date}>
          <th scope="row">
            <TextLink to={rowsOfDay(budgetId, date)} variant="quiet" viewTransition>
              {dateWords(date)}
            </TextLink>
          </th>
          <td>{moneyText(sum, isoCurrencyCode)}</td>
          <td>{moneyText(total, isoCurrencyCode)}</td>
        </tr>
      ))}
    </FiguresTable>
  );
}

function rowsOfDay(budgetId: number, date: string): string {
  return memberPaths.budgetTransactions(budgetId, { show: "counted", from: date, to: date });
}

function percent(part: number, whole: number): string {
  return `${(part / Math.max(1, whole)) * 100}%`;
}
