import { useQuery } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { UntilLoaded } from "#client/until-loaded.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import { joinCandidatesQuery, transferCandidatesQuery } from "../budget-queries.ts";
import { rowLabel } from "../rows/row-cells.tsx";
import { RowLine } from "./row-line.tsx";
import styles from "./candidate-dialog.module.css";

/** Reason to look for another transaction: the other side of a transfer, or the same transaction. */
export type CandidatePurpose = "match" | "join";

type CandidateDialogProps = {
  purpose: CandidatePurpose;
  row: TransactionView;
  onClose: () => void;
  /** Receives the other transaction. */
  onChoose: (other: TransactionView) => void;
};

const purposes = {
  match: {
    title: "Match with…",
    verb: "Match",
    list: "Transactions that may be the other side",
    query: transferCandidatesQuery,
    found: (row: TransactionView) =>
      `${directionOf(row)} on your other accounts within 30 days, closest first.`,
    none: (row: TransactionView) => `${directionOf(row)} on your other accounts: none within 30 days.`,
  },
  join: {
    title: "Join with…",
    verb: "Join",
    list: "Transactions that may be the same",
    query: joinCandidatesQuery,
    found: () => "The same amount on this account within 30 days, closest first. The two become one.",
    none: () => "The same amount on this account: none within 30 days that can be joined.",
  },
} as const;

function directionOf({ amount }: TransactionView): string {
  return amount < 0 ? "Money in" : "Money out";
}

/**
 * Dialog to choose another transaction by hand (docs/reference/money.md, "Transfers", and
 * docs/reference/import-matching.md, "By hand").
 */
export function CandidateDialog({ purpose, row, onClose, onChoose }: CandidateDialogProps) {
  return (
    <Dialog onClose={onClose} title={purposes[purpose].title} width="budget" isDismissable>
      <div className={styles.choice}>
        <RowLine row={row} />
        <Candidates purpose={purpose} row={row} onChoose={onChoose} />
      </div>
    </Dialog>
  );
}

function Candidates({ purpose, row, onChoose }: Omit<CandidateDialogProps, "onClose">) {
  const { verb, list, query, found, none } = purposes[purpose];
  const candidates = useQuery(query(useApi(), row.transactionId));
  const { data } = candidates;
  if (data === undefined) {
    return (
      <UntilLoaded
        query={candidates}
        what="the other transactions"
        headingLevel={3}
        className={styles.choice}
      >
        <Skeleton height="calc(6 * var(--space-8))" />
      </UntilLoaded>
    );
  }
  if (data.transactions.length === 0) return <p className={styles.note}>{none(row)}</p>;
  return (
    <>
      <p className={styles.note}>{found(row)}</p>
      <ul className={styles.list} aria-label={list}>
        {data.transactions.map((other) => (
          <li key={other.transactionId} className={styles.item}>
            <RowLine row={other} />
            <Button
              size="small"
              aria-label={`${verb} with ${rowLabel(other)}`}
              onClick={() => onChoose(other)}
            >
              {verb}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
