import { moneyText } from "#client/words/money-text.ts";
import type { PartView, TransactionView } from "#shared/finance-shapes.ts";
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

/** Lists the parts of a row, such as "Groceries −$7.00, Gifts −$5.00 (left out)". */
export function partsText({ parts, isoCurrencyCode }: TransactionView): string {
  return parts
    .map((part) => {
      const remarks = remarksOf(part);
      const remark = remarks.length === 0 ? "" : ` (${remarks.join(", ")})`;
      return `${categoryOf(part)} ${moneyText(part.amount, isoCurrencyCode)}${remark}`;
    })
    .join("; ");
}

function categoryOf({ categoryName }: PartView): string {
  return categoryName ?? "No category";
}

function remarksOf({ isRest, leftOut, note }: PartView): string[] {
  return [isRest ? "not assigned yet" : "", leftOut ? "left out" : "", note].filter((one) => one !== "");
}
