import { useState } from "react";
import { useController, useWatch, type Control } from "react-hook-form";
import { dateWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { Select } from "#ui/choice/select.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import { FormField, FormRow } from "#ui/form/form.tsx";
import { NumberField } from "#ui/form/number-field.tsx";
import type { Rhythm } from "../../domain/rhythm.ts";
import { daysOfMonth, rhythmOptions, type SourceFields, type SourceInputs } from "./source-form.ts";
import styles from "./source-dialog.module.css";

type SourceControl = Control<SourceInputs, unknown, SourceFields>;

/** Fields of how often a source is due, when it's late, and whether its amount varies. */
export function RhythmFields({ control }: { control: SourceControl }) {
  const rhythm = useWatch({ control, name: "rhythm" });
  return (
    <>
      <FormRow>
        <FormField control={control} name="rhythm">
          {(field) => <Select label="Rhythm" options={rhythmOptions} {...field} />}
        </FormField>
        {rhythm === "twiceAMonth" ? (
          <FormField control={control} name="secondDay">
            {(field) => <Select label="Second day" options={daysOfMonth} {...field} />}
          </FormField>
        ) : null}
        <FormField control={control} name="graceDays">
          {(field) => (
            <NumberField
              label="Days of grace"
              description="Late only after these."
              min={0}
              max={60}
              {...field}
            />
          )}
        </FormField>
      </FormRow>
      {rhythm === "irregular" ? <DueDates control={control} /> : null}
      <FormField control={control} name="isAbout">
        {(field) => (
          <Checkbox
            label="The amount varies"
            description="At least half of the amount due counts as paid."
            {...field}
          />
        )}
      </FormField>
    </>
  );
}

/** The due dates of an irregular rhythm, which are added and removed one by one. */
function DueDates({ control }: { control: SourceControl }) {
  const [added, setAdded] = useState<string | null>(null);
  const { field } = useController({ control, name: "dueDates" });
  const dates = field.value.toSorted();
  const change = (next: readonly string[]) => field.onChange([...new Set(next)].toSorted());
  return (
    <fieldset className={styles.dates}>
      <legend>Due dates</legend>
      {dates.length === 0 ? null : (
        <ul className={styles.dateList}>
          {dates.map((date) => (
            <li key={date}>
              {dateWords(date)}
              <Button
                size="small"
                variant="quiet"
                icon="close"
                aria-label={`Remove ${dateWords(date)}`}
                onClick={() => change(dates.filter((one) => one !== date))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.newDate}>
        <DateField label="Date" value={added} onChange={setAdded} />
        <Button
          icon="plus"
          disabled={added === null}
          onClick={() => {
            if (added !== null) change([...dates, added]);
            setAdded(null);
          }}
        >
          Add date
        </Button>
      </div>
    </fieldset>
  );
}

/** Returns true for rhythms that are due on a day of the month. */
export function hasDayOfMonth(rhythm: Rhythm): boolean {
  return rhythm !== "weekly" && rhythm !== "everyTwoWeeks" && rhythm !== "irregular";
}

/** Label of the start date: weeks, quarters, and years count from it. */
export function startLabel(rhythm: Rhythm): string {
  if (rhythm === "weekly" || rhythm === "everyTwoWeeks") return "First due date";
  return rhythm === "quarterly" || rhythm === "yearly" ? "Start date, in the first month due" : "Start date";
}
