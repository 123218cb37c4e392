import { moneyText } from "#client/words/money-text.ts";
import { Card } from "#ui/card.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import styles from "./due-page.module.css";

type Sums = { due: number; paid: number; outstanding: number; overdue: number };
type Totals = readonly { isoCurrencyCode: string; in: Sums; out: Sums }[];

/** Shows a month's income and bills: one row of cards for the first currency, a line for each other. */
export function DueTotals({ totals }: { totals: Totals | undefined }) {
  const [main, ...others] = totals ?? [];
  const money = (units: (sums: { in: Sums; out: Sums }) => number) => {
    if (totals === undefined) return <Skeleton width="7ch" />;
    return main === undefined ? "—" : moneyText(units(main), main.isoCurrencyCode);
  };
  const isLate = main !== undefined && main.in.overdue + main.out.overdue > 0;
  return (
    <section aria-label="Totals" className={styles.section}>
      <dl className={styles.cards}>
        <Card className={styles.card}>
          <dt className={styles.hint}>Coming in</dt>
          <dd className={styles.figure}>{money((sums) => sums.in.due)}</dd>
          <dd className={styles.hint}>{money((sums) => sums.in.paid)} received</dd>
        </Card>
        <Card className={styles.card}>
          <dt className={styles.hint}>Going out</dt>
          <dd className={styles.figure}>{money((sums) => sums.out.due)}</dd>
          <dd className={styles.hint}>{money((sums) => sums.out.paid)} paid</dd>
        </Card>
        <Card className={styles.card}>
          <dt className={styles.hint}>Late bills</dt>
          <dd className={styles.figure} data-late={isLate && main.out.overdue > 0 ? true : undefined}>
            {money((sums) => sums.out.overdue)}
          </dd>
          <dd className={styles.hint}>{money((sums) => sums.in.overdue)} late income</dd>
        </Card>
      </dl>
      {others.map((other) => (
        <p key={other.isoCurrencyCode} className={styles.hint}>
          In {other.isoCurrencyCode}: {moneyText(other.in.due, other.isoCurrencyCode)} coming in,{" "}
          {moneyText(other.out.due, other.isoCurrencyCode)} going out,{" "}
          {moneyText(other.out.overdue, other.isoCurrencyCode)} late.
        </p>
      ))}
    </section>
  );
}
