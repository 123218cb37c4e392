import { DateFormatter, isSameDay, type CalendarDate } from "@internationalized/date";
import { use, useId } from "react";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
} from "react-aria-components/Calendar";
import { iconButtonClassName } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { yearsBetween } from "./plain-date.ts";
import styles from "./date-field.module.css";

const monthName = new DateFormatter("en-US", { month: "long", timeZone: "UTC" });
const monthNames = Array.from({ length: 12 }, (_, month) =>
  monthName.format(new Date(Date.UTC(2024, month, 1))),
);

type CalendarBounds = { min: CalendarDate; max: CalendarDate };

/** Calendar of a date field: one month, with selects for month and year. */
export function DateCalendar({ min, max, today }: CalendarBounds & { today: CalendarDate }) {
  return (
    <Calendar className={styles.calendar}>
      <header className={styles.header}>
        <Button slot="previous" className={iconButtonClassName({ size: "small" })}>
          <Icon name="chevron-left" size="small" />
        </Button>
        <MonthAndYear min={min} max={max} />
        <Button slot="next" className={iconButtonClassName({ size: "small" })}>
          <Icon name="chevron-right" size="small" />
        </Button>
      </header>
      <CalendarGrid className={styles.grid} weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={styles.day}
              render={(cell) => <div {...cell} {...todayMarks(isSameDay(date, today), cell["aria-label"])} />}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}

/** Marks the site's today, where React Aria marks the browser's. */
function todayMarks(isToday: boolean, label = "") {
  const day = label.replace(/^Today, /, "");
  return { "aria-label": isToday ? `Today, ${day}` : day, "data-today": isToday || undefined };
}

function MonthAndYear({ min, max }: CalendarBounds) {
  const state = use(CalendarStateContext);
  const monthId = useId();
  const yearId = useId();
  if (!state) return null;
  const { focusedDate } = state;
  return (
    <div className={styles.chooser}>
      <label htmlFor={monthId} className="visually-hidden">
        Month
      </label>
      <select
        id={monthId}
        className={styles.select}
        value={focusedDate.month}
        onChange={(event) => state.setFocusedDate(focusedDate.set({ month: Number(event.target.value) }))}
      >
        {monthNames.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </select>
      <label htmlFor={yearId} className="visually-hidden">
        Year
      </label>
      <select
        id={yearId}
        className={styles.select}
        value={focusedDate.year}
        onChange={(event) => state.setFocusedDate(focusedDate.set({ year: Number(event.target.value) }))}
      >
        {yearsBetween(min, max).map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </select>
    </div>
  );
}
