import { useState } from "react";
import type { FieldProps } from "#ui/form/field.tsx";
import { SuggestField } from "#ui/form/suggest-field.tsx";
import { Icon } from "#ui/icon.tsx";
import { chipClassName } from "#ui/status/chip.tsx";
import styles from "./tags.module.css";

type TagFieldProps = FieldProps & {
  /** Names of the tags. */
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Names that the browser offers. */
  known: readonly string[];
};

/** Field for several tags, by name: Enter or a comma adds what was typed, and so does leaving the field. */
export function TagField({ value, onChange, known, onBlur, ...field }: TagFieldProps) {
  const [typed, setTyped] = useState("");

  function add(text: string): void {
    const names = text.split(",").map((name) => name.replace(/^\s*#+/, "").trim());
    const added = names.filter((name) => name !== "");
    setTyped("");
    if (added.length === 0) return;
    const all = new Map([...value, ...added].toReversed().map((name) => [name.toLowerCase(), name]));
    onChange([...all.values()].toReversed());
  }

  return (
    <div className={styles.field}>
      <SuggestField
        {...field}
        value={typed}
        maxLength={40}
        suggestions={known.filter((name) => !value.includes(name))}
        onChange={(text) => (text.includes(",") ? add(text) : setTyped(text))}
        onEnter={typed.trim() === "" ? undefined : () => add(typed)}
        onBlur={() => {
          add(typed);
          onBlur?.();
        }}
      />
      {value.length === 0 ? null : (
        <ul className={styles.tags} aria-label={`Chosen: ${field.label.toLowerCase()}`}>
          {value.map((name) => (
            <li key={name}>
              <button
                type="button"
                className={chipClassName({ isInteractive: true })}
                aria-label={`Remove the tag ${name}`}
                onClick={() => onChange(value.filter((one) => one !== name))}
              >
                #{name}
                <Icon name="close" size="small" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
