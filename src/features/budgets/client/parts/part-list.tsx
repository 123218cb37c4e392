import { moneyText } from "#client/words/money-text.ts";
import { categoryOf, remarksOf } from "#client/words/part-words.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import styles from "./part-list.module.css";

/** Parts of a split row, shown below it. */
export function PartList({ row: { payee, parts, isoCurrencyCode } }: { row: TransactionView }) {
  return (
    <ul className={styles.parts} aria-label={`Parts of ${payee}`}>
      {parts.map((part) => (
        <li key={part.partId} className={styles.part}>
          <span className={styles.words}>
            {categoryOf(part)}
            {remarksOf(part).map((remark) => (
              <span key={remark} className={styles.remark}>
                {" "}
                · {remark}
              </span>
            ))}
          </span>
          <span className={styles.amount}>{moneyText(part.amount, isoCurrencyCode)}</span>
        </li>
      ))}
    </ul>
  );
}
