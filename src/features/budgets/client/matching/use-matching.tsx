import { useState, type ReactNode } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { LedgerActions } from "../rows/use-row-actions.ts";
import type { CandidatePurpose } from "./candidate-dialog.tsx";
import type { MaybeDecision } from "./maybe-same.tsx";

// The dialog loads on first use.
const CandidateDialog = lazyDialog(async () => (await import("./candidate-dialog.tsx")).CandidateDialog);

/** Functions that ask for another transaction: the other side of a row, or the same one. */
export type Matching = Record<CandidatePurpose, (row: TransactionView) => void>;

/** Returns functions that ask for another transaction and match or join the two, and their dialog. */
export function useMatching({ perform, acts }: LedgerActions): Matching & { dialog: ReactNode } {
  const [asked, setAsked] = useState<{ purpose: CandidatePurpose; row: TransactionView } | null>(null);
  const close = () => setAsked(null);
  return {
    match: (row) => setAsked({ purpose: "match", row }),
    join: (row) => setAsked({ purpose: "join", row }),
    dialog:
      asked === null ? null : (
        <CandidateDialog
          {...asked}
          onClose={close}
          onChoose={(other) => {
            const { purpose, row } = asked;
            close();
            perform(purpose === "join" ? acts.join(row, other.transactionId) : acts.match(row, other));
          }}
        />
      ),
  };
}

/** Returns the decision on rows that may be another, for a list with these actions. */
export function maybeDecision({ perform, acts }: LedgerActions): MaybeDecision {
  return {
    join: (row, otherTransactionId) => perform(acts.join(row, otherTransactionId)),
    keepBoth: (row) => perform(acts.keepBoth(row)),
  };
}
