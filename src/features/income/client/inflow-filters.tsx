import { useState } from "react";
import { Link } from "react-router";
import type { AccountRowsView } from "#client/paths.ts";
import { paths } from "#client/paths.ts";
import { buttonClassName } from "#ui/button.tsx";
import { Chip } from "#ui/chip.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SearchField } from "#ui/search-field.tsx";
import styles from "./inflow-filters.module.css";
import { periodText, type InflowsView } from "./inflows-view.ts";

type InflowFiltersProps = { view: InflowsView; onChange: (view: InflowsView) => void };

const shows: { show: AccountRowsView["show"]; label: string }[] = [
  { show: undefined, label: "All" },
  { show: "unlinked", label: "Not linked" },
  { show: "linked", label: "Linked" },
  { show: "removed", label: "Taken back by the bank" },
];

/** Search and cuts of the list: all of it stands in the address. */
export function InflowFilters({ view, onChange }: InflowFiltersProps) {
  const [text, setText] = useState(view.q ?? "");
  const period = periodText(view);
  const { q: _q, month: _month, day: _day, show: _show, ...rest } = view;

  function search(q: string) {
    const wanted = q.trim();
    const { q: _before, ...others } = view;
    onChange({ ...others, ...(wanted === "" ? {} : { q: wanted }), page: 1 });
  }

  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchField
          label="Search transactions"
          isLabelHidden
          placeholder="Search transactions"
          value={text}
          onChange={setText}
          onSubmit={search}
          onClear={() => search("")}
        />
      </div>
      <fieldset className={styles.chips}>
        <legend className="visually-hidden">Which transactions</legend>
        {shows.map(({ show, label }) => (
          <Chip
            key={label}
            isPressed={view.show === show}
            onPress={() => {
              const { show: _before, ...others } = view;
              onChange({ ...others, ...(show === undefined ? {} : { show }), page: 1 });
            }}
          >
            {label}
          </Chip>
        ))}
        {period === null ? null : (
          <Chip
            icon="close"
            tone="accent"
            onPress={() =>
              onChange({
                ...rest,
                ...(view.q === undefined ? {} : { q: view.q }),
                ...(view.show === undefined ? {} : { show: view.show }),
                page: 1,
              })
            }
          >
            {period}
            <span className="visually-hidden">, show all days</span>
          </Chip>
        )}
      </fieldset>
    </div>
  );
}

type NoInflowsProps = { itemId: number; view: InflowsView; hasAny: boolean };

/** Nothing came in, or nothing is left of it by the filters. */
export function NoInflows({ itemId, view, hasAny }: NoInflowsProps) {
  const { q, show, month, day } = view;
  const isCut = q !== undefined || show !== undefined || month !== undefined || day !== undefined;
  if (isCut && hasAny) {
    return (
      <EmptyState
        title="No transactions match"
        icon="search"
        action={
          <Link to={paths.accountTransactions(itemId)} className={buttonClassName()} preventScrollReset>
            Show all that came in
          </Link>
        }
      >
        {q === undefined ? "Nothing that came in is of this kind." : `Nothing that came in says “${q}” here.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing came in yet"
      icon="wallet"
      action={
        <Link to={paths.accounts()} className={buttonClassName()} viewTransition>
          See accounts
        </Link>
      }
    >
      Money that comes in on this bank’s accounts shows here. A first import can take a few minutes.
    </EmptyState>
  );
}
