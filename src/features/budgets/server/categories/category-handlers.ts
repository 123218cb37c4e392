import type { Handlers, Kernel } from "#server/feature.ts";
import { restorableSince } from "#server/restorable.ts";
import type { categoryCalls } from "../../category-contract.ts";
import { changeAsUser } from "#server/database/change-as-user.ts";
import { listBankCategories, saveBankCategory } from "./bank-category-store.ts";
import { moveCategory } from "./category-removal.ts";
import { listCategories, listUsage, saveCategory } from "./category-store.ts";
import { undoRemoval } from "./category-undo.ts";

/** Handlers of the category calls. */
export function categoryHandlers({
  database,
  now,
  settings,
}: Pick<Kernel, "database" | "now" | "settings">): Handlers<typeof categoryCalls> {
  const mode = settings.bankMode;
  return {
    financialCategories: (_input, { session }) =>
      database.asUser(session.userId, (tx) => listCategories(tx, session.userId)),
    getFinancialCategoryUsage: (_input, { session }) =>
      database.asUser(session.userId, (tx) => listUsage(tx, { userId: session.userId, mode })),
    getBankCategories: (_input, { session: { userId } }) =>
      database.asUser(userId, (tx) => listBankCategories(tx, { userId, mode })),
    saveBankCategory: (choice, { session: { userId } }) =>
      changeAsUser(database, userId, (tx) => saveBankCategory(tx, userId, choice)),
    saveFinancialCategory: (input, { session }) => saveCategory(database, session.userId, input),
    mergeFinancialCategories: ({ from, into }, { session: { userId } }) =>
      changeAsUser(database, userId, (tx) =>
        moveCategory(tx, { userId, mode }, { from, into, isDeletion: false, now: now() }),
      ),
    deleteFinancialCategory: ({ financialCategoryId, reassignTo }, { session: { userId } }) =>
      changeAsUser(database, userId, (tx) => {
        const move = { from: financialCategoryId, into: reassignTo, isDeletion: true, now: now() };
        return moveCategory(tx, { userId, mode }, move);
      }),
    undoCategoryRemoval: ({ undoId }, { session: { userId } }) =>
      undoRemoval(database, userId, undoId, restorableSince(now())),
  };
}
