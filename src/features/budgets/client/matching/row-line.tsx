import { shortAccountText } from "#client/words/account-words.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { amountText } from "../rows/row-cells.tsx";
import styles from "./row-line.module.css";

/** A transaction in two lines: its name and amount, its day and account. */
export function RowLine({ row }: { row: TransactionView }) {
  return (
    <span className={styles.line}>
      <span className={styles.what}>
        <span className={styles.name}>{row.payee}</span>
        <span className={styles.amount}>{amountText(row)}</span>
      </span>
      <span className={styles.hint}>
        {dateWords(row.date)} · {shortAccountText(row.account)}
        {row.pending ? " · Pending" : ""}
      </span>
    </span>
  );
}
