import { changeAsUser } from "#server/database/change-as-user.ts";
import type { Handlers, Kernel } from "#server/feature.ts";
import type { joinCalls } from "../../contract.ts";
import { readJoinCandidates } from "./join-candidates.ts";
import { joinRows } from "./join-rows.ts";
import { separateRow, setApart } from "./separate-rows.ts";

/** Handlers of the calls that join rows and take them apart. */
export function joinHandlers({ database, now, settings }: Kernel): Handlers<typeof joinCalls> {
  const ownerOf = (userId: string) => ({ userId, mode: settings.bankMode, now: now() });
  return {
    getJoinCandidates: ({ transactionId }, { session: { userId } }) =>
      database.asUser(userId, async (tx) => ({
        transactions: await readJoinCandidates(tx, ownerOf(userId), transactionId),
      })),
    joinTransactions: ({ transactionId, otherTransactionId }, { session: { userId } }) =>
      changeAsUser(database, userId, (tx) =>
        joinRows(tx, ownerOf(userId), [transactionId, otherTransactionId]),
      ),
    separateTransaction: (input, { session: { userId } }) =>
      changeAsUser(database, userId, (tx) => separateRow(tx, ownerOf(userId), input)),
    setTransactionApart: ({ transactionId, isApart }, { session: { userId } }) =>
      database.asUser(userId, (tx) => setApart(tx, ownerOf(userId), transactionId, isApart)),
  };
}
