import { useApi } from "#client/app-context.tsx";
import { takingBack, useUndoable, type Done } from "#client/use-undoable.ts";
import type { Api } from "#client/data/api.ts";
import type { Decision } from "#shared/field-merge.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { reloadBudgets } from "../budget-queries.ts";
import type { PartToSave } from "./split-form.ts";

/**
 * Returns the actions that split a row into parts, or change them, and that write its note and tags. Each saves at once, and can be
 * undone from its toast; they reject with ApiError.
 */
export function usePartActions() {
  const api = useApi();
  const { save } = useUndoable({ renew: reloadBudgets });
  return {
    split: (row: TransactionView, parts: readonly PartToSave[]): Promise<TransactionView> =>
      save(
        () => split(api, row, parts),
        (saved) => ({
          text: `Split ${row.payee} into ${saved.parts.length} parts.`,
          undo: takingBack(() => splitBack(api, row, saved)),
        }),
      ),
    setWords: (
      row: TransactionView,
      words: Words,
      decided: { decided?: Decision[] },
    ): Promise<TransactionView> =>
      save(
        () => setWords(api, row, words, decided),
        (saved) => ({
          text: `Saved ${row.payee}.`,
          undo: takingBack(() => setWords(api, saved, wordsOf(row))),
        }),
      ),
  };
}

/** Joins the parts of a row again. */
export async function joinParts(api: Api, row: TransactionView): Promise<Done> {
  const saved = await split(api, row, []);
  return { text: `${row.payee} is whole again.`, undo: takingBack(() => splitBack(api, row, saved)) };
}

function split(
  api: Api,
  { transactionId, parts: read }: TransactionView,
  parts: readonly PartToSave[],
): Promise<TransactionView> {
  return api.post("/api/SplitTransaction", {
    transactionId,
    parts: [...parts],
    basedOn: read.map(({ partId }) => partId),
  });
}

/** Gives a row the parts it had, or its category. */
function splitBack(api: Api, row: TransactionView, saved: TransactionView): Promise<TransactionView> {
  return api.post("/api/SplitTransaction", {
    transactionId: row.transactionId,
    parts: row.parts.map(({ amount, financialCategoryId, note, leftOut, isRest }) => ({
      amount,
      financialCategoryId,
      note,
      leftOut,
      isRest,
    })),
    ...(row.parts.length === 0 && row.categorySource === "person"
      ? { financialCategoryId: row.category?.financialCategoryId ?? uncategorizedId }
      : {}),
    basedOn: saved.parts.map(({ partId }) => partId),
  });
}

/** A note and tags, which a person writes about a row. */
export type Words = { note: string; tags: string[] };

/** Returns a row's note and the names of its tags. */
export function wordsOf({ note, tags }: TransactionView): Words {
  return { note, tags: tags.map(({ name }) => name) };
}

function setWords(
  api: Api,
  row: TransactionView,
  words: Words,
  decided: { decided?: Decision[] } = {},
): Promise<TransactionView> {
  const { transactionId, account, date, name, amount } = row;
  const values = { accountId: account.accountId, date, name, amount };
  return api.post("/api/SaveTransaction", {
    transactionId,
    ...values,
    ...words,
    basedOn: { ...values, ...wordsOf(row) },
    ...decided,
  });
}
