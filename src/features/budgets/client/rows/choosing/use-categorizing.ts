import { useState, type RefObject } from "react";
import { useApi } from "#client/app-context.tsx";
import type { FinancialCategory } from "../../../contract.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { focusRows } from "../row-focus.ts";
import { matchingFilter, rowsInput, type RowsView } from "../filters/rows-view.ts";
import type { JustCategorized } from "./always-hint.tsx";
import { useCategoryChoice } from "./use-category-choice.ts";
import { rowActs } from "../row-acts.ts";
import { useRowActions } from "../use-row-actions.ts";
import { useRowSelection } from "../use-row-selection.ts";

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
  const api = useApi();
  const selection = useRowSelection(matchingFilter(view, false), total);
  const actions = useRowActions(rowActs(budgetId), () => focusRows(region.current));
  const { perform, acts, isPending } = actions;
  const { option, choose, ...choice } = useCategoryChoice(categories);
  const [justDone, setJustDone] = useState<JustCategorized | null>(null);

  function save() {
    if (option === null || selection.count === 0 || isPending) return;
    const { id, words } = option;
    const [only, ...others] = selection.isAll ? [] : [...selection.ids];
    const isOne = only !== undefined && others.length === 0 && id !== uncategorizedId;
    perform(
      {
        failedText: "Couldn’t save the category.",
        run: () => acts.categorize(selection.choice(), { id, words }),
      },
      () => {
        selection.clear();
        choose(null);
        setJustDone(
          isOne ? { transactionId: Number(only), financialCategoryId: id, categoryName: words } : null,
        );
      },
    );
  }

  /** Returns the ids of the selected rows, also on pages that weren't shown. */
  async function readIds(): Promise<readonly number[]> {
    const choice = selection.choice();
    if ("ids" in choice) return choice.ids;
    const input = { ...rowsInput(view, false), page: undefined, pageSize: undefined };
    const { transactions } = await api.get("/api/GetBudgetTransactions", { budgetId, ...input });
    return transactions.map(({ transactionId }) => transactionId);
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

  function acceptAlways() {
    if (justDone === null) return;
    const { transactionId, financialCategoryId: value, categoryName } = justDone;
    perform(acts.always(transactionId, { field: "category", value }, categoryName), () => setJustDone(null));
  }

  return {
    selection,
    actions,
    ...choice,
    choose,
    save,
    readIds,
    exempt,
    justDone,
    acceptAlways,
    dismissAlways: () => setJustDone(null),
  };
}
