import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";
import { FieldHelp, FieldLabel, fieldState, type FieldProps } from "./field.tsx";
import { Icon } from "../icon.tsx";
import styles from "./field.module.css";

export type SearchFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter and on the magnifier; without it the field only filters while typing and has no magnifier. */
  onSubmit?: ((value: string) => void) | undefined;
  /** Called when the text is cleared, by the button or Escape (docs/reference/product.md, "Code search": clearing empties the results). */
  onClear?: (() => void) | undefined;
  placeholder?: string | undefined;
};

/** A search field with a magnifier and a clear button. */
export function SearchField(props: SearchFieldProps) {
  const { value, onChange, onSubmit, onClear, onBlur, placeholder, ref } = props;
  return (
    <AriaSearchField
      {...fieldState(props)}
      value={value}
      onChange={onChange}
      onSubmit={onSubmit}
      onClear={onClear}
      onBlur={onBlur}
      className={styles.field}
    >
      <FieldLabel {...props} />
      <div className={styles.box}>
        {onSubmit ? null : (
          <span className={styles.boxIcon}>
            <Icon name="search" size="small" />
          </span>
        )}
        <Input ref={ref} placeholder={placeholder} className={styles.input} />
        {value === "" ? null : (
          <Button className={styles.inBox} aria-label="Clear search">
            <Icon name="close" size="small" />
          </Button>
        )}
        {onSubmit ? (
          // Deliberately outside React Aria's search field, whose only button is the clear button.
          <button
            type="button"
            className={styles.inBox}
            aria-label="Search"
            disabled={props.isDisabled}
            onClick={() => onSubmit(value)}
          >
            <Icon name="search" size="small" />
          </button>
        ) : null}
      </div>
      <FieldHelp {...props} />
    </AriaSearchField>
  );
}
