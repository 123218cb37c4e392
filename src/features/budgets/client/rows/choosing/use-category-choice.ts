import { useMemo, useState } from "react";
import type { Option } from "#ui/choice/option.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { FinancialCategory } from "../../../contract.ts";
import { uncategorizedId, type CategoryKind } from "#shared/row-kinds.ts";

/** A category as an option, with what it's for; null for none. */
export type CategoryOption = Option<number> & { kind: CategoryKind | null };

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
export function chooserOptions(categories: readonly FinancialCategory[]): CategoryOption[] {
  return [
    ...categories.map(({ financialCategoryId, name, kind }) => ({
      id: financialCategoryId,
      label: name,
      kind,
    })),
    { id: uncategorizedId, label: "No category", kind: null },
  ];
}

/** Returns the options with those that are suggested for a row first, and why. */
export function suggestedFirst(
  options: readonly CategoryOption[],
  suggestions: TransactionView["suggestions"],
): CategoryOption[] {
  const first = suggestions.flatMap(({ financialCategoryId, reason }) => {
    const option = options.find(({ id }) => id === financialCategoryId);
    return option === undefined ? [] : [{ ...option, description: suggestionReasons[reason] }];
  });
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...options.filter(({ id }) => !ids.has(id))];
}

/** Why a category is suggested, in words. */
export const suggestionReasons = { chosen: "You chose it before", bank: "Your bank’s guess" };

/** Returns the options with those of a kind first, so that money in is offered Salary before Bank Fees. */
export function fittingFirst(options: readonly CategoryOption[], kind: CategoryKind): CategoryOption[] {
  return options.toSorted((a, b) => Number(b.kind === kind) - Number(a.kind === kind));
}
