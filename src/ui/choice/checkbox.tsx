import type { ReactNode } from "react";
import { CheckboxButton, CheckboxField } from "react-aria-components/Checkbox";
import { Text } from "react-aria-components/Text";
import { FieldHelp, fieldState, groupRef, type FieldProps } from "../form/field.tsx";
import { Icon } from "../icon.tsx";
import styles from "./checkbox.module.css";
import fieldStyles from "../form/field.module.css";

export type CheckboxProps = Omit<FieldProps, "isLabelHidden"> & {
  value: boolean;
  onChange: (value: boolean) => void;
};

/** A yes-or-no choice. */
export function Checkbox(props: CheckboxProps) {
  const { label, value, onChange, onBlur, ref } = props;
  return (
    <CheckboxField
      ref={groupRef(ref, "input")}
      {...fieldState(props)}
      isSelected={value}
      onChange={onChange}
      onBlur={onBlur}
      className={fieldStyles.field}
    >
      <CheckboxBox>{label}</CheckboxBox>
      <FieldHelp {...props} />
    </CheckboxField>
  );
}

/** The box with its label, inside a React Aria CheckboxField. */
export function CheckboxBox({ children, hint }: { children: ReactNode; hint?: string | undefined }) {
  return (
    <CheckboxButton className={styles.checkbox}>
      {({ isIndeterminate }) => (
        <>
          <span className={styles.mark} aria-hidden="true">
            <Icon name={isIndeterminate ? "minus" : "check"} size="small" />
          </span>
          <span className={styles.text}>
            {children}
            {hint ? (
              <Text slot="description" className={styles.hint}>
                {hint}
              </Text>
            ) : null}
          </span>
        </>
      )}
    </CheckboxButton>
  );
}
