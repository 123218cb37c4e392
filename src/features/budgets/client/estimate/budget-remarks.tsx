import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "#client/app-context.tsx";
import { memberPaths } from "#client/routing/member-paths.ts";
import { moneyText } from "#client/words/money-text.ts";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { calling, useUndoable } from "#client/use-undoable.ts";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Card } from "#ui/card.tsx";
import { focusHeadingWhenLost } from "#ui/focus/focus-when-lost.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import { TextLink } from "#ui/link.tsx";
import type { BudgetView } from "../../contract.ts";
import { importingNames } from "../budget-of-page.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { TransferCallout } from "../transfers/transfer-callout.tsx";
import { transfersHash } from "#client/routing/transfers-address.ts";
import { transactionsText } from "./budget-progress.ts";
import styles from "./budget-remarks.module.css";

/** Says that a budget is a draft, with a button that keeps it. Renders nothing for any other budget. */
export function DraftHint({ budget: { budgetId, isDraft } }: { budget: BudgetView }) {
  const api = useApi();
  // The button is gone then.
  const acts = useUndoable({ renew: reloadBudgets, onRenewed: () => focusHeadingWhenLost() });
  const keep = calling({
    call: () => api.post("/api/KeepBudgetDraft", { budgetId }),
    text: "Your budget is set.",
    failedText: "Couldn’t keep the draft.",
  });
  return (
    <>
      {isDraft ? (
        <Callout
          icon="check"
          title="We drafted this budget for you"
          action={
            <Button size="small" icon="check" isPending={acts.isPending} onClick={() => acts.perform(keep)}>
              Looks good
            </Button>
          }
        >
          Estimates are monthly averages of up to three months, renewed while your history arrives. Change any
          of them, or keep the draft.
        </Callout>
      ) : null}
      <RequestFailedDialog failure={acts.failure} isPending={acts.isPending} />
    </>
  );
}

/** Points to rows that look like transfers and may distort the totals. */
export function TransferHint({ budgetId }: { budgetId: number }) {
  const { data: suggestions = [] } = useQuery(transferSuggestionsQuery(useApi(), budgetId));
  return (
    <TransferCallout
      count={suggestions.length}
      action={
        <TextLink to={`${memberPaths.budgetTransactions(budgetId)}${transfersHash}`} viewTransition>
          Review {suggestions.length === 1 ? "it" : "them"}
        </TextLink>
      }
    />
  );
}

/** Warns that figures are incomplete during a first import (docs/reference/money.md, "Sync"). */
export function ImportHint({ budget }: { budget: BudgetView }) {
  const names = importingNames(budget);
  if (names.length === 0) return null;
  return (
    <Callout
      icon="download"
      title={`${names.join(" and ")} ${names.length === 1 ? "is" : "are"} still importing`}
      isLive
    >
      These figures update as transactions arrive.
    </Callout>
  );
}

type Remark = { id: string; icon: IconName; text: ReactNode; href: string; link: string };

/** Lists what the totals leave out, each with a link to its rows. Renders nothing if there is nothing to list. */
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
            <TextLink to={href} viewTransition>
              {link}
            </TextLink>
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
      text: `${sumsText(incomeNotCounted)} of income from ${transactionsText(countOf(incomeNotCounted))}`,
      href: memberPaths.budgetTransactions(budgetId, { show: "income" }),
      link: "See income",
    });
  }
  if (otherCurrencies.length > 0) {
    remarks.push({
      id: "currencies",
      icon: "bank",
      text: `${sumsText(otherCurrencies)} from ${transactionsText(countOf(otherCurrencies))} in other currencies`,
      href: memberPaths.budgetTransactions(budgetId, { show: "other-currencies" }),
      link: "See other currencies",
    });
  }
  if (excludedCount > 0) {
    remarks.push({
      id: "exempt",
      icon: "filter",
      text: excludedCount === 1 ? "1 transaction is exempt" : `${transactionsText(excludedCount)} are exempt`,
      href: memberPaths.budgetExemptions(budgetId),
      link: "See exemptions",
    });
  }
  if (removedCount > 0) {
    remarks.push({
      id: "removed",
      icon: "warning",
      text: `${transactionsText(removedCount)} removed by the bank`,
      href: memberPaths.budgetTransactions(budgetId, { show: "removed" }),
      link: "See removed transactions",
    });
  }
  return remarks;
}

type CurrencySum = BudgetView["otherCurrencies"][number];

/** Joins sums of several currencies: "$2,450.00 and €12.00". */
function sumsText(sums: readonly CurrencySum[]): string {
  return sums.map(({ sum, isoCurrencyCode }) => moneyText(sum, isoCurrencyCode)).join(" and ");
}

function countOf(sums: readonly CurrencySum[]): number {
  return sums.reduce((count, one) => count + one.count, 0);
}
