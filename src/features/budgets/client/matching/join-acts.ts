import type { Api } from "#client/data/api.ts";
import { calling, takingBack, type Act } from "#client/use-undoable.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";

/** Actions on rows that are, or may be, one transaction (docs/reference/import-matching.md, "By hand"). */
export function joinActs(api: Api) {
  return {
    join({ transactionId, payee }: TransactionView, otherTransactionId: number): Act {
      return {
        failedText: `Couldn’t join ${payee}.`,
        run: async () => {
          const joined = await api.post("/api/JoinTransactions", { transactionId, otherTransactionId });
          return {
            text: `Joined ${payee}.`,
            undo: takingBack(() => api.post("/api/SeparateTransaction", joined)),
          };
        },
      };
    },

    separate({ transactionId, payee }: TransactionView): Act {
      return {
        failedText: `Couldn’t separate ${payee}.`,
        run: async () => {
          const { separatedTransactionId } = await api.post("/api/SeparateTransaction", { transactionId });
          return {
            text: `Separated ${payee} into two transactions.`,
            undo: takingBack(() =>
              api.post("/api/JoinTransactions", {
                transactionId,
                otherTransactionId: separatedTransactionId,
              }),
            ),
          };
        },
      };
    },

    /** Says that a row isn't the one that it may be. */
    keepBoth({ transactionId, payee }: TransactionView): Act {
      return calling({
        call: () => api.post("/api/SetTransactionApart", { transactionId, isApart: true }),
        text: `Kept ${payee} as a transaction of its own.`,
        failedText: `Couldn’t keep both for ${payee}.`,
        undo: takingBack(() => api.post("/api/SetTransactionApart", { transactionId, isApart: false })),
      });
    },
  };
}
