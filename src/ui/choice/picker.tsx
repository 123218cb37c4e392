import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { SearchField } from "react-aria-components/SearchField";
import { useReadOnlyReason } from "../read-only.ts";
import fieldStyles from "../form/field.module.css";
import { ListOption } from "./list-option.tsx";
import listStyles from "./list-box.module.css";
import { matchesOf } from "./option-matches.ts";
import { optionId, type Option } from "./option.ts";
import styles from "./picker.module.css";

type PickerProps<Id extends string | number> = {
  /** Accessible name: "Category of Nine Plums". */
  label: string;
  options: readonly Option<Id>[];
  placeholder: string;
  onChoose: (id: Id) => void;
  /** Last entry of the list, always shown, which creates a new item from the typed text. */
  create: { label: string; onCreate: (typed: string) => void };
  /** Runs on Enter without a text. */
  onSkip?: (() => void) | undefined;
  /** Content below the list. */
  children?: ReactNode;
};

/** Can't be an option's id, because those come from data. */
const createId = "create…";

/**
 * Field with its list always open, which has the focus at once. Typing highlights the first match, and Enter chooses it, however
 * fast it follows. Where nothing can be changed, the reason instead.
 */
export function Picker<Id extends string | number>(props: PickerProps<Id>) {
  const reason = useReadOnlyReason();
  return reason === null ? <OpenPicker {...props} /> : <p className={styles.picker}>{reason}</p>;
}

function OpenPicker<Id extends string | number>(props: PickerProps<Id>) {
  const { label, options, placeholder, onChoose, create, onSkip, children } = props;
  const hintId = useId();
  const { contains } = useFilter({ sensitivity: "base" });
  const [text, setText] = useState("");
  /** The person moved the highlight away from the first match. */
  const isMoved = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Again after a frame, because navigation gives the focus to the page's heading.
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const typed = text.trim();
  const items: readonly Option<Id | typeof createId>[] = [
    ...matchesOf(options, typed, contains),
    { id: createId, label: create.label },
  ];

  function choose(key: string | number): void {
    if (key === createId) {
      create.onCreate(typed);
      return;
    }
    const id = optionId(options, key);
    if (id !== null) onChoose(id);
  }

  function take(event: KeyboardEvent): void {
    if (/^(?:Arrow(?:Up|Down)|Home|End|Page)/.test(event.key)) isMoved.current = true;
    if (event.key !== "Enter" || event.nativeEvent.isComposing || isMoved.current) return;
    event.preventDefault();
    event.stopPropagation();
    if (typed === "") onSkip?.();
    else choose(items[0]?.id ?? createId);
  }

  return (
    <div className={styles.picker}>
      <Autocomplete
        inputValue={text}
        onInputChange={(next) => {
          isMoved.current = false;
          setText(next);
        }}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened in order to type */}
        <SearchField aria-label={label} autoFocus aria-describedby={hintId} className={fieldStyles.box}>
          <Input
            ref={input}
            placeholder={placeholder}
            className={fieldStyles.input}
            onKeyDownCapture={take}
          />
        </SearchField>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrollable content must be reachable by keyboard (WCAG 2.1.1), and a fieldset is no list */}
        <div className={listStyles.list} tabIndex={0} role="group" aria-label={`${label}: choices`}>
          <ListBox<Option<Id | typeof createId>>
            aria-label={label}
            items={items}
            className={styles.options}
            onAction={choose}
          >
            {(option) => <ListOption option={option} />}
          </ListBox>
        </div>
      </Autocomplete>
      {children === undefined ? null : (
        <div id={hintId} className={styles.foot}>
          {children}
        </div>
      )}
    </div>
  );
}
