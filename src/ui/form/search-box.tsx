import { useId, useRef, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import styles from "./field.module.css";
import { Icon } from "../icon.tsx";

type SearchBoxProps = {
  label: string;
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter and on the magnifier, unless the text is empty. */
  onSubmit: (value: string) => void;
  /** Called when the text is cleared: by the button, by Escape, or by deleting all of it. */
  onClear?: () => void;
  placeholder?: string;
  maxLength?: number;
  /** Text below the field. */
  description?: ReactNode;
  /** Form action before JavaScript runs; the form then submits `name`. */
  action?: string;
  name?: string;
  ref?: RefObject<HTMLInputElement | null>;
};

/**
 * A search field with a magnifier and a clear button, made of native elements only: for public pages, where bytes
 * count. Signed-in screens use SearchField.
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
    // The first Escape clears the field; the next one closes what is around it.
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
