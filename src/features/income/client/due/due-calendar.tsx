import { memberPaths } from "#client/routing/member-paths.ts";
import { dateWords, monthWords, weekdayNames } from "#shared/time/plain-dates.ts";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { ExpectedPeriod } from "../../contract.ts";
import { statusStyles } from "../month/income-status.ts";
import { periodAmount, weeksOf } from "./due-words.ts";
import styles from "./due-calendar.module.css";

type DueCalendarProps = {
  month: string;
  today: string;
  periods: readonly ExpectedPeriod[];
  onOpen: (period: ExpectedPeriod) => void;
};

/** Month of due dates: a grid, and on phones a list of the days with something due. */
export function DueCalendar({ month, today, periods, onOpen }: DueCalendarProps) {
  const byDay = Map.groupBy(periods, ({ dueDate }) => dueDate);
  return (
    <>
      <table className={styles.grid}>
        <caption className={styles.caption}>
          <VisuallyHidden>Due in {monthWords(month)}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {weekdayNames.map((day) => (
              <th key={day} scope="col" abbr={day}>
                {day.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, at) => (
            <tr key={week.find((day) => day !== null) ?? at}>
              {week.map((day, weekday) =>
                day === null ? (
                  <td key={weekdayNames[weekday]} className={styles.other}>
                    <VisuallyHidden>—</VisuallyHidden>
                  </td>
                ) : (
                  <td key={day} aria-current={day === today ? "date" : undefined}>
                    <time dateTime={day} className={styles.day}>
                      {Number(day.slice(8))}
                    </time>
                    <DayList periods={byDay.get(day) ?? []} onOpen={onOpen} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={styles.days}>
        {[...byDay].map(([day, ofDay]) => (
          <li key={day}>
            <h3 className={styles.dayTitle}>
              {dateWords(day)}
              {day === today ? " · Today" : ""}
            </h3>
            <DayList periods={ofDay} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}

type DayListProps = Pick<DueCalendarProps, "periods" | "onOpen">;

function DayList({ periods, onOpen }: DayListProps) {
  if (periods.length === 0) return null;
  return (
    <ul className={styles.entries}>
      {periods.map((period) => (
        <li key={`${period.incomeSourceId} ${period.period}`}>
          <Entry period={period} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

/** A due date: a bill opens its payment, income the bank's dashboard. */
function Entry({ period, onOpen }: { period: ExpectedPeriod; onOpen: (period: ExpectedPeriod) => void }) {
  const { direction, name, status, dueDate, institutionAccessItemId } = period;
  const { tone, icon } = statusStyles[status ?? "Paid"];
  const content = (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.amount}>{periodAmount(period)}</span>
      <span className={styles.status} data-tone={tone}>
        <Icon name={icon} size="small" />
        {status}
      </span>
    </>
  );
  if (direction === "out") {
    return (
      <button type="button" className={styles.entry} data-tone={tone} onClick={() => onOpen(period)}>
        {content}
      </button>
    );
  }
  return (
    <Link
      to={memberPaths.accountIncome(institutionAccessItemId, { month: dueDate.slice(0, 7) })}
      className={styles.entry}
      data-tone={tone}
      viewTransition
    >
      {content}
    </Link>
  );
}
