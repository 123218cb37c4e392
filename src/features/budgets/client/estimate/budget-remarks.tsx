import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#client/routing/paths.ts";
import { moneyText } from "#client/money-text.ts";
import { Callout } from "#ui/status/callout.tsx";
import { Card } from "#ui/card.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { linkClassName } from "#ui/link.tsx";
import type { BudgetView } from "../../contract.ts";
import { importingNames } from "../budget-of-page.ts";
import { transactionsText } from "./budget-progress.ts";
import styles from "./budget-remarks.module.css";
import { isRefund, magnitudeText } from "../money-text.ts";

/** Counted rows that look like transfers: the totals are wrong until somebody has decided (docs/reference/money.md, "Transfers"). */
export function TransferHint({ budget }: { budget: BudgetView }) {
  const { budgetId, transferSuggestions, isoCurrencyCode } = budget;
  const { count, sum } = transferSuggestions;
  if (count === 0) return null;
  return (
    <Callout
      title={
        count === 1 ? "1 transaction looks like a transfer" : `${count} transactions look like transfers`
      }
      action={
        <Link
          to={paths.budgetTransactions(budgetId, { show: "transfers" })}
          className={linkClassName()}
          viewTransition
        >
          Review {count === 1 ? "it" : "them"}
        </Link>
      }
    >
      {transferWords(sum, isoCurrencyCode)}
    </Callout>
  );
}

/** What the suggestions do to the totals as long as they count; money that came in lowers spending. */
function transferWords(sum: number, isoCurrencyCode: string): string {
  if (sum === 0) return "Nobody has decided yet whether they count.";
  return isRefund(sum)
    ? `They lower the spending by ${magnitudeText(sum, isoCurrencyCode)} until you exempt them.`
    : `They count as ${magnitudeText(sum, isoCurrencyCode)} of spending until you exempt them.`;
}

/** Figures that are still growing say so (docs/reference/money.md, "Sync": the first import takes its time). */
export function ImportHint({ budget }: { budget: BudgetView }) {
  const names = importingNames(budget);
  if (names.length === 0) return null;
  return (
    <Callout
      icon="download"
      title={`${names.join(" and ")} ${names.length === 1 ? "is" : "are"} still importing`}
      isLive
    >
      More transactions are on their way; these figures follow by themselves.
    </Callout>
  );
}

type Remark = { id: string; icon: IconName; text: ReactNode; href: string; link: string };

/** What is in the period but not in the totals, each line with the way to its rows; nothing where there is none of it. */
export function NotInTotals({ budget }: { budget: BudgetView }) {
  const remarks = remarksOf(budget);
  if (remarks.length === 0) return null;
  return (
    <Card as="section" title="Not in these totals" className={styles.card}>
      <ul className={styles.list}>
        {remarks.map(({ id, icon, text, href, link }) => (
          <li key={id} className={styles.remark}>
            <Icon name={icon} size="small" className={styles.icon} />
            <span className={styles.text}>{text}</span>
            <Link to={href} className={linkClassName()} viewTransition>
              {link}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function remarksOf(budget: BudgetView): Remark[] {
  const { budgetId, incomeNotCounted, otherCurrencies, removedCount, excludedCount } = budget;
  const remarks: Remark[] = [];
  if (incomeNotCounted.length > 0) {
    remarks.push({
      id: "income",
      icon: "wallet",
      text: `${sumsText(incomeNotCounted)} of income in ${transactionsText(countOf(incomeNotCounted))}`,
      href: paths.budgetTransactions(budgetId, { show: "income" }),
      link: "See income",
    });
  }
  if (otherCurrencies.length > 0) {
    remarks.push({
      id: "currencies",
      icon: "bank",
      text: `${sumsText(otherCurrencies)} in ${transactionsText(countOf(otherCurrencies))} of other currencies`,
      href: paths.budgetTransactions(budgetId, { show: "other-currencies" }),
      link: "See other currencies",
    });
  }
  if (excludedCount > 0) {
    remarks.push({
      id: "exempt",
      icon: "filter",
      text: excludedCount === 1 ? "1 transaction is exempt" : `${transactionsText(excludedCount)} are exempt`,
      href: paths.budgetExemptions(budgetId),
      link: "See exemptions",
    });
  }
  if (removedCount > 0) {
    remarks.push({
      id: "removed",
      icon: "warning",
      text: `${transactionsText(removedCount)} that the bank took back`,
      href: paths.budgetTransactions(budgetId, { show: "removed" }),
      link: "See what was taken back",
    });
  }
  return remarks;
}

type CurrencySum = BudgetView["otherCurrencies"][number];

/** "$2,450.00 and €12.00": each currency for itself. */
function sumsText(sums: readonly CurrencySum[]): string {
  return sums.map(({ sum, isoCurrencyCode }) => moneyText(sum, isoCurrencyCode)).join(" and ");
}

function countOf(sums: readonly CurrencySum[]): number {
  return sums.reduce((count, one) => count + one.count, 0);
}
