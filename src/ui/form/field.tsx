import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import type { ReactNode, RefCallback } from "react";
import { Icon } from "../icon.tsx";
import styles from "./field.module.css";

/** What React Hook Form needs of a field's ref: somewhere to put the focus. */
export type FocusTarget = { focus: () => void };

/** What every field takes. `value`, `onChange`, `onBlur`, `name` and `ref` are what `Controller` hands out. */
export type FieldProps = {
  label: string;
  /** The label stays for assistive technology but is not shown: only where the place says what the field is. */
  isLabelHidden?: boolean | undefined;
  description?: ReactNode;
  /** What is wrong, in words; its presence makes the field invalid. */
  errorMessage?: string | undefined;
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  ref?: RefCallback<FocusTarget> | undefined;
};

/** The properties that each React Aria field gets the same way: what is valid is ours to say, not the browser's. */
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

/** Lets a form focus the first thing inside a group of controls that matches `selector`. */
export function groupRef(
  ref: FieldProps["ref"],
  selector: string,
): ((group: HTMLElement | null) => void) | undefined {
  if (!ref) return undefined;
  return (group) => {
    ref(group && { focus: () => group.querySelector<HTMLElement>(selector)?.focus() });
  };
}

/** The label above a field; the star is for the eyes, `isRequired` says it to the rest. */
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

/** Hint and error below a field; React Aria ties both to the input by id. */
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
