import type { ReactNode } from "react";
import { CheckboxField } from "react-aria-components/Checkbox";
import {
  CheckboxGroup as AriaCheckboxGroup,
  CheckboxGroupStateContext,
} from "react-aria-components/CheckboxGroup";
import { CheckboxBox } from "./checkbox.tsx";
import { FieldHelp, FieldLabel, fieldState, groupRef, type FieldProps } from "../form/field.tsx";
import { optionId, toggleAll, type Option } from "./option.ts";
import styles from "./checkbox.module.css";

export type CheckboxGroupProps<Id extends string | number> = FieldProps & {
  /** `details`, such as a link, stand beside an item and aren't part of its label. */
  options: readonly (Option<Id> & { details?: ReactNode })[];
  value: readonly Id[];
  onChange: (value: Id[]) => void;
  /** Adds a first checkbox with this label that selects every item, or clears the selection if some were selected (docs/reference/product.md, "Dialogs and forms"). */
  allLabel?: string | undefined;
  orientation?: "vertical" | "horizontal";
};

/** Selection of any number of items from a short list. */
export function CheckboxGroup<Id extends string | number>(props: CheckboxGroupProps<Id>) {
  const { options, value, onChange, onBlur, allLabel, orientation = "vertical", ref } = props;
  return (
    <AriaCheckboxGroup
      ref={groupRef(ref, "input")}
      {...fieldState(props)}
      value={value.map(String)}
      onChange={(keys) => {
        const chosen = keys.map((key) => optionId(options, key));
        onChange(chosen.filter((id) => id !== null));
      }}
      className={styles.group}
      data-orientation={orientation}
    >
      <FieldLabel {...props} />
      <div className={styles.options} onBlur={onBlur}>
        {allLabel === undefined ? null : (
          // Outside the group's state, because "all" isn't one of its values.
          <CheckboxGroupStateContext value={null}>
            <CheckboxField
              isSelected={value.length > 0 && value.length === options.length}
              isIndeterminate={value.length > 0 && value.length < options.length}
              isDisabled={props.isDisabled ?? false}
              onChange={() => onChange(toggleAll(value, options))}
              className={styles.all}
            >
              <CheckboxBox>{allLabel}</CheckboxBox>
            </CheckboxField>
          </CheckboxGroupStateContext>
        )}
        {options.map(({ id, label, description, details, isDisabled = false }) => {
          const item = (
            <CheckboxField key={id} value={String(id)} isDisabled={isDisabled}>
              <CheckboxBox hint={description}>{label}</CheckboxBox>
            </CheckboxField>
          );
          return details === undefined ? (
            item
          ) : (
            <div key={id} className={styles.detailed}>
              {item}
              {details}
            </div>
          );
        })}
      </div>
      <FieldHelp {...props} />
    </AriaCheckboxGroup>
  );
}
