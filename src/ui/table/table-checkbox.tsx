import type { ChangeEvent } from "react";
import { useReadOnlyReason } from "../read-only.ts";
import styles from "./data-table.module.css";

type TableCheckboxProps = {
  label: string;
  isChecked: boolean;
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  /** Receives the event, which tells whether Shift was held. */
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

/**
 * A checkbox in a table cell: its label is for assistive technology, and its target fills the cell. Rows are selected to change them,
 * so it's off where nothing can be changed.
 */
export function TableCheckbox({
  label,
  isChecked,
  isIndeterminate,
  isDisabled,
  onChange,
}: TableCheckboxProps) {
  const offReason = useReadOnlyReason();
  return (
    <label className={styles.checkTarget} title={offReason ?? undefined}>
      <span className="visually-hidden">{label}</span>
      <input
        type="checkbox"
        className={styles.check}
        checked={isChecked}
        disabled={isDisabled || offReason !== null}
        onChange={onChange}
        ref={(input) => {
          if (input) input.indeterminate = isIndeterminate ?? false;
        }}
      />
    </label>
  );
}
