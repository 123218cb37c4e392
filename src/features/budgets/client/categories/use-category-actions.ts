import type { Api } from "#client/data/api.ts";
import { useApi } from "#client/app-context.tsx";
import { takingBack, useUndoable, type Done } from "#client/use-undoable.ts";
import type { Decision } from "#shared/field-merge.ts";
import type { FinancialCategory } from "../../contract.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { movedText, type CategoryUsage } from "./category-usage.ts";

/**
 * Returns actions that create, rename, merge, and delete categories. Each saves at once, refreshes all budget queries,
 * and can be undone from its toast. They reject with ApiError: 409 `name` if a name is taken.
 */
export function useCategoryActions() {
  const api = useApi();
  const { save } = useUndoable({ renew: reloadBudgets });

  return {
    create: (name: string): Promise<FinancialCategory> =>
      save(
        () => api.post("/api/SaveFinancialCategory", { financialCategoryId: 0, name }),
        (made) => ({
          text: `Created the category ${made.name}.`,
          // The undo deletes the category. Its own toast tells what used it by then, and can be undone in turn.
          undo: {
            failedText: `Couldn’t delete ${made.name}.`,
            run: async () => deletedToast(api, made, null, await remove(api, made, null)),
          },
        }),
      ),
    /** Saves over the name `category` was read with; `decided` answers an earlier 409. */
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
                text: `Renamed ${category.name} to ${renamed.name}.`,
                undo: takingBack(() => rename(api, renamed, category.name)),
              },
      ),
    remove: (category: FinancialCategory, into: FinancialCategory | null) =>
      save(
        () => remove(api, category, into),
        (moved) => deletedToast(api, category, into, moved),
      ),
    merge: (from: FinancialCategory, into: FinancialCategory) =>
      save(
        () =>
          api.post("/api/MergeFinancialCategories", {
            from: from.financialCategoryId,
            into: into.financialCategoryId,
          }),
        (moved) => movedToast(api, movedText("Merged", from.name, moved, into.name), moved),
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

function deletedToast(
  api: Api,
  { name }: FinancialCategory,
  into: FinancialCategory | null,
  moved: Moved,
): Done {
  return movedToast(api, movedText("Deleted", name, moved, into?.name ?? null), moved);
}

function movedToast(api: Api, text: string, { undoId }: Moved): Done {
  return { text, undo: takingBack(() => api.post("/api/UndoCategoryRemoval", { undoId })) };
}
