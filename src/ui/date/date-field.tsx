import { getLocalTimeZone, today, type CalendarDate } from "@internationalized/date";
import { use } from "react";
import { Button } from "react-aria-components/Button";
import { DateInput, DatePicker, DateSegment } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Group } from "react-aria-components/Group";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { Popover } from "react-aria-components/Popover";
import { classNames } from "../class-names.ts";
import { DateCalendar } from "./date-calendar.tsx";
import { FieldHelp, FieldLabel, fieldState, groupRef, type FieldProps } from "../form/field.tsx";
import { Icon } from "../icon.tsx";
import { dateBounds, readPastedDate, readPlainDate } from "./plain-date.ts";
import { TimeZoneContext } from "./time-zone-context.ts";
import styles from "./date-field.module.css";
import fieldStyles from "../form/field.module.css";
import listStyles from "../choice/list-box.module.css";

export type DateFieldProps = FieldProps & {
  /** `YYYY-MM-DD`, or null if it is empty or incomplete. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** First selectable date, `YYYY-MM-DD`; 100 years back by default. */
  min?: string | undefined;
  /** Last selectable date, `YYYY-MM-DD`; 52 years ahead by default. */
  max?: string | undefined;
};

/** Returns today's date in the site's time zone. */
function useToday(): CalendarDate {
  return today(use(TimeZoneContext) ?? getLocalTimeZone());
}

/** A plain date, typed in parts (month, day, year) or selected in a calendar. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onBlur, min, max, ref } = props;
  const thisDay = useToday();
  const bounds = dateBounds(min, max, thisDay.year);
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
        placeholderValue={thisDay}
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
            <DateCalendar min={bounds.min} max={bounds.max} today={thisDay} />
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
}
