import { useApi } from "#client/app-context.tsx";
import type { Api } from "#client/data/api.ts";
import { takingBack, useUndoable, type Done } from "#client/use-undoable.ts";
import type { TagChange } from "#features/transactions/contract.ts";
import type { TagView } from "#shared/finance-shapes.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { undoing } from "../rules/use-rule-actions.ts";

/** Returns the actions on tags. Each saves at once, and can be undone from its toast; they reject with ApiError. */
export function useTagActions() {
  const api = useApi();
  const { save } = useUndoable({ renew: reloadBudgets });
  return {
    /** Adds tags to transactions and removes others, 5,000 at a time. */
    tagRows: (ids: readonly number[], change: Omit<TagChange, "transactionIds">) =>
      save(
        () => changeTags(api, ids, change),
        ({ updated, undo }): Done => ({
          text: `Changed the tags of ${transactionsText(updated)}.`,
          ...takenBack(api, undo),
        }),
      ),
    rename: (tag: TagView, name: string) =>
      save(
        () => api.post("/api/RenameTag", { tagId: tag.tagId, name }),
        (renamed) =>
          renamed.name === tag.name
            ? null
            : {
                text: `Renamed ${tag.name} to ${renamed.name}.`,
                undo: takingBack(() => api.post("/api/RenameTag", tag)),
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

/** Deletes a tag. */
export async function deleteTag(api: Api, { tagId, name }: TagView): Promise<Done> {
  const undoId = crypto.randomUUID();
  await api.post("/api/DeleteTag", { tagId, undoId });
  return { text: `Deleted the tag ${name}.`, undo: undoing(api, undoId) };
}

const mostRowsPerCall = 5_000;

async function changeTags(api: Api, ids: readonly number[], change: Omit<TagChange, "transactionIds">) {
  const undo: TagChange[] = [];
  let updated = 0;
  for (let from = 0; from < ids.length; from += mostRowsPerCall) {
    const transactionIds = ids.slice(from, from + mostRowsPerCall);
    const answer = await api.post("/api/SetTransactionTags", { transactionIds, ...change });
    undo.push(...answer.undo);
    updated += answer.updated;
  }
  return { updated, undo };
}

/** Nothing to take back if nothing changed. */
function takenBack(api: Api, changes: readonly TagChange[]): Pick<Done, "undo"> {
  if (changes.length === 0) return {};
  return {
    undo: takingBack(async () => {
      for (const change of changes) await api.post("/api/SetTransactionTags", change);
    }),
  };
}
