import { use, useEffect, useRef, type KeyboardEvent, type Ref } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox, ComboBoxStateContext, useFilter } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { FieldHelp, FieldLabel, fieldState, type FieldProps } from "../form/field.tsx";
import { Icon } from "../icon.tsx";
import { ListOption } from "./list-option.tsx";
import { optionId, type Option } from "./option.ts";
import fieldStyles from "../form/field.module.css";
import listStyles from "./list-box.module.css";

export type ComboboxProps<Id extends string | number> = FieldProps & {
  options: readonly Option<Id>[];
  value: Id | null;
  /** Receives null when the selection is cleared. */
  onChange: (value: Id | null) => void;
  placeholder?: string | undefined;
  /** Shown in the open list if nothing matches. */
  emptyMessage?: string | undefined;
  /** Last entry of the list, always shown, which creates a new item from the typed text. */
  create?: { label: string; onCreate: (typed: string) => void } | undefined;
};

/** Can't be an option's id, because those come from data. */
const createId = "create…";

/** Selection of one item from a long list: type to filter, clear with the button or by deleting the text. */
export function Combobox<Id extends string | number>(props: ComboboxProps<Id>) {
  const { options, value, onBlur, placeholder, emptyMessage = "No matches", create, ref } = props;
  const { contains } = useFilter({ sensitivity: "base" });
  // Typed text that isn't a selection: a selection puts its own text into the field.
  const typed = useRef("");
  const items: readonly Option<Id | typeof createId>[] =
    create === undefined ? options : [...options, { id: createId, label: create.label }];

  function choose(key: string | number | null) {
    if (key === createId) create?.onCreate(typed.current);
    else props.onChange(optionId(options, key));
  }

  function firstMatch(text: string): string | null {
    const match = options.find(({ label, isDisabled }) => !isDisabled && contains(label, text));
    if (match !== undefined) return String(match.id);
    return create === undefined ? null : createId;
  }

  return (
    <ComboBox
      {...fieldState(props)}
      value={value === null ? null : String(value)}
      onChange={choose}
      onBlur={onBlur}
      defaultItems={items}
      defaultFilter={(text, input) => text === create?.label || contains(text, input)}
      allowsEmptyCollection
      className={fieldStyles.field}
    >
      <FieldLabel {...props} />
      <Group className={fieldStyles.box}>
        <TypedText
          ref={ref}
          placeholder={placeholder}
          firstMatch={firstMatch}
          onType={(text) => {
            typed.current = text;
          }}
        />
        {props.isDisabled ? null : <ClearButton label={props.label} />}
        <Button className={fieldStyles.inBox}>
          <Icon name="chevron-down" size="small" />
        </Button>
      </Group>
      <FieldHelp {...props} />
      <Popover className={listStyles.popover}>
        <ListBox<Option<Id | typeof createId>>
          className={listStyles.list}
          renderEmptyState={() => <div className={listStyles.empty}>{emptyMessage}</div>}
        >
          {(option) => <ListOption option={option} />}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

type TypedTextProps = {
  ref: Ref<HTMLInputElement> | undefined;
  placeholder: string | undefined;
  /** Returns the entry that matches the typed text; null if none does. */
  firstMatch: (typed: string) => string | null;
  onType: (text: string) => void;
};

/** Text input. A click opens the list; typing highlights the first match, which Enter selects. */
function TypedText({ ref, placeholder, firstMatch, onType }: TypedTextProps) {
  const state = use(ComboBoxStateContext);
  const manager = state?.selectionManager;

  function matchOf(text: string): string | null {
    return text === "" || text === state?.selectedItem?.textValue ? null : firstMatch(text);
  }

  // After every render, because React Aria clears the highlight whenever the text changes.
  useEffect(() => {
    if (!state?.isOpen || manager?.focusedKey !== null) return;
    const match = matchOf(state.inputValue);
    if (match !== null && state.collection.getItem(match) !== null) manager.setFocusedKey(match);
  });

  function take(event: KeyboardEvent<HTMLInputElement>): void {
    // Tab moves on and never creates an item.
    if (event.key === "Tab" && manager?.focusedKey === createId) manager.setFocusedKey(null);
    if (event.key !== "Enter" || event.nativeEvent.isComposing || manager?.focusedKey !== null) return;
    // Enter may be pressed before the list shows its highlight.
    const match = matchOf(event.currentTarget.value);
    if (match === null || match === state?.value) return;
    event.preventDefault();
    event.stopPropagation();
    state?.setValue(match);
  }

  return (
    <Input
      ref={ref}
      placeholder={placeholder}
      className={fieldStyles.input}
      onClick={() => {
        if (!state?.isOpen) state?.open(null, "manual");
      }}
      onKeyDownCapture={take}
      onInput={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}

function ClearButton({ label }: { label: string }) {
  const state = use(ComboBoxStateContext);
  if (!state || (state.value === null && state.inputValue === "")) return null;
  return (
    // No slot, because the combobox's own button is the one that opens it.
    <Button
      slot={null}
      className={fieldStyles.inBox}
      aria-label={`Clear ${label}`}
      onPress={() => {
        state.setValue(null);
        state.setInputValue("");
      }}
    >
      <Icon name="close" size="small" />
    </Button>
  );
}
