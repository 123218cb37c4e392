import type { Api } from "#client/data/api.ts";
import type { Act, Done } from "#client/use-undoable.ts";
import type { RowKind } from "#shared/row-kinds.ts";
import { transactionsText } from "../estimate/budget-progress.ts";

/** Maximum number of rows in one call (docs/reference/http-api.md, "Limits"). */
const mostRowsPerCall = 5_000;

/** Calls with as many rows as may be; `answers` are those of an attempt that failed midway, after which it continues. */
export async function inBatches<Row, Answer>(
  rows: readonly Row[],
  call: (part: readonly Row[]) => Promise<Answer>,
  answers: Answer[] = [],
): Promise<Answer[]> {
  for (let from = answers.length * mostRowsPerCall; from < rows.length; from += mostRowsPerCall)
    answers.push(await call(rows.slice(from, from + mostRowsPerCall)));
  return answers;
}

/** Returns how many rows the batches changed. */
export function updatedCount(answers: readonly { updated: number }[]): number {
  return answers.reduce((sum, { updated }) => sum + updated, 0);
}

type KindChoice = { transactionId: number; kind: RowKind | null };
/** Answer for a batch. */
export type KindAnswer = { updated: number; undo: KindChoice[] };

/** Words that say what a row is now, after its payee. */
export const kindWords: Record<RowKind, string> = {
  spending: "now counts in budgets",
  income: "is income, not counted",
  transfer: "is a transfer, not counted",
  leftOut: "is left out of totals",
};

/** Sets the kind of rows; null gives up what the person chose. `answers` as in `inBatches`. */
export async function chooseKinds(
  api: Api,
  ids: readonly number[],
  kind: RowKind | null,
  toText: (updated: number) => string,
  answers: KindAnswer[] = [],
): Promise<Done> {
  const choose = (part: readonly number[]): Promise<KindAnswer> =>
    api.post(
      "/api/SetTransactionKinds",
      part.map((transactionId) => ({ transactionId, kind })),
    );
  await inBatches(ids, choose, answers);
  const former = answers.flatMap(({ undo }) => undo);
  return {
    text: toText(updatedCount(answers)),
    undo: takingRowsBack(former, (part) =>
      api.post(
        "/api/SetTransactionKinds",
        part.map((one) => ({ ...one, basedOn: kind })),
      ),
    ),
  };
}

/** Takes several actions back, one after the other; tells what couldn't be. */
export function takingAllBack(acts: readonly (Act | undefined)[]): Act {
  return {
    failedText: "Couldn’t undo that.",
    run: async () => {
      const texts: string[] = [];
      for (const act of acts) if (act !== undefined) texts.push((await act.run()).text);
      return { text: texts.find((text) => text !== undone) ?? undone };
    },
  };
}

const undone = "Undone.";

/**
 * Restores rows to their former values; undefined if none has changed. `call` returns how many it restored, since rows changed in
 * the meantime keep the change.
 */
export function takingRowsBack<Row>(
  rows: readonly Row[],
  call: (part: readonly Row[]) => Promise<{ updated: number }>,
): Act | undefined {
  if (rows.length === 0) return undefined;
  const answers: { updated: number }[] = [];
  return {
    failedText: "Couldn’t undo that.",
    run: async () => {
      await inBatches(rows, call, answers);
      const updated = updatedCount(answers);
      const left = rows.length - updated;
      const rest = `${transactionsText(left)} ${left === 1 ? "has" : "have"} changed since.`;
      if (left === 0) return { text: undone };
      return { text: `${updated === 0 ? "Not undone" : `Undone for ${transactionsText(updated)}`}; ${rest}` };
    },
  };
}
