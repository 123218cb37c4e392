import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import type { FieldProps } from "#ui/form/field.tsx";
import { SuggestField } from "#ui/form/suggest-field.tsx";
import { Icon } from "#ui/icon.tsx";
import { chipClassName } from "#ui/status/chip.tsx";
import { tagsQuery } from "../budget-queries.ts";
import styles from "./tags.module.css";

type TagFieldProps = Omit<FieldProps, "description"> & {
  /** Names of the tags. */
  value: readonly string[];
  onChange: (tags: string[]) => void;
};

/** Field for several tags, by name, which offers the person's: Enter or a comma adds what was typed, and so does leaving the field. */
export function TagField({ value, onChange, onBlur, ...field }: TagFieldProps) {
  const { data: known = [] } = useQuery(tagsQuery(useApi()));
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
        description="Press Enter after each."
        value={typed}
        maxLength={40}
        suggestions={known.map(({ name }) => name).filter((name) => !value.includes(name))}
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
