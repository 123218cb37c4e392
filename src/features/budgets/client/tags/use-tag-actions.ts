import { useApi } from "#client/app-context.tsx";
import type { Api } from "#client/data/api.ts";
import { takingBack, useUndoable, type Done } from "#client/use-undoable.ts";
import type { TagChange } from "#features/transactions/contract.ts";
import type { Decision } from "#shared/field-merge.ts";
import type { TagView } from "#shared/finance-shapes.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { inBatches, updatedCount } from "../rows/row-batches.ts";
import { undoing } from "../rules/use-rule-actions.ts";

/** Returns the actions on tags. Each saves at once, and can be undone from its toast; they reject with ApiError. */
export function useTagActions() {
  const api = useApi();
  const { save, tell } = useUndoable({ renew: reloadBudgets });
  return {
    /** Adds tags to transactions and removes others; after a failure midway, what was done can be undone. */
    tagRows: async (ids: readonly number[], change: Omit<TagChange, "transactionIds">): Promise<void> => {
      const answers: TagAnswer[] = [];
      const add = (transactionIds: readonly number[]): Promise<TagAnswer> =>
        api.post("/api/SetTransactionTags", { transactionIds: [...transactionIds], ...change });
      try {
        await save(
          () => inBatches(ids, add, answers),
          () => taggedWords(api, answers),
        );
      } catch (error) {
        if (answers.length > 0) tell(taggedWords(api, answers));
        throw error;
      }
    },
    /** Saves over the name `tag` was read with; `decided` answers an earlier 409. */
    rename: (tag: TagView, name: string, decided: { decided?: Decision[] } = {}) =>
      save(
        () => renameTag(api, tag, name, decided),
        (renamed) =>
          renamed.name === tag.name
            ? null
            : {
                text: `Renamed ${tag.name} to ${renamed.name}.`,
                undo: takingBack(() => renameTag(api, renamed, tag.name)),
              },
      ),
    merge: (tag: TagView, into: TagView) => {
      const undoId = crypto.randomUUID();
      return save(
        () => api.post("/api/MergeTag", { tagId: tag.tagId, intoTagId: into.tagId, undoId }),
        () => ({ text: `Merged ${tag.name} into ${into.name}.`, undo: undoing(api, undoId) }),
      );
    },
  };
}

function renameTag(
  api: Api,
  { tagId, name: read }: TagView,
  name: string,
  decided: { decided?: Decision[] } = {},
): Promise<TagView> {
  return api.post("/api/RenameTag", { tagId, name, basedOn: { name: read }, ...decided });
}

/** Deletes a tag. */
export async function deleteTag(api: Api, { tagId, name }: TagView): Promise<Done> {
  const undoId = crypto.randomUUID();
  await api.post("/api/DeleteTag", { tagId, undoId });
  return { text: `Deleted the tag ${name}.`, undo: undoing(api, undoId) };
}

type TagAnswer = { updated: number; undo: TagChange[] };

function taggedWords(api: Api, answers: readonly TagAnswer[]): Done {
  const changes = answers.flatMap(({ undo }) => undo);
  const takeBack = async () => {
    for (const change of changes) await api.post("/api/SetTransactionTags", change);
  };
  return {
    text: `Changed the tags of ${transactionsText(updatedCount(answers))}.`,
    // Nothing to take back if nothing changed.
    undo: changes.length === 0 ? undefined : takingBack(takeBack),
  };
}
