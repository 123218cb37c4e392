import { countText } from "#shared/text/counts.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { Button } from "#ui/button.tsx";
import { transactionsText } from "../estimate/budget-progress.ts";
import styles from "./budget-rows.module.css";
import type { RowList } from "./use-row-list.ts";

type AllMatchingProps = {
  state: Pick<RowList, "selection" | "total">;
  /** Those of the page. */
  rows: readonly TransactionView[];
};

/** Offers to select all matching transactions once a whole page is selected. */
export function AllMatching({ state, rows }: AllMatchingProps) {
  const { selection, total } = state;
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
