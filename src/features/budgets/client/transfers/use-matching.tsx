import { lazy, Suspense, useState, type ReactNode } from "react";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { LedgerActions } from "../rows/use-row-actions.ts";

// The dialog loads on first use.
const MatchDialog = lazy(async () => ({ default: (await import("./match-dialog.tsx")).MatchDialog }));

/** Returns a function that asks for the other side of a row and matches the two, and its dialog. */
export function useMatching({ perform, acts }: LedgerActions): {
  match: (row: TransactionView) => void;
  dialog: ReactNode;
} {
  const [row, setRow] = useState<TransactionView | null>(null);
  const close = () => setRow(null);
  return {
    match: setRow,
    dialog: (
      // A boundary of its own keeps the rows visible while the dialog's code loads.
      <Suspense fallback={null}>
        {row === null ? null : (
          <MatchDialog
            row={row}
            onClose={close}
            onMatch={(other) => {
              close();
              perform({
                failedText: `Couldn’t match ${row.payee}.`,
                run: () => acts.match(row, other),
              });
            }}
          />
        )}
      </Suspense>
    ),
  };
}
