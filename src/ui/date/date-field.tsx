import { Button } from "react-aria-components/Button";
import { DateInput, DatePicker, DateSegment } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Group } from "react-aria-components/Group";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Popover } from "react-aria-components/Popover";
import { classNames } from "../class-names.ts";
import { FieldHelp, FieldLabel, fieldState, groupRef, type FieldProps } from "../form/field.tsx";
import { Icon } from "../icon.tsx";
import { dateBounds, readPastedDate, readPlainDate, yearsBetween } from "./plain-date.ts";
import styles from "./date-field.module.css";
import fieldStyles from "../form/field.module.css";
import listStyles from "../choice/list-box.module.css";
import { DateFormatter, type CalendarDate } from "@internationalized/date";
import { use, useId } from "react";
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

export type DateFieldProps = FieldProps & {
  /** `YYYY-MM-DD`, or null if it is empty or incomplete. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** First selectable date, `YYYY-MM-DD`; 100 years back by default. */
  min?: string | undefined;
  /** Last selectable date, `YYYY-MM-DD`; 52 years ahead by default. */
  max?: string | undefined;
};

/** A plain date, typed in parts (month, day, year) or selected in a calendar. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onBlur, min, max, ref } = props;
  const bounds = dateBounds(min, max);
  return (
    <I18nProvider locale="en-US">
      <DatePicker
        ref={groupRef(ref, "[role=spinbutton]")}
        {...fieldState(props)}
        // If undefined, React Aria adds its own message for a date out of bounds; `false` would suppress it.
        isInvalid={props.errorMessage ? true : undefined}
        value={readPlainDate(value)}
        onChange={(date) => onChange(date === null ? null : date.toString())}
        onBlur={onBlur}
        minValue={bounds.min}
        maxValue={bounds.max}
        shouldForceLeadingZeros
        className={fieldStyles.field}
      >
        <FieldLabel {...props} />
        <Group
          className={fieldStyles.box}
          onPaste={(event) => {
            const pasted = readPastedDate(event.clipboardData.getData("text"));
            if (pasted !== null && !props.isDisabled) onChange(pasted.toString());
          }}
        >
          <DateInput className={classNames(fieldStyles.input, styles.input)}>
            {(segment) => <DateSegment segment={segment} className={styles.segment} />}
          </DateInput>
          <Button className={fieldStyles.inBox}>
            <Icon name="calendar" size="small" />
          </Button>
        </Group>
        <FieldHelp {...props} />
        <Popover className={listStyles.popover}>
          <Dialog className={styles.dialog}>
            <DateCalendar min={bounds.min} max={bounds.max} />
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
}

const monthName = new DateFormatter("en-US", { month: "long", timeZone: "UTC" });
const monthNames = Array.from({ length: 12 }, (_, month) =>
  monthName.format(new Date(Date.UTC(2024, month, 1))),
);

type CalendarBounds = { min: CalendarDate; max: CalendarDate };

/** Calendar of a date field: one month, with selects for month and year. */
function DateCalendar({ min, max }: CalendarBounds) {
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
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
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
