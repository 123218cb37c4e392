import type { Api } from "#client/data/api.ts";
import type { Act } from "#client/use-undoable.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";

type RemovedRow = Pick<TransactionView, "transactionId" | "payee">;

/**
 * Moves the link of a row the bank removed to the row that is likely the same deposit (docs/reference/money.md, "Removed
 * rows").
 */
export function moveMarks(api: Api, row: RemovedRow, toTransactionId: number): Act {
  return {
    failedText: `Couldn’t move the link for ${row.payee}.`,
    run: async () => {
      await api.post("/api/MoveTransactionMarks", { fromTransactionId: row.transactionId, toTransactionId });
      return { text: `Moved the link for ${row.payee} to the new transaction.`, undo: restoreRow(api, row) };
    },
  };
}

/** Dismisses a removed row that is kept only for its link. */
export function dismissRow(api: Api, row: RemovedRow): Act {
  return {
    failedText: `Couldn’t remove ${row.payee}.`,
    run: async () => {
      await api.post("/api/DismissRemovedTransaction", { transactionId: row.transactionId });
      return { text: `Removed ${row.payee} from the list.`, undo: restoreRow(api, row) };
    },
  };
}

function restoreRow(api: Api, { transactionId, payee }: RemovedRow): Act {
  return {
    failedText: `Couldn’t restore ${payee}.`,
    run: async () => {
      await api.post("/api/RestoreRemovedTransaction", { transactionId });
      return { text: `Restored ${payee}.` };
    },
  };
}
