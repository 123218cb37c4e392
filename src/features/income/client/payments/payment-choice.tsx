import { useId } from "react";
import { Button } from "#ui/button.tsx";
import styles from "./link-payment-sheet.module.css";

type PaymentChoiceProps = {
  name: string;
  amount: string;
  date: string;
  hint: string;
  /** It pays another source already. */
  isTaken?: boolean;
  onLink: () => void;
};

/** A transaction that can be linked as a payment. */
export function PaymentChoice({ name, amount, date, hint, isTaken = false, onLink }: PaymentChoiceProps) {
  const wordsId = useId();
  return (
    <li className={styles.deposit}>
      <div id={wordsId} className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.hint}>
          {amount} · {date}
        </p>
        <p className={styles.hint}>{hint}</p>
      </div>
      <Button size="small" icon="link" aria-describedby={wordsId} disabled={isTaken} onClick={onLink}>
        Link
      </Button>
    </li>
  );
}
