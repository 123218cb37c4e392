import { moneyText } from "#client/words/money-text.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import styles from "./income-summary.module.css";

type MonthTotals = {
  isoCurrencyCode: string;
  totalDue: number;
  totalPaid: number;
  totalOverdue: number;
  /** Of all months, up to today. */
  allOverdue: number;
  nextDueDate: string;
  otherCurrencies: readonly {
    isoCurrencyCode: string;
    count: number;
    totalDue: number;
    totalPaid: number;
    totalOverdue: number;
  }[];
};

/** Summary cards (docs/reference/product.md, "Income screens"); `totals` is undefined while loading. */
export function IncomeSummary({ totals }: { totals: MonthTotals | undefined }) {
  const money = (units: number | undefined) =>
    totals === undefined || units === undefined ? (
      <Skeleton width="7ch" />
    ) : (
      moneyText(units, totals.isoCurrencyCode)
    );
  const isLate = (totals?.totalOverdue ?? 0) > 0;
  return (
    <section aria-label="Summary" className={styles.summary}>
      <dl className={styles.cards}>
        <Card className={styles.card}>
          <dt className={styles.term}>Total Due</dt>
          <dd className={styles.figure}>{money(totals?.totalDue)}</dd>
        </Card>
        <Card className={styles.card}>
          <dt className={styles.term}>Total Paid</dt>
          <dd className={styles.figure}>{money(totals?.totalPaid)}</dd>
        </Card>
        <Card className={styles.card}>
          <dt className={styles.term}>Total Overdue</dt>
          <dd className={styles.figure} data-late={isLate || undefined}>
            {money(totals?.totalOverdue)}
          </dd>
          {totals === undefined || totals.allOverdue === totals.totalOverdue ? null : (
            <dd className={styles.other}>{money(totals.allOverdue)} in all months</dd>
          )}
        </Card>
        <Card className={styles.card}>
          <dt className={styles.term}>Next Due Date</dt>
          <dd className={styles.figure}>
            {totals === undefined ? <Skeleton width="9ch" /> : nextDueText(totals.nextDueDate)}
          </dd>
        </Card>
      </dl>
      {totals?.otherCurrencies.map((other) => (
        <p key={other.isoCurrencyCode} className={styles.other}>
          Not in these totals: {other.isoCurrencyCode} (
          {other.count === 1 ? "1 source" : `${other.count} sources`}),{" "}
          {moneyText(other.totalDue, other.isoCurrencyCode)} due,{" "}
          {moneyText(other.totalPaid, other.isoCurrencyCode)} paid,{" "}
          {moneyText(other.totalOverdue, other.isoCurrencyCode)} overdue.
        </p>
      ))}
    </section>
  );
}

/** Formats the next due date, or 'None' if it starts with 0001-01-01 (docs/reference/product.md, "Income screens"). */
export function nextDueText(nextDueDate: string): string {
  return nextDueDate.startsWith("0001-01-01") ? "None" : dateWords(nextDueDate);
}
