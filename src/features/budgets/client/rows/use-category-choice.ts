import { useMemo, useState } from "react";
import type { Option } from "#ui/choice/option.ts";
import type { FinancialCategory } from "../../contract.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";

/** Returns the options of the category chooser, including none, and the chosen one with its words in a sentence. */
export function useCategoryChoice(categories: readonly FinancialCategory[]) {
  const [chosen, choose] = useState<number | null>(null);
  const options = useMemo(() => chooserOptions(categories), [categories]);
  // A category deleted since can't be saved.
  const found = options.find(({ id }) => id === chosen) ?? null;
  return {
    options,
    category: found?.id ?? null,
    option:
      found === null
        ? null
        : { id: found.id, words: found.id === uncategorizedId ? "no category" : found.label },
    choose,
  };
}

/** Returns what a category can be: the categories by name, or none. */
export function chooserOptions(categories: readonly FinancialCategory[]): Option<number>[] {
  return [
    ...categories.map(({ financialCategoryId, name }) => ({ id: financialCategoryId, label: name })),
    { id: uncategorizedId, label: "No category" },
  ];
}
