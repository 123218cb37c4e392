import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import type { FinancialCategory } from "../../../contract.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { RowList } from "../use-row-list.ts";
import type { JustCategorized } from "./always-hint.tsx";
import { useCategoryChoice } from "./use-category-choice.ts";

/**
 * Returns the state and actions for categorizing the selected rows of a list. A failed save keeps the selection and the chosen
 * category.
 */
export function useCategorizing(
  { selection, actions, changeSelected }: RowList,
  categories: readonly FinancialCategory[],
) {
  const api = useApi();
  const { perform, acts } = actions;
  const { option, choose, ...choice } = useCategoryChoice(categories);
  const [justDone, setJustDone] = useState<JustCategorized | null>(null);

  function save() {
    if (option === null) return;
    const { id, words } = option;
    const [only, ...others] = selection.isAll ? [] : [...selection.ids];
    const isOne = only !== undefined && others.length === 0 && id !== uncategorizedId;
    changeSelected(
      "Couldn’t save the category.",
      (rows) => acts.categorize(rows, { id, words }),
      () => {
        choose(null);
        setJustDone(
          isOne ? { transactionId: Number(only), financialCategoryId: id, categoryName: words } : null,
        );
      },
    );
  }

  /** Returns the ids of the selected rows, also on pages that weren't shown. */
  async function readIds(): Promise<readonly number[]> {
    const rows = selection.choice();
    if ("ids" in rows) return rows.ids;
    const { budgetId, filter } = rows;
    const { transactionIds } = await api.get("/api/GetBudgetTransactionIds", {
      ...filter,
      budgetId,
      excluded: "false",
    });
    return transactionIds;
  }

  function acceptAlways() {
    if (justDone === null) return;
    const { transactionId, financialCategoryId: value, categoryName } = justDone;
    perform(acts.always(transactionId, { field: "category", value }, categoryName), () => setJustDone(null));
  }

  return {
    ...choice,
    choose,
    save,
    readIds,
    justDone,
    acceptAlways,
    dismissAlways: () => setJustDone(null),
  };
}

export type Categorizing = ReturnType<typeof useCategorizing>;
