import { createContext, use, useId } from "react";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { shortDateWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import styles from "./maybe-same.module.css";

/** Joins a row with the one that it may be, or keeps both. */
export type MaybeDecision = {
  join: (row: TransactionView, otherTransactionId: number) => void;
  keepBoth: (row: TransactionView) => void;
};

/** Decides on rows that may be another; null where that can't be done. */
export const DecideMaybe = createContext<MaybeDecision | null>(null);

/** Line of a row that may be another one, with a click for each answer. Renders nothing for any other row. */
export function MaybeSame({ row }: { row: TransactionView }) {
  const decide = use(DecideMaybe);
  const wordsId = useId();
  const { maybeSameAs, date } = row;
  if (maybeSameAs === null) return null;
  return (
    <span className={styles.maybe}>
      <span id={wordsId} className={styles.words}>
        Maybe the same as {shortDateWords(maybeSameAs.date, date)}, {maybeSameAs.name}
      </span>
      {decide === null ? null : (
        <span className={styles.buttons}>
          <Button
            size="small"
            icon="plus"
            aria-describedby={wordsId}
            onClick={() => decide.join(row, maybeSameAs.transactionId)}
          >
            Join
          </Button>
          <Button size="small" icon="check" aria-describedby={wordsId} onClick={() => decide.keepBoth(row)}>
            Keep both
          </Button>
        </span>
      )}
    </span>
  );
}
