import { ListBoxItem } from "react-aria-components/ListBox";
import { Text } from "react-aria-components/Text";
import { Icon } from "./icon.tsx";
import type { Option } from "./option.ts";
import styles from "./list-box.module.css";

/** One line in the list that a select or a combobox opens. */
export function ListOption({ option }: { option: Option<string | number> }) {
  return (
    <ListBoxItem
      id={String(option.id)}
      textValue={option.label}
      isDisabled={option.isDisabled ?? false}
      className={styles.option}
    >
      {({ isSelected }) => (
        <>
          <span className={styles.optionText}>
            <Text slot="label">{option.label}</Text>
            {option.description ? (
              <Text slot="description" className={styles.optionHint}>
                {option.description}
              </Text>
            ) : null}
          </span>
          {isSelected ? (
            <span className={styles.check}>
              <Icon name="check" size="small" />
            </span>
          ) : null}
        </>
      )}
    </ListBoxItem>
  );
}
