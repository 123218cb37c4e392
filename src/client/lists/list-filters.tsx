import { useId, useState, type ReactNode, type RefCallback } from "react";
import { UrlSearchField } from "#client/routing/url-search-field.tsx";
import { Button } from "#ui/button.tsx";
import type { Option } from "#ui/choice/option.ts";
import { Select } from "#ui/choice/select.tsx";
import { classNames } from "#ui/class-names.ts";
import type { FocusTarget } from "#ui/form/field.tsx";
import { Chip } from "#ui/status/chip.tsx";
import styles from "./list-filters.module.css";

type ListFiltersProps<Change> = {
  /** The list's view (`useListView`). */
  list: {
    view: { q?: string | undefined };
    change: (change: Change | { q: string | undefined }, options?: { replace: boolean }) => void;
    showOnly: () => void;
  };
  /** Words for what the search looks at. */
  placeholder: string;
  /** Words of the other filters, undefined for one that isn't active, and the change of the view that removes each. */
  active: readonly { label: string | undefined; off: Change }[];
  /** The search takes two or three of the four columns of a wide window instead of one. */
  searchWidth?: "half" | "most";
  searchRef?: RefCallback<FocusTarget>;
  /** Fields of the filters besides the search, if there are any. */
  children?: ReactNode;
};

/**
 * Search and filters of a list, and the active ones, each of which can be removed. In narrow windows, a button shows all but the
 * search.
 */
export function ListFilters<Change extends object>(props: ListFiltersProps<Change>) {
  const { list, active, children, searchRef, searchWidth } = props;
  const { q } = list.view;
  const moreId = useId();
  const [isOpen, setOpen] = useState(false);
  const chips = [{ label: q && `“${q}”`, off: { q: undefined } }, ...active].filter(
    ({ label }) => label !== undefined,
  );
  return (
    <div className={classNames(styles.filters, searchWidth && styles[searchWidth])}>
      <div className={styles.first}>
        <UrlSearchField
          q={q ?? ""}
          placeholder={props.placeholder}
          onSearch={(words) => list.change({ q: words || undefined }, { replace: true })}
          ref={searchRef}
        />
        {children === undefined ? null : (
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
      {children === undefined ? null : (
        <div id={moreId} className={styles.more} data-open={isOpen || undefined}>
          {children}
        </div>
      )}
      {chips.length === 0 ? null : (
        <ul className={styles.chips} aria-label="Active filters">
          {chips.map(({ label, off }) => (
            <li key={Object.keys(off).join()}>
              <Chip icon="close" onPress={() => list.change(off)}>
                <span className="visually-hidden">Remove the filter </span>
                <span className={styles.chip} title={label}>
                  {label}
                </span>
              </Chip>
            </li>
          ))}
          {chips.length > 1 ? (
            <li>
              <Chip onPress={() => list.showOnly()}>Clear all</Chip>
            </li>
          ) : null}
        </ul>
      )}
    </div>
  );
}

type FilterSelectProps<Id extends string | number> = {
  label: string;
  /** Words for no filter. */
  any: string;
  options: readonly Option<Id>[];
  value: Id | undefined;
  onChange: (value: Id | undefined) => void;
};

/** Filter by one option, or by none. */
export function FilterSelect<Id extends string | number>(props: FilterSelectProps<Id>) {
  const { label, any, options, value, onChange } = props;
  return (
    <Select<Id | "any">
      label={label}
      options={[{ id: "any", label: any }, ...options]}
      value={value ?? "any"}
      onChange={(id) => onChange(id === "any" ? undefined : id)}
    />
  );
}
