import { Link } from "react-router";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { UrlSearchField } from "#client/routing/url-search-field.tsx";
import { buttonClassName } from "#ui/button.tsx";
import { Chip } from "#ui/status/chip.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import type { Option } from "#ui/choice/option.ts";
import { Select } from "#ui/choice/select.tsx";
import styles from "./inflow-filters.module.css";
import {
  periodText,
  showWords,
  withFilter,
  type InflowFilter,
  type InflowsShow,
  type InflowsView,
} from "./inflows-view.ts";

type InflowFiltersProps = { view: InflowsView; onChange: (view: InflowsView) => void };

const showOptions: Option<InflowsShow | "all">[] = [
  { id: "all", label: "All deposits" },
  { id: "unlinked", label: showWords.unlinked },
  { id: "linked", label: showWords.linked },
  { id: "removed", label: showWords.removed },
];

/** Search and filters of the list, kept in the URL; each active filter can be removed. */
export function InflowFilters({ view, onChange }: InflowFiltersProps) {
  const change = (filter: InflowFilter) => onChange(withFilter(view, filter));
  return (
    <div className={styles.filters}>
      <div className={styles.fields}>
        <UrlSearchField
          q={view.q ?? ""}
          placeholder="Name, account, or amount"
          onSearch={(q) => change({ q: q === "" ? undefined : q })}
        />
        <Select
          label="Show"
          options={showOptions}
          value={view.show ?? "all"}
          onChange={(id) => change({ show: id === "all" ? undefined : id })}
        />
      </div>
      <FilterChips view={view} change={change} />
    </div>
  );
}

function FilterChips({ view, change }: { view: InflowsView; change: (filter: InflowFilter) => void }) {
  const period = periodText(view);
  const chips: { id: string; label: string; off: InflowFilter }[] = [];
  if (view.q !== undefined) chips.push({ id: "q", label: `“${view.q}”`, off: { q: undefined } });
  if (view.show !== undefined)
    chips.push({ id: "show", label: showWords[view.show], off: { show: undefined } });
  if (period !== null) chips.push({ id: "days", label: period, off: { month: undefined, day: undefined } });
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {chips.map(({ id, label, off }) => (
        <li key={id}>
          <Chip icon="close" onPress={() => change(off)}>
            <span className="visually-hidden">Remove the filter </span>
            {label}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

type NoInflowsProps = { itemId: number; view: InflowsView; hasAny: boolean };

/** Empty state of the list, with or without filters. */
export function NoInflows({ itemId, view, hasAny }: NoInflowsProps) {
  const { q, show, month, day } = view;
  const isFiltered = q !== undefined || show !== undefined || month !== undefined || day !== undefined;
  if (isFiltered && hasAny) {
    return (
      <EmptyState
        title="No transactions match"
        icon="search"
        action={
          <Link to={memberPaths.accountTransactions(itemId)} className={buttonClassName()} preventScrollReset>
            Show all deposits
          </Link>
        }
      >
        {q === undefined ? "No deposits match these filters." : `No deposits match “${q}” here.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No deposits yet"
      icon="wallet"
      action={
        <Link to={paths.accounts()} className={buttonClassName()} viewTransition>
          See accounts
        </Link>
      }
    >
      Deposits in this bank’s accounts appear here. A first import can take a few minutes.
    </EmptyState>
  );
}
