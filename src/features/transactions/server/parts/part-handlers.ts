import type { Handlers, Kernel } from "#server/feature.ts";
import { notFound } from "#shared/errors.ts";
import type { partCalls } from "../../part-contract.ts";
import { hasId } from "../sorting/row-kinds.ts";
import { removeTag, type TagRemoval } from "../tags/tag-removal.ts";
import { changeTags, listTags, renameTag } from "../tags/tag-store.ts";
import { readTransactions } from "../transaction-reader.ts";
import { splitRow } from "./part-store.ts";

/** Handlers of the calls that split rows, and tag them. */
export function partHandlers({
  database,
  now,
  settings,
}: Pick<Kernel, "database" | "now" | "settings">): Handlers<typeof partCalls> {
  const mode = settings.bankMode;
  const remove = ({ userId }: { userId: string }, removal: TagRemoval) =>
    database.asUser(userId, (tx) => removeTag(tx, { userId, mode, now: now() }, removal));
  return {
    splitTransaction: (input, { session: { userId } }) =>
      database.asUser(userId, async (tx) => {
        await splitRow(tx, { userId, mode }, input);
        const where = hasId([input.transactionId]);
        const [view] = (await readTransactions(tx, { userId, where, paging: {} })).transactions;
        if (view === undefined) throw notFound();
        return view;
      }),
    getTags: (_input, { session: { userId } }) =>
      database.asUser(userId, (tx) => listTags(tx, { userId, mode })),
    setTransactionTags: (change, { session: { userId } }) =>
      database.asUser(userId, (tx) => changeTags(tx, { userId, mode }, change)),
    renameTag: (input, { session: { userId } }) =>
      database.asUser(userId, (tx) => renameTag(tx, userId, input)),
    mergeTag: (removal, { session }) => remove(session, removal),
    deleteTag: (removal, { session }) => remove(session, { ...removal, intoTagId: null }),
  };
}
