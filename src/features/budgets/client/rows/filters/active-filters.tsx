import { Chip } from "#ui/status/chip.tsx";
import styles from "../budget-rows.module.css";

type ActiveFiltersProps<Change> = {
  /** `off` is the change of the view that removes the filter. */
  filters: readonly { id: string; label: string; off: Change }[];
  onRemove: (off: Change) => void;
  onClear: () => void;
};

/** Active filters of a list, each of which can be removed. Renders nothing if there are none. */
export function ActiveFilters<Change>({ filters, onRemove, onClear }: ActiveFiltersProps<Change>) {
  if (filters.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {filters.map(({ id, label, off }) => (
        <li key={id}>
          <Chip icon="close" onPress={() => onRemove(off)}>
            <span className="visually-hidden">Remove the filter </span>
            <span className={styles.chip} title={label}>
              {label}
            </span>
          </Chip>
        </li>
      ))}
      {filters.length > 1 ? (
        <li>
          <Chip onPress={onClear}>Clear all</Chip>
        </li>
      ) : null}
    </ul>
  );
}
