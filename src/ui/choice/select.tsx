import { Button } from "react-aria-components/Button";
import { ListBox } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { classNames } from "../class-names.ts";
import { FieldHelp, FieldLabel, fieldState, type FieldProps } from "../form/field.tsx";
import { Icon } from "../icon.tsx";
import { ListOption } from "./list-option.tsx";
import { optionId, type Option } from "./option.ts";
import fieldStyles from "../form/field.module.css";
import listStyles from "./list-box.module.css";
import styles from "./select.module.css";

export type SelectProps<Id extends string | number> = FieldProps & {
  options: readonly Option<Id>[];
  value: Id | null;
  onChange: (value: Id) => void;
  placeholder?: string | undefined;
};

/** Selection of one option from a short list. For a long or optional one, use Combobox. */
export function Select<Id extends string | number>(props: SelectProps<Id>) {
  const { options, value, onChange, onBlur, placeholder = "Choose…", ref } = props;
  return (
    <AriaSelect
      {...fieldState(props)}
      value={value === null ? null : String(value)}
      onChange={(key) => {
        const id = optionId(options, key);
        if (id !== null) onChange(id);
      }}
      onBlur={onBlur}
      placeholder={placeholder}
      className={fieldStyles.field}
    >
      <FieldLabel {...props} />
      <Button ref={ref} className={classNames(fieldStyles.box, styles.trigger)}>
        <SelectValue className={styles.value}>
          {({ selectedText }) => selectedText || placeholder}
        </SelectValue>
        <Icon name="chevron-down" size="small" className={styles.chevron} />
      </Button>
      <FieldHelp {...props} />
      <Popover className={listStyles.popover}>
        <ListBox className={listStyles.list}>
          {options.map((option) => (
            <ListOption key={option.id} option={option} />
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
