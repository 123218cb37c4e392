import type { Api } from "#client/data/api.ts";
import { useApi } from "#client/app-context.tsx";
import { takingBack, useUndoable, type Done } from "#client/use-undoable.ts";
import type { Decision } from "#shared/field-merge.ts";
import type { FinancialCategory } from "../../contract.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { movedText, type CategoryUsage } from "./category-usage.ts";

/**
 * Makes, renames, merges and deletes categories. Each is saved at once, renews every list of budgets, and is for a while
 * taken back by its toast. All reject with the ApiError: 409 `name` where a name is taken.
 */
export function useCategoryActions() {
  const api = useApi();
  const { save } = useUndoable({ renew: reloadBudgets });

  return {
    create: (name: string): Promise<FinancialCategory> =>
      save(
        () => api.post("/api/SaveFinancialCategory", { financialCategoryId: 0, name }),
        (made) => ({
          text: `Made the category ${made.name}.`,
          // Undone, it is deleted, which says in turn what had it by then and can be undone itself.
          undo: {
            failedText: `${made.name} could not be deleted.`,
            run: async () => deletedText(api, made, null, await remove(api, made, null)),
          },
        }),
      ),
    /** Over the name that `category` was read with; `decided` answers a 409 about another one. */
    rename: (
      category: FinancialCategory,
      name: string,
      decided: { decided?: Decision[] } = {},
    ): Promise<FinancialCategory> =>
      save(
        () => rename(api, category, name, decided),
        (renamed) =>
          renamed.name === category.name
            ? null
            : {
                text: `${category.name} is called ${renamed.name} now.`,
                undo: takingBack(() => rename(api, renamed, category.name)),
              },
      ),
    remove: (category: FinancialCategory, into: FinancialCategory | null) =>
      save(
        () => remove(api, category, into),
        (moved) => deletedText(api, category, into, moved),
      ),
    merge: (from: FinancialCategory, into: FinancialCategory) =>
      save(
        () =>
          api.post("/api/MergeFinancialCategories", {
            from: from.financialCategoryId,
            into: into.financialCategoryId,
          }),
        (moved) => told(api, movedText("Merged", from.name, moved, into.name), moved),
      ),
  };
}

type Moved = CategoryUsage & { undoId: string };

function rename(
  api: Api,
  { financialCategoryId, name: read }: FinancialCategory,
  name: string,
  decided: { decided?: Decision[] } = {},
): Promise<FinancialCategory> {
  const basedOn = { name: read };
  return api.post("/api/SaveFinancialCategory", { financialCategoryId, name, basedOn, ...decided });
}

function remove(
  api: Api,
  { financialCategoryId }: FinancialCategory,
  into: FinancialCategory | null,
): Promise<Moved> {
  const reassignTo = into?.financialCategoryId ?? null;
  return api.post("/api/DeleteFinancialCategory", { financialCategoryId, reassignTo });
}

function deletedText(
  api: Api,
  { name }: FinancialCategory,
  into: FinancialCategory | null,
  moved: Moved,
): Done {
  return told(api, movedText("Deleted", name, moved, into?.name ?? null), moved);
}

function told(api: Api, text: string, { undoId }: Moved): Done {
  return { text, undo: takingBack(() => api.post("/api/UndoCategoryRemoval", { undoId })) };
}
