import { useApi } from "#client/app-context.tsx";
import { takingBack, useUndoable, type Done } from "#client/use-undoable.ts";
import type { Api } from "#client/data/api.ts";
import type { TagChange } from "#features/transactions/contract.ts";
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
          undo: takingBack(() => setWordsBack(api, row, saved)),
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

/** Gives a row the note and tags it had, those of rules as theirs. */
async function setWordsBack(api: Api, row: TransactionView, saved: TransactionView): Promise<void> {
  await setWords(api, saved, wordsOf(row));
  const given = givenTo(row);
  if (given !== null)
    await api.post("/api/SetTransactionTags", { transactionIds: [row.transactionId], given });
}

/** Returns what rules have given a row; null for nothing. */
export function givenTo({
  note,
  noteRule,
  tags,
  tagRules,
}: Pick<TransactionView, "note" | "noteRule" | "tags" | "tagRules">): TagChange["given"] | null {
  if (noteRule === null && tagRules.length === 0) return null;
  const ofRules = new Set(tagRules.map(({ tagId }) => tagId));
  return {
    tags: tags.filter(({ tagId }) => ofRules.has(tagId)).map(({ name }) => name),
    note: noteRule === null ? null : note,
  };
}
