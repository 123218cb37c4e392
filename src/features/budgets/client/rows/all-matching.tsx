import { countText } from "#shared/text/counts.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { Button } from "#ui/button.tsx";
import { transactionsText } from "../estimate/budget-progress.ts";
import styles from "./budget-rows.module.css";
import type { RowSelection } from "./use-row-selection.ts";

type AllMatchingProps = { selection: RowSelection; rows: readonly TransactionView[]; total: number };

/** Offers to select all matching transactions once a whole page is selected. */
export function AllMatching({ selection, rows, total }: AllMatchingProps) {
  return (
    <div aria-live="polite" className={styles.all}>
      {selection.isAll ? `All ${transactionsText(total)} are selected.` : null}
      {selection.offersAll(rows) ? (
        <Button size="small" onClick={selection.selectAll}>
          Select all {countText(total)} that match
        </Button>
      ) : null}
    </div>
  );
}
