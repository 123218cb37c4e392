import type { RefCallback } from "react";
import { UrlSearchField } from "#client/routing/url-search-field.tsx";
import { dateWords } from "#shared/time/plain-dates.ts";
import type { FocusTarget } from "#ui/form/field.tsx";
import type { Option } from "#ui/choice/option.ts";
import { Select } from "#ui/choice/select.tsx";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { FinancialCategory } from "../../../contract.ts";
import { ActiveFilters } from "./active-filters.tsx";
import { FoldedFilters } from "./folded-filters.tsx";
import { partNames, wholeList, type RowsPart, type RowsView } from "./rows-view.ts";

type Change = (change: Partial<RowsView>, options?: { replace?: boolean }) => void;

type RowFiltersProps = {
  view: RowsView;
  change: Change;
  categories: readonly FinancialCategory[];
  /** Hides the part and category filters, which exemptions don't have. */
  isSearchOnly?: boolean;
  searchRef: RefCallback<FocusTarget>;
};

/** Search and filters of a budget's rows. */
export function RowFilters({ view, change, categories, isSearchOnly = false, searchRef }: RowFiltersProps) {
  return (
    <FoldedFilters
      isSearchWide
      search={
        <UrlSearchField
          q={view.q}
          placeholder="Name, account, category, or amount"
          onSearch={(q) => change({ q }, { replace: true })}
          ref={searchRef}
        />
      }
      chips={<FilterChips view={view} change={change} categories={categories} />}
    >
      {isSearchOnly ? null : (
        <>
          <Select
            label="Show"
            options={partOptions}
            value={view.show ?? "all"}
            onChange={(id) => change({ show: id === "all" ? null : id })}
          />
          <CategoryFilter categories={categories} category={view.category} change={change} />
        </>
      )}
    </FoldedFilters>
  );
}

export const partWords: Record<RowsPart, string> = {
  counted: "Counted as spending",
  income: "Income, not counted",
  "other-currencies": "Other currencies",
  removed: "Removed by the bank",
};

const anyCategory = 0;

const partOptions: Option<RowsPart | "all">[] = [
  { id: "all", label: "All transactions" },
  ...partNames.map((id) => ({ id, label: partWords[id] })),
];

type CategoryFilterProps = {
  categories: readonly FinancialCategory[];
  category: number | null;
  change: (next: { category: number | null }) => void;
};

/** Filter by category of a budget's rows and of the register. */
export function CategoryFilter({ categories, category, change }: CategoryFilterProps) {
  return (
    <Select
      label="In category"
      options={[
        { id: anyCategory, label: "Any category" },
        { id: uncategorizedId, label: "Uncategorized" },
        ...categories.map(({ financialCategoryId, name }) => ({ id: financialCategoryId, label: name })),
      ]}
      value={category ?? anyCategory}
      onChange={(id) => change({ category: id === anyCategory ? null : id })}
    />
  );
}

function FilterChips({ view, change, categories }: Pick<RowFiltersProps, "view" | "change" | "categories">) {
  const { category, show, from, to, q } = view;
  const chips: { id: string; label: string; off: Partial<RowsView> }[] = [];
  if (q !== "") chips.push({ id: "q", label: `“${q}”`, off: { q: "" } });
  if (show !== null) chips.push({ id: "show", label: partWords[show], off: { show: null } });
  if (category !== null)
    chips.push({ id: "category", label: categoryWords(category, categories), off: { category: null } });
  if (from !== null || to !== null)
    chips.push({ id: "days", label: daysWords(from, to), off: { from: null, to: null } });
  return <ActiveFilters filters={chips} onRemove={change} onClear={() => change(wholeList)} />;
}

/** Name of the category of a filter. */
export function categoryWords(category: number, categories: readonly FinancialCategory[]): string {
  if (category === uncategorizedId) return "Uncategorized";
  return (
    categories.find(({ financialCategoryId }) => financialCategoryId === category)?.name ?? "One category"
  );
}

/** Words for the days of a filter: "Nov 3 to Nov 9". At least one is given. */
export function daysWords(from: string | null, to: string | null): string {
  if (from !== null && from === to) return dateWords(from);
  if (from === null) return `Through ${to === null ? "" : dateWords(to)}`;
  return to === null ? `From ${dateWords(from)}` : `${dateWords(from)} to ${dateWords(to)}`;
}
