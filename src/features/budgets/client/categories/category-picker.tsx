import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { SearchField } from "react-aria-components/SearchField";
import { ListOption } from "#ui/choice/list-option.tsx";
import type { Option } from "#ui/choice/option.ts";
import fieldStyles from "#ui/form/field.module.css";
import listStyles from "#ui/choice/list-box.module.css";
import styles from "./category-picker.module.css";
import { matchesOf } from "./category-matches.ts";

type CategoryPickerProps<Id extends string | number> = {
  /** Accessible name: "Category of Nine Plums". */
  label: string;
  options: readonly Option<Id>[];
  placeholder: string;
  onChoose: (id: Id) => void;
  /** Creates a category from the typed text. */
  onCreate: (typed: string) => void;
  /** Runs on Enter without a text. */
  onSkip?: (() => void) | undefined;
  /** Content below the list. */
  children?: ReactNode;
};

/** Can't be an option's id, because those come from data. */
const createId = "create…";

/**
 * Field over a list of categories, which has the focus at once. Typing highlights the first match, and Enter chooses it, however
 * fast it follows.
 */
export function CategoryPicker<Id extends string | number>({
  label,
  options,
  placeholder,
  onChoose,
  onCreate,
  onSkip,
  children,
}: CategoryPickerProps<Id>) {
  const hintId = useId();
  const { contains } = useFilter({ sensitivity: "base" });
  const [text, setText] = useState("");
  /** The person moved the highlight away from the first match. */
  const isMoved = useRef(false);
  const typed = text.trim();
  const found = matchesOf(options, typed, contains);
  const items: readonly Option<Id | typeof createId>[] = [...found, { id: createId, label: "New category…" }];

  function choose(key: string | number): void {
    if (key === createId) onCreate(typed);
    else {
      const option = options.find(({ id }) => String(id) === String(key));
      if (option !== undefined) onChoose(option.id);
    }
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
          <Input placeholder={placeholder} className={fieldStyles.input} onKeyDownCapture={take} />
        </SearchField>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrollable content must be reachable by keyboard (WCAG 2.1.1), and a fieldset is no list */}
        <div className={listStyles.list} tabIndex={0} role="group" aria-label="Categories">
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
