import type { Handlers, Kernel } from "#server/feature.ts";
import { notFound } from "#shared/errors.ts";
import type { partCalls } from "../../part-contract.ts";
import { hasId } from "../row-kinds.ts";
import { changeTags, deleteTag, listTags, mergeTag, renameTag } from "../tags/tag-store.ts";
import { readTransactions } from "../transaction-reader.ts";
import { splitRow } from "./part-store.ts";

/** Handlers of the calls that split rows, and tag them. */
export function partHandlers({
  database,
  settings,
}: Pick<Kernel, "database" | "settings">): Handlers<typeof partCalls> {
  const mode = settings.bankMode;
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
    mergeTag: (input, { session: { userId } }) =>
      database.asUser(userId, (tx) => mergeTag(tx, userId, input)),
    deleteTag: ({ tagId }, { session: { userId } }) =>
      database.asUser(userId, (tx) => deleteTag(tx, userId, tagId)),
  };
}
