import { useWatch, type UseFormReturn } from "react-hook-form";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { Select } from "#ui/choice/select.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import { FormField, FormRow } from "#ui/form/form.tsx";
import { NumberField } from "#ui/form/number-field.tsx";
import type { BudgetFields, BudgetInputs, EditedBudget } from "../list/budget-fields.ts";
import { endByRhythm } from "./repeat-fields.ts";

type RepeatChoiceProps = {
  form: UseFormReturn<BudgetInputs, unknown, BudgetFields>;
  /** Null for a new one. */
  budget: EditedBudget | null;
};

/** "Repeats" in the budget dialog: the rhythm, an end, what is carried over, and the periods that a change is for. */
export function RepeatChoice({ form, budget }: RepeatChoiceProps) {
  const { control, getValues, setValue } = form;
  const isSeries = budget !== null && budget.series !== null;
  const isOn = useWatch({ control, name: "repeat.isOn" });

  /** Lets a new budget end by its rhythm. The days of an existing one are its own. */
  function fitEnd() {
    const [startDate, repeat] = getValues(["startDate", "repeat"]);
    const endDate = budget !== null || !repeat.isOn ? null : endByRhythm(startDate, repeat);
    if (endDate !== null) setValue("endDate", endDate, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <>
      <FormField control={control} name="repeat.isOn">
        {({ onChange, ...field }) => (
          <Checkbox
            label="Repeats"
            description={isSeries && !isOn ? "Later periods that haven’t started are removed." : undefined}
            {...field}
            onChange={(next) => {
              onChange(next);
              fitEnd();
            }}
          />
        )}
      </FormField>
      {isOn ? (
        <>
          <FormRow>
            <FormField control={control} name="repeat.every">
              {({ onChange, ...field }) => (
                <NumberField
                  label="Every"
                  min={1}
                  max={366}
                  step={1}
                  {...field}
                  onChange={(next) => {
                    onChange(next ?? Number.NaN);
                    fitEnd();
                  }}
                />
              )}
            </FormField>
            <FormField control={control} name="repeat.unit">
              {({ onChange, ...field }) => (
                <Select
                  label="Unit"
                  options={units}
                  {...field}
                  onChange={(next) => {
                    onChange(next);
                    fitEnd();
                  }}
                />
              )}
            </FormField>
          </FormRow>
          <FormRow>
            <FormField control={control} name="repeat.ends">
              {(field) => (
                <DateField label="Ends" description="No period starts after this day." {...field} />
              )}
            </FormField>
            <FormField control={control} name="repeat.carry">
              {({ value, onChange, ...field }) => (
                <Select
                  label="Carry over"
                  description="For all categories. Each can have its own."
                  options={
                    isSeries
                      ? [{ id: "keep" as const, label: "As each is set" }, ...carryOptions]
                      : carryOptions
                  }
                  value={value ?? "keep"}
                  onChange={(next) => onChange(next === "keep" ? null : next)}
                  {...field}
                />
              )}
            </FormField>
          </FormRow>
        </>
      ) : null}
      {isSeries ? (
        <FormField control={control} name="repeat.appliesTo">
          {(field) => <Select label="Changes apply to" options={appliesToOptions} {...field} />}
        </FormField>
      ) : null}
    </>
  );
}

const units = [
  { id: "day", label: "Days" },
  { id: "week", label: "Weeks" },
  { id: "month", label: "Months" },
  { id: "year", label: "Years" },
] as const;

export const carryOptions = [
  { id: "none", label: "Nothing" },
  { id: "leftovers", label: "What’s left" },
  { id: "both", label: "What’s left or overspent" },
] as const;

export const appliesToOptions = [
  { id: "this", label: "This period" },
  { id: "later", label: "This and later periods" },
  { id: "open", label: "All periods that haven’t ended" },
] as const;
