import { RadioButton, RadioField, RadioGroup as AriaRadioGroup } from "react-aria-components/RadioGroup";
import { Text } from "react-aria-components/Text";
import { FieldHelp, FieldLabel, fieldState, groupRef, type FieldProps } from "../form/field.tsx";
import { optionId, type Option } from "./option.ts";
import styles from "./checkbox.module.css";

export type RadioGroupProps<Id extends string | number> = FieldProps & {
  options: readonly Option<Id>[];
  value: Id | null;
  onChange: (value: Id) => void;
  orientation?: "vertical" | "horizontal";
};

/** Selection of one of a few options that are all visible. */
export function RadioGroup<Id extends string | number>(props: RadioGroupProps<Id>) {
  const { options, value, onChange, onBlur, orientation = "vertical", ref } = props;
  return (
    <AriaRadioGroup
      ref={groupRef(ref, "input:checked, input")}
      {...fieldState(props)}
      value={value === null ? null : String(value)}
      onChange={(key) => {
        const id = optionId(options, key);
        if (id !== null) onChange(id);
      }}
      onBlur={onBlur}
      orientation={orientation}
      className={styles.group}
    >
      <FieldLabel {...props} />
      <div className={styles.options}>
        {options.map((option) => (
          <RadioField key={option.id} value={String(option.id)} isDisabled={option.isDisabled ?? false}>
            <RadioButton className={styles.radio}>
              <span className={styles.mark} aria-hidden="true" />
              <span className={styles.text}>
                {option.label}
                {option.description ? (
                  <Text slot="description" className={styles.hint}>
                    {option.description}
                  </Text>
                ) : null}
              </span>
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <FieldHelp {...props} />
    </AriaRadioGroup>
  );
}
