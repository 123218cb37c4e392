import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import type { Decision } from "#shared/field-merge.ts";
import type { FinancialCategory } from "../../contract.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { movedText, type CategoryUsage } from "./category-usage.ts";
import { offerUndo } from "../undo-toast.ts";

type Moved = CategoryUsage & { undoId: string };

/**
 * Makes, renames, merges and deletes categories. Each is saved at once, renews every list of budgets, and is for a while
 * taken back by its toast. All reject with the ApiError: 409 `name` where a name is taken.
 */
export function useCategoryActions() {
  const api = useApi();
  const queryClient = useQueryClient();

  async function save(
    financialCategoryId: number,
    name: string,
    over: { basedOn?: { name: string }; decided?: Decision[] } = {},
  ): Promise<FinancialCategory> {
    const category = await api.post("/api/SaveFinancialCategory", { financialCategoryId, name, ...over });
    await reloadBudgets(queryClient);
    return category;
  }

  async function bringBack(undoId: string): Promise<void> {
    await api.post("/api/UndoCategoryRemoval", { undoId });
    await reloadBudgets(queryClient);
  }

  async function tellMoved(message: string, { undoId }: Moved): Promise<void> {
    await reloadBudgets(queryClient);
    offerUndo(message, () => bringBack(undoId));
  }

  async function remove({ financialCategoryId, name }: FinancialCategory, into: FinancialCategory | null) {
    const reassignTo = into?.financialCategoryId ?? null;
    const moved = await api.post("/api/DeleteFinancialCategory", { financialCategoryId, reassignTo });
    await tellMoved(movedText("Deleted", name, moved, into?.name ?? null), moved);
  }

  return {
    create: async (name: string): Promise<FinancialCategory> => {
      const category = await save(0, name);
      // Undone, it is deleted, which says in turn what had it by then and can be undone itself.
      offerUndo(`Made the category ${category.name}.`, () => remove(category, null));
      return category;
    },
    /** Over the name that `category` was read with; `decided` answers a 409 about another one. */
    rename: async (
      category: FinancialCategory,
      name: string,
      decided: { decided?: Decision[] } = {},
    ): Promise<FinancialCategory> => {
      const renamed = await save(category.financialCategoryId, name, {
        basedOn: { name: category.name },
        ...decided,
      });
      if (renamed.name !== category.name)
        offerUndo(`${category.name} is called ${renamed.name} now.`, () =>
          save(category.financialCategoryId, category.name, { basedOn: { name: renamed.name } }),
        );
      return renamed;
    },
    remove,
    merge: async (from: FinancialCategory, into: FinancialCategory): Promise<void> => {
      const moved = await api.post("/api/MergeFinancialCategories", {
        from: from.financialCategoryId,
        into: into.financialCategoryId,
      });
      await tellMoved(movedText("Merged", from.name, moved, into.name), moved);
    },
  };
}
