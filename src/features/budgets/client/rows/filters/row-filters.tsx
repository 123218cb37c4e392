import type { RefCallback } from "react";
import { FilterSelect, ListFilters } from "#client/lists/list-filters.tsx";
import type { UrlList } from "#client/lists/list-view.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import type { FocusTarget } from "#ui/form/field.tsx";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { FinancialCategory } from "../../../contract.ts";
import { partNames, type RowsPart, type RowsView } from "./rows-view.ts";

type RowFiltersProps = {
  list: UrlList<RowsView>;
  categories: readonly FinancialCategory[];
  searchRef: RefCallback<FocusTarget>;
};

/** Search and filters of a budget's rows. */
export function RowFilters({ list, categories, searchRef }: RowFiltersProps) {
  const { category, show } = list.view;
  return (
    <ListFilters
      searchWidth="half"
      list={list}
      placeholder={rowWords}
      active={[
        { label: show && partWords[show], off: { show: undefined } },
        { label: categoryWords(category, categories), off: { category: undefined } },
        daysFilter(list.view),
      ]}
      searchRef={searchRef}
    >
      <FilterSelect
        label="Show"
        any="All transactions"
        options={partNames.map((id) => ({ id, label: partWords[id] }))}
        value={show}
        onChange={(next) => list.change({ show: next })}
      />
      <CategoryFilter categories={categories} list={list} />
    </ListFilters>
  );
}

/** Placeholder of the search of a budget’s rows. */
export const rowWords = "Name, account, category, or amount";

const partWords: Record<RowsPart, string> = {
  counted: "Counted as spending",
  income: "Income, not counted",
  "other-currencies": "Other currencies",
  removed: "Removed by the bank",
};

type CategoryFilterProps = {
  categories: readonly FinancialCategory[];
  list: {
    view: { category?: number | undefined };
    change: (next: { category: number | undefined }) => void;
  };
};

/** Filter by category of a budget's rows and of the register. */
export function CategoryFilter({ categories, list }: CategoryFilterProps) {
  return (
    <FilterSelect
      label="In category"
      any="Any category"
      options={[
        { id: uncategorizedId, label: "Uncategorized" },
        ...categories.map(({ financialCategoryId, name }) => ({ id: financialCategoryId, label: name })),
      ]}
      value={list.view.category}
      onChange={(category) => list.change({ category })}
    />
  );
}

/** Name of the category of a filter; undefined for none. */
export function categoryWords(category: number | undefined, categories: readonly FinancialCategory[]) {
  if (category === undefined) return undefined;
  if (category === uncategorizedId) return "Uncategorized";
  return (
    categories.find(({ financialCategoryId }) => financialCategoryId === category)?.name ?? "One category"
  );
}

/** The filter by days, as an active one: "Nov 3 to Nov 9". */
export function daysFilter({ from, to }: Pick<RowsView, "from" | "to">) {
  return { label: daysWords(from, to), off: { from: undefined, to: undefined } };
}

function daysWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined) return to && `Through ${dateWords(to)}`;
  if (from === to) return dateWords(from);
  return to === undefined ? `From ${dateWords(from)}` : `${dateWords(from)} to ${dateWords(to)}`;
}
