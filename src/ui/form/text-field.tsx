import { Input } from "react-aria-components/Input";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { FieldHelp, FieldLabel, fieldState, type FieldProps } from "./field.tsx";
import styles from "./field.module.css";

export type TextFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  maxLength?: number | undefined;
};

function textState({ value, onChange, onBlur, maxLength }: TextFieldProps) {
  return { value, onChange, onBlur, maxLength };
}

/** A single-line text field. Enter submits its form. */
export function TextField(props: TextFieldProps) {
  const { placeholder, autoComplete, ref } = props;
  return (
    <AriaTextField
      {...fieldState(props)}
      {...textState(props)}
      autoComplete={autoComplete}
      className={styles.field}
    >
      <FieldLabel {...props} />
      <div className={styles.box}>
        <Input ref={ref} placeholder={placeholder} className={styles.input} />
      </div>
      <FieldHelp {...props} />
    </AriaTextField>
  );
}

/** A multiline text field, resizable by its handle. */
export function TextArea(props: TextFieldProps & { rows?: number }) {
  const { rows = 3, placeholder, ref } = props;
  return (
    <AriaTextField {...fieldState(props)} {...textState(props)} className={styles.field}>
      <FieldLabel {...props} />
      <div className={styles.box}>
        <AriaTextArea ref={ref} rows={rows} placeholder={placeholder} className={styles.input} />
      </div>
      <FieldHelp {...props} />
    </AriaTextField>
  );
}
