import { useId, useState, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./folded-filters.module.css";

type FoldedFiltersProps = {
  search: ReactNode;
  /** Active filters, each of which can be removed. */
  chips: ReactNode;
  /** The search takes two of the four columns of a wide window. */
  isSearchWide?: boolean;
  /** Filters besides the search; null for none. */
  children: ReactNode;
};

/** Search and filters of a list of rows. In narrow windows, a button shows all but the search. */
export function FoldedFilters({ search, chips, isSearchWide = false, children }: FoldedFiltersProps) {
  const moreId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classNames(styles.filters, isSearchWide && styles.wide)}>
      <div className={styles.first}>
        {search}
        {children === null ? null : (
          <div className={styles.toggle}>
            <Button
              icon="filter"
              aria-expanded={isOpen}
              aria-controls={moreId}
              onClick={() => setOpen((before) => !before)}
            >
              Filters
            </Button>
          </div>
        )}
      </div>
      {children === null ? null : (
        <div id={moreId} className={styles.more} data-open={isOpen || undefined}>
          {children}
        </div>
      )}
      {chips}
    </div>
  );
}
