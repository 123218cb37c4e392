import type { ReactNode } from "react";
import type { PayeeView } from "#features/transactions/contract.ts";
import { paths } from "#client/routing/paths.ts";
import { moneyText } from "#client/words/money-text.ts";
import { originalText } from "#client/words/payee-text.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextLink } from "#ui/link.tsx";
import { countsText, likelyOption } from "./payee-choices.ts";
import styles from "./payees.module.css";

type PayeeItemProps = {
  payee: PayeeView;
  index: number;
  /** Words of what was just chosen; null for nothing. */
  chosen: string | null;
  isDone: boolean;
  onOpen: () => void;
  /** Field for the category of the current payee; null for the others. */
  children: ReactNode;
};

/** A payee with its number of transactions and their sum; a press makes it the current one. */
export function PayeeItem({ payee, index, chosen, isDone, onOpen, children }: PayeeItemProps) {
  const isCurrent = children !== null;
  const original = originalText(payee);
  const likely = likelyOption(payee);
  return (
    <li className={styles.item} aria-current={isCurrent || undefined}>
      <button type="button" className={styles.row} aria-expanded={isCurrent} onClick={onOpen}>
        <Avatar text={payee.payee} colorIndex={index} size="var(--size-control-small)" />
        <span className={styles.words}>
          <span className={styles.name}>{payee.payee}</span>
          <span className={styles.hint}>
            {countsText(payee)}
            {payee.direction === "in" ? " · money in" : ""}
            {original === null ? "" : ` · ${original}`}
          </span>
        </span>
        <span className={styles.figures}>
          <span className={payee.sum > 0 ? styles.inflow : undefined}>
            {moneyText(payee.sum, payee.isoCurrencyCode)}
          </span>
          <span className={styles.hint}>
            {isDone ? (
              <span className={styles.done}>
                <Icon name="check" size="small" /> {chosen ?? sortedWords(payee)}
              </span>
            ) : payee.unsortedCount === 0 ? (
              sortedWords(payee)
            ) : likely === null ? (
              "Not sorted"
            ) : (
              `${likely.label}?`
            )}
          </span>
        </span>
      </button>
      {isCurrent ? (
        <div className={styles.choice}>
          <p className={styles.hint}>
            <TextLink to={paths.transactions({ payee: payee.payees.join("\n") })} viewTransition>
              See transactions
            </TextLink>
          </p>
          {children}
        </div>
      ) : null}
    </li>
  );
}

function sortedWords({ category }: PayeeView): string {
  return category?.name ?? "No category";
}
