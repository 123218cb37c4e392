import { ListBoxItem } from "react-aria-components/ListBox";
import { Icon } from "../icon.tsx";
import type { Option } from "./option.ts";
import styles from "./list-box.module.css";

/** An option in the list of a select or combobox. */
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
            <span>{option.label}</span>
            {option.description ? <span className={styles.optionHint}>{option.description}</span> : null}
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
