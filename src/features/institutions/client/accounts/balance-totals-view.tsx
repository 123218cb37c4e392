import type { AccessItemView } from "../../contract.ts";
import { balanceTotals } from "./balance-totals.ts";
import styles from "./balance-totals-view.module.css";
import { countWords } from "#shared/text/counts.ts";

/** Total of checking and savings accounts by currency; empty if no account has a balance. */
export function BalanceTotals({ items }: { items: readonly AccessItemView[] }) {
  const { sums, remarks } = balanceTotals(items);
  if (sums.length === 0) return null;
  return (
    <section aria-label="Bank account balances" className={styles.totals}>
      <dl className={styles.sums}>
        {sums.map(({ isoCurrencyCode, text, accountCount }) => (
          <div key={isoCurrencyCode}>
            <dt className={styles.label}>
              {isoCurrencyCode} in {countWords(accountCount, "bank account")}
            </dt>
            <dd className={styles.amount}>{text}</dd>
          </div>
        ))}
      </dl>
      {remarks.length === 0 ? null : <p className={styles.remarks}>{remarks.join(" ")}</p>}
    </section>
  );
}
