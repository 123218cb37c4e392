import type { Api } from "#client/data/api.ts";
import type { Act, Done } from "#client/use-undoable.ts";
import type { RowKind } from "#shared/row-kinds.ts";
import { transactionsText } from "../estimate/budget-progress.ts";

/** Maximum number of rows in one call (docs/reference/http-api.md, "Limits"). */
const mostRowsPerCall = 5_000;

type KindChoice = { transactionId: number; kind: RowKind | null };

/** Words that say what a row is now, after its payee. */
export const kindWords: Record<RowKind, string> = {
  spending: "now counts in budgets",
  income: "is income, not counted",
  transfer: "is a transfer, not counted",
  leftOut: "is left out of totals",
};

/** Sets the kind of rows, as many in a call as may be; null gives up what the person chose. */
export async function chooseKinds(
  api: Api,
  ids: readonly number[],
  kind: RowKind | null,
  toText: (updated: number) => string,
): Promise<Done> {
  const undo: KindChoice[] = [];
  let updated = 0;
  for (let from = 0; from < ids.length; from += mostRowsPerCall) {
    const part = ids.slice(from, from + mostRowsPerCall);
    const answer = await api.post(
      "/api/SetTransactionKinds",
      part.map((transactionId) => ({ transactionId, kind })),
    );
    undo.push(...answer.undo);
    updated += answer.updated;
  }
  return {
    text: toText(updated),
    undo: takingRowsBack(undo, (part) =>
      api.post(
        "/api/SetTransactionKinds",
        part.map((former) => ({ ...former, basedOn: kind })),
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
  // A retry continues with the batch that failed.
  let from = 0;
  let updated = 0;
  return {
    failedText: "Couldn’t undo that.",
    run: async () => {
      for (; from < rows.length; from += mostRowsPerCall)
        updated += (await call(rows.slice(from, from + mostRowsPerCall))).updated;
      const left = rows.length - updated;
      const rest = `${transactionsText(left)} ${left === 1 ? "has" : "have"} changed since.`;
      if (left === 0) return { text: undone };
      return { text: `${updated === 0 ? "Not undone" : `Undone for ${transactionsText(updated)}`}; ${rest}` };
    },
  };
}
