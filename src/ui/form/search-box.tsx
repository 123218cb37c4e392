import { useId, useRef, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import styles from "./field.module.css";
import { Icon } from "../icon.tsx";

type SearchBoxProps = {
  label: string;
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** Runs on Enter and on the magnifier; not with an empty text. */
  onSubmit: (value: string) => void;
  /** Runs when the text is cleared, by the button, by Escape or by deleting all of it. */
  onClear?: () => void;
  placeholder?: string;
  maxLength?: number;
  /** A line below the field. */
  description?: ReactNode;
  /** Where the form goes while no script has taken it over: it then sends `name`. */
  action?: string;
  name?: string;
  ref?: RefObject<HTMLInputElement | null>;
};

/**
 * A search text with a magnifier and a button that clears it, of native elements alone: for public pages, whose bytes
 * count. Forms of signed-in screens use SearchField.
 */
export function SearchBox({
  label,
  isLabelHidden,
  value,
  onChange,
  onSubmit,
  onClear,
  placeholder,
  maxLength,
  description,
  action,
  name,
  ref,
}: SearchBoxProps) {
  const id = useId();
  const ownRef = useRef<HTMLInputElement>(null);
  const input = ref ?? ownRef;

  function change(next: string) {
    onChange(next);
    if (next === "" && value !== "") onClear?.();
  }

  function clear() {
    change("");
    input.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (value.trim() === "") input.current?.focus();
    else onSubmit(value);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || value === "") return;
    // The first Escape empties the field; what lies around it closes with the next.
    event.preventDefault();
    event.stopPropagation();
    clear();
  }

  return (
    <search className={styles.field}>
      <form action={action} onSubmit={(event) => submit(event)} className={styles.field}>
        <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : styles.label}>
          {label}
        </label>
        <div className={styles.box}>
          <input
            ref={input}
            id={id}
            name={name}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            maxLength={maxLength}
            placeholder={placeholder}
            aria-describedby={description === undefined ? undefined : `${id}-help`}
            className={styles.input}
            onChange={(event) => change(event.target.value)}
            onKeyDown={handleKeyDown}
          />
          {value === "" ? null : (
            <button type="button" className={styles.inBox} aria-label="Clear search" onClick={clear}>
              <Icon name="close" size="small" />
            </button>
          )}
          <button type="submit" className={styles.inBox} aria-label="Search">
            <Icon name="search" size="small" />
          </button>
        </div>
        {description === undefined ? null : (
          <div id={`${id}-help`} className={styles.description}>
            {description}
          </div>
        )}
      </form>
    </search>
  );
}
