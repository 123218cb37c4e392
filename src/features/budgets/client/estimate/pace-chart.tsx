import { useState, type KeyboardEvent, type MouseEvent } from "react";
import { Link, useNavigate } from "react-router";
import { memberPaths } from "#client/routing/member-paths.ts";
import { moneyText, shortMoneyText } from "#client/words/money-text.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { StatusChip } from "#ui/status/chip.tsx";
import { FiguresTable } from "#ui/table/figures-table.tsx";
import { linkClassName } from "#ui/link.tsx";
import {
  axisWords,
  paceDrawing,
  pacePoints,
  paceVerdict,
  pointAt,
  pointByKey,
  type PaceDrawing,
  type PacedBudget,
  type PacePoint,
  planOf,
} from "./pace-figures.ts";
import styles from "./pace-chart.module.css";

const width = 600;
const height = 180;

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

/**
 * The chart. The day under the pointer shows its figures; by keyboard, the chart is a slider over the days. The table below
 * has the same figures, with links.
 */
function Drawing({ budgetId, budget }: PaceChartProps) {
  const navigate = useNavigate();
  const [point, setPoint] = useState<PacePoint | null>(null);
  const { startDate, endDate, isoCurrencyCode, spendingPace: pace } = budget;
  const plan = planOf(budget);
  const points = pacePoints(budget);
  const drawing = paceDrawing(budget, width, height);
  const [firstDay, lastDay] = axisWords(startDate, endDate);
  const last = points.at(-1);

  function step(event: KeyboardEvent<HTMLElement>) {
    const next = pointByKey(points, point, event.key);
    if (next === null) return;
    event.preventDefault();
    setPoint(next);
  }

  function pointUnder(event: MouseEvent<HTMLElement>): PacePoint | null {
    const { left, width: shownWidth } = event.currentTarget.getBoundingClientRect();
    return pointAt(points, pace.dayCount, (event.clientX - left) / shownWidth);
  }

  function open(event: MouseEvent<HTMLElement>) {
    const day = pointUnder(event);
    if (day === null || day.sum === 0) return;
    void navigate(rowsOfDay(budgetId, day.date), { viewTransition: true });
  }

  return (
    <div className={styles.drawing}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the table below has the same links for the keyboard */}
      <div
        className={styles.plot}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <input> can't contain the drawing
        role="slider"
        tabIndex={0}
        aria-label="Spending by day"
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(point ?? last)?.daysPassed ?? 1}
        aria-valuetext={pointWords(point ?? last, isoCurrencyCode)}
        data-has-rows={point !== null && point.sum !== 0 ? "" : undefined}
        onKeyDown={step}
        onBlur={() => setPoint(null)}
        onMouseMove={(event) => setPoint(pointUnder(event))}
        onMouseLeave={() => setPoint(null)}
        onClick={open}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" focusable="false">
          {drawing.gridlines.map(({ amount, y }) => (
            <path key={amount} className={styles.grid} d={`M0 ${y}H${width}`} />
          ))}
          <path className={styles.area} d={drawing.spentArea} />
          <path className={styles.ground} d={`M0 ${drawing.zeroY}H${width}`} />
          {drawing.evenLine === null ? null : <path className={styles.even} d={drawing.evenLine} />}
          {drawing.todayX === null ? null : (
            <path className={styles.today} d={`M${drawing.todayX} 0V${height}`} />
          )}
          {drawing.lastLine === null ? null : <path className={styles.last} d={drawing.lastLine} />}
          {drawing.allLine === null ? null : <path className={styles.all} d={drawing.allLine} />}
          <path className={styles.spent} d={drawing.spentLine} />
          {point === null ? null : (
            <path className={styles.cursor} d={`M${drawing.xOf(point.daysPassed)} 0V${height}`} />
          )}
        </svg>
        {drawing.gridlines
          .filter(({ y }) => Math.abs(y - drawing.yOf(plan)) > labelRoom)
          .map(({ amount, y }) => (
            <span key={amount} className={styles.gridWord} style={{ insetBlockStart: percent(y, height) }}>
              {shortMoneyText(amount, isoCurrencyCode)}
            </span>
          ))}
        {last === undefined || point !== null ? null : (
          <EndLabel budget={budget} point={last} drawing={drawing} />
        )}
        {plan === 0 ? null : (
          <span className={styles.estimate} style={{ insetBlockStart: percent(drawing.yOf(plan), height) }}>
            {shortMoneyText(plan, isoCurrencyCode)}
          </span>
        )}
        {point === null ? null : (
          <span
            className={styles.dot}
            style={{
              insetInlineStart: percent(drawing.xOf(point.daysPassed), width),
              insetBlockStart: percent(drawing.yOf(point.total), height),
            }}
          />
        )}
        {point === null ? null : <Readout point={point} dayCount={pace.dayCount} code={isoCurrencyCode} />}
      </div>
      <div className={styles.axis}>
        <span>{firstDay}</span>
        {drawing.todayX === null || !hasRoomForToday(drawing.todayX) ? null : (
          <span className={styles.todayWord} style={{ insetInlineStart: percent(drawing.todayX, width) }}>
            Today
          </span>
        )}
        <span>{lastDay}</span>
      </div>
      <p className={styles.key} aria-hidden="true">
        <span data-line="planned">{plan === 0 ? "Spent" : "Planned"}</span>
        {drawing.evenLine === null ? null : <span data-line="even">Even pace</span>}
        {drawing.allLine === null ? null : <span data-line="all">All spending</span>}
        {drawing.lastLine === null ? null : <span data-line="last">Last period</span>}
      </p>
    </div>
  );
}

/** Height in drawing units that a label takes. */
const labelRoom = 16;

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
  const share = percent(drawing.xOf(point.daysPassed), width);
  return (
    <span
      className={styles.endWord}
      data-late={isLate || undefined}
      style={{ insetInlineStart: share, insetBlockStart: percent(drawing.yOf(amount), height) }}
    >
      {shortMoneyText(amount, budget.isoCurrencyCode)}
    </span>
  );
}

/** "Nov 5, 2026: $90.00 that day, $190.00 so far". */
function pointWords(point: PacePoint | undefined, code: string): string {
  if (point === undefined) return "No days yet";
  return `${dateWords(point.date)}: ${moneyText(point.sum, code)} that day, ${moneyText(point.total, code)} so far`;
}

/** Returns false near the ends of the axis, where "Today" would overlap the first or last day. */
function hasRoomForToday(todayX: number): boolean {
  return todayX > 0.18 * width && todayX < 0.8 * width;
}

/** Tooltip of the day under the pointer, on the side with more room. */
function Readout({ point, dayCount, code }: { point: PacePoint; dayCount: number; code: string }) {
  const isLate = point.daysPassed > dayCount / 2;
  const share = percent(isLate ? dayCount - point.daysPassed : point.daysPassed, dayCount);
  return (
    <span className={styles.readout} style={isLate ? { insetInlineEnd: share } : { insetInlineStart: share }}>
      <strong>{dateWords(point.date)}</strong>
      <span>{moneyText(point.sum, code)} that day</span>
      <span>{moneyText(point.total, code)} so far</span>
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
            <Link
              to={rowsOfDay(budgetId, date)}
              className={linkClassName({ variant: "quiet" })}
              viewTransition
            >
              {dateWords(date)}
            </Link>
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
