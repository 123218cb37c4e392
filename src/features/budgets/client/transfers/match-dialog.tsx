import { useQuery } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { QueryError } from "#client/query-error.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { transferCandidatesQuery } from "../budget-queries.ts";
import { rowLabel } from "../rows/row-cells.tsx";
import { RowLine } from "./row-line.tsx";
import styles from "./match-dialog.module.css";

type MatchDialogProps = {
  row: TransactionView;
  onClose: () => void;
  /** Receives the other side. */
  onMatch: (other: TransactionView) => void;
};

/** Dialog to choose the other side of a transfer by hand (docs/reference/money.md, "Transfers"). */
export function MatchDialog({ row, onClose, onMatch }: MatchDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Match with…" width="budget" isDismissable>
      <div className={styles.match}>
        <RowLine row={row} />
        <Candidates row={row} onMatch={onMatch} />
      </div>
    </Dialog>
  );
}

function Candidates({ row, onMatch }: Pick<MatchDialogProps, "row" | "onMatch">) {
  const candidates = useQuery(transferCandidatesQuery(useApi(), row.transactionId));
  const { data, error } = candidates;
  if (data === undefined && error !== null) {
    return <QueryError headingLevel={3} title="Couldn’t load the other transactions" query={candidates} />;
  }
  if (data === undefined) {
    return (
      <LoadingRegion label="Loading the other transactions" className={styles.match}>
        <Skeleton height="calc(6 * var(--space-8))" />
      </LoadingRegion>
    );
  }
  const direction = row.amount < 0 ? "Money in" : "Money out";
  if (data.transactions.length === 0)
    return <p className={styles.note}>{direction} on your other accounts: none within 30 days.</p>;
  return (
    <>
      <p className={styles.note}>{direction} on your other accounts within 30 days, closest first.</p>
      <ul className={styles.list} aria-label="Transactions that may be the other side">
        {data.transactions.map((other) => (
          <li key={other.transactionId} className={styles.item}>
            <RowLine row={other} />
            <Button size="small" aria-label={`Match with ${rowLabel(other)}`} onClick={() => onMatch(other)}>
              Match
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
