import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import type { ReactNode, RefCallback } from "react";
import { Icon } from "../icon.tsx";
import styles from "./field.module.css";

/** Part of a field's ref that React Hook Form needs to focus it. */
export type FocusTarget = { focus: () => void };

/** Common properties of fields. `Controller` provides `value`, `onChange`, `onBlur`, `name`, and `ref`. */
export type FieldProps = {
  label: string;
  /** Hides the label visually; only for fields whose purpose is clear from their place. */
  isLabelHidden?: boolean | undefined;
  description?: ReactNode;
  /** Error message; makes the field invalid. */
  errorMessage?: string | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  ref?: RefCallback<FocusTarget> | undefined;
};

/** Returns the properties common to all React Aria fields. Validity is determined here, not by the browser. */
export function fieldState(props: FieldProps): {
  isInvalid: boolean;
  isRequired: boolean;
  isDisabled: boolean;
  name: string | undefined;
  validationBehavior: "aria";
} {
  return {
    isInvalid: Boolean(props.errorMessage),
    isRequired: props.isRequired ?? false,
    isDisabled: props.isDisabled ?? false,
    name: props.name,
    validationBehavior: "aria",
  };
}

/** Returns a ref with which a form focuses the first element in a group that matches `selector`. */
export function groupRef(
  ref: FieldProps["ref"],
  selector: string,
): ((group: HTMLElement | null) => void) | undefined {
  if (!ref) return undefined;
  return (group) => {
    ref(group && { focus: () => group.querySelector<HTMLElement>(selector)?.focus() });
  };
}

/** Label above a field; the asterisk is visual, `isRequired` tells assistive technology. */
export function FieldLabel({ label, isLabelHidden, isRequired }: FieldProps) {
  return (
    <Label className={isLabelHidden ? "visually-hidden" : styles.label}>
      {label}
      {isRequired ? (
        <span aria-hidden="true" className={styles.star}>
          *
        </span>
      ) : null}
    </Label>
  );
}

/** Hint and error below a field; React Aria links both to the input by id. */
export function FieldHelp({ description, errorMessage }: Pick<FieldProps, "description" | "errorMessage">) {
  return (
    <>
      {description ? (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      ) : null}
      <FieldError className={styles.error}>
        {({ validationErrors }) => (
          <>
            <span className={styles.errorIcon}>
              <Icon name="warning" size="small" />
            </span>
            <span>{errorMessage ? errorMessage : validationErrors.join(" ")}</span>
          </>
        )}
      </FieldError>
    </>
  );
}
