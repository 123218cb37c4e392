import { useMemo, useState, type RefObject } from "react";
import type { FinancialCategory } from "../../contract.ts";
import { uncategorizedId } from "../../domain/budget-rows.ts";
import { focusRows } from "./row-focus.ts";
import type { RowsView } from "./rows-view.ts";
import type { SamePayee } from "./same-payee-hint.tsx";
import { chooserOptions } from "./transaction-tools.tsx";
import { useRowActions } from "./use-row-actions.ts";
import { useRowSelection } from "./use-row-selection.ts";

type CategorizingOptions = {
  budgetId: number;
  view: RowsView;
  /** Number of rows in the view, on all pages. */
  total: number;
  categories: readonly FinancialCategory[];
  /** Element that holds the table; receives focus when an action removes the focused row. */
  region: RefObject<HTMLElement | null>;
};

/**
 * Returns the state and actions for categorizing or exempting the selected rows of a budget. A failed save keeps the
 * selection and the chosen category.
 */
export function useCategorizing({ budgetId, view, total, categories, region }: CategorizingOptions) {
  const selection = useRowSelection(view, false, total);
  const actions = useRowActions(budgetId, () => focusRows(region.current));
  const { perform, acts, isPending } = actions;
  const [chosen, choose] = useState<number | null>(null);
  const [same, setSame] = useState<SamePayee | null>(null);
  const options = useMemo(() => chooserOptions(categories), [categories]);
  const option = options.find(({ id }) => id === chosen);
  // A category deleted since can't be saved.
  const category = option?.id ?? null;

  function save() {
    if (option === undefined || selection.count === 0 || isPending) return;
    const { id } = option;
    const words = id === uncategorizedId ? "no category" : option.label;
    const [only, ...others] = selection.isAll ? [] : [...selection.ids];
    const isOne = only !== undefined && others.length === 0 && id !== uncategorizedId;
    perform(
      {
        failedText: "Couldn’t save the category.",
        run: () => acts.categorize(selection.choice(), id, words),
      },
      () => {
        selection.clear();
        choose(null);
        setSame(isOne ? { transactionId: Number(only), financialCategoryId: id, categoryName: words } : null);
      },
    );
  }

  function exempt() {
    if (selection.count === 0 || isPending) return;
    perform(
      {
        failedText: "Couldn’t exempt the transactions.",
        run: () => acts.setExempt(selection.choice(), true),
      },
      selection.clear,
    );
  }

  function acceptSame(ids: readonly number[]) {
    if (same === null) return;
    perform(
      {
        failedText: "Couldn’t save the category.",
        run: () => acts.categorize({ ids }, same.financialCategoryId, same.categoryName),
      },
      () => setSame(null),
    );
  }

  return {
    selection,
    actions,
    options,
    category,
    choose,
    save,
    exempt,
    same,
    acceptSame,
    dismissSame: () => setSame(null),
  };
}
