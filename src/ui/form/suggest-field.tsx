import { useId, type KeyboardEvent } from "react";
import { Input } from "react-aria-components/Input";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { FieldHelp, FieldLabel, fieldState, type FieldProps } from "./field.tsx";
import styles from "./field.module.css";

export type SuggestFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  /** Texts that the browser offers while typing; any other text is fine, too. */
  suggestions: readonly string[];
  maxLength?: number | undefined;
  /** Takes Enter instead of the form. */
  onEnter?: (() => void) | undefined;
};

/** A text field with the browser's own list of suggestions. Enter submits its form. */
export function SuggestField(props: SuggestFieldProps) {
  const { value, onChange, onBlur, onEnter, maxLength, suggestions, ref } = props;
  const listId = useId();
  return (
    <AriaTextField
      {...fieldState(props)}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      maxLength={maxLength}
      autoComplete="off"
      {...(onEnter === undefined ? {} : { onKeyDown: (event: KeyboardEvent) => take(event, onEnter) })}
      className={styles.field}
    >
      <FieldLabel {...props} />
      <div className={styles.box}>
        <Input ref={ref} list={listId} className={styles.input} />
      </div>
      <FieldHelp {...props} />
      <datalist id={listId}>
        {suggestions.map((text) => (
          <option key={text}>{text}</option>
        ))}
      </datalist>
    </AriaTextField>
  );
}

function take(event: KeyboardEvent, onEnter: () => void): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  onEnter();
}
