import { use, useRef } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox, ComboBoxStateContext, useFilter } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { FieldHelp, FieldLabel, fieldState, type FieldProps } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { ListOption } from "./list-option.tsx";
import { optionId, type Option } from "./option.ts";
import fieldStyles from "./field.module.css";
import listStyles from "./list-box.module.css";

export type ComboboxProps<Id extends string | number> = FieldProps & {
  options: readonly Option<Id>[];
  value: Id | null;
  /** Gets null when the choice is cleared. */
  onChange: (value: Id | null) => void;
  placeholder?: string | undefined;
  /** Said in the open list when nothing matches what was typed. */
  emptyMessage?: string | undefined;
  /** The last entry of the list, whatever is typed: makes what is not there yet. Gets what was typed. */
  create?: { label: string; onCreate: (typed: string) => void } | undefined;
};

/** No option's id: those come from data. */
const createId = "create…";

/** One choice out of a long list: type to filter, clear with the button or by emptying the text. */
export function Combobox<Id extends string | number>(props: ComboboxProps<Id>) {
  const { options, value, onBlur, placeholder, emptyMessage = "Nothing matches.", create, ref } = props;
  const { contains } = useFilter({ sensitivity: "base" });
  // What is typed, while it is no choice: choosing puts the choice's own text into the field.
  const typed = useRef("");
  const items: readonly Option<Id | typeof createId>[] =
    create === undefined ? options : [...options, { id: createId, label: create.label }];

  function choose(key: string | number | null) {
    if (key === createId) create?.onCreate(typed.current);
    else props.onChange(optionId(options, key));
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
        <Input
          ref={ref}
          placeholder={placeholder}
          className={fieldStyles.input}
          onInput={({ currentTarget }) => {
            typed.current = currentTarget.value;
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

function ClearButton({ label }: { label: string }) {
  const state = use(ComboBoxStateContext);
  if (!state || (state.value === null && state.inputValue === "")) return null;
  return (
    // No slot: the combobox's own button is the one that opens it.
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
