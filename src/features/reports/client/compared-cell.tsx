import type { FigureView } from "../contract.ts";
import { compared } from "./comparison.ts";
import type { Comparison } from "./reports-view.ts";
import styles from "./report-table.module.css";

type ComparedCellProps = { figure: FigureView; compare: Comparison; isoCurrencyCode: string };

/** Cell with what a figure is compared with and the difference; empty where the ledger doesn't go back as far. */
export function ComparedCell({ figure, compare, isoCurrencyCode }: ComparedCellProps) {
  const found = compared(figure, compare, isoCurrencyCode);
  if (found === null) return <td>—</td>;
  return (
    <td>
      {found.words} <span className={styles.more}>· {found.change}</span>
    </td>
  );
}
