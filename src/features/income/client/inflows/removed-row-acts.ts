import type { Api } from "#client/data/api.ts";
import type { Act } from "#client/use-undoable.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";

type RemovedRow = Pick<TransactionView, "transactionId" | "name">;

/** Gives what a row had, that the bank took back, to the row that is likely the same money (docs/reference/money.md, "Removed rows"). */
export function moveMarks(api: Api, row: RemovedRow, toTransactionId: number): Act {
  return {
    failedText: `The link of ${row.name} could not be moved.`,
    run: async () => {
      await api.post("/api/MoveTransactionMarks", { fromTransactionId: row.transactionId, toTransactionId });
      return { text: `The link of ${row.name} has moved to the new row.`, undo: restoreRow(api, row) };
    },
  };
}

/** Takes a row away that stays only for what it was linked to. */
export function dismissRow(api: Api, row: RemovedRow): Act {
  return {
    failedText: `${row.name} could not be taken away.`,
    run: async () => {
      await api.post("/api/DismissRemovedTransaction", { transactionId: row.transactionId });
      return { text: `${row.name} is gone.`, undo: restoreRow(api, row) };
    },
  };
}

function restoreRow(api: Api, { transactionId, name }: RemovedRow): Act {
  return {
    failedText: `${name} could not be brought back.`,
    run: async () => {
      await api.post("/api/RestoreRemovedTransaction", { transactionId });
      return { text: `${name} is back.` };
    },
  };
}
