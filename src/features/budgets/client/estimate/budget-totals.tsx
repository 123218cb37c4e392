import { memberPaths } from "#client/routing/member-paths.ts";
import { moneyText } from "#client/words/money-text.ts";
import { Card } from "#ui/card.tsx";
import { Link } from "#ui/link.tsx";
import { ProgressBar } from "#ui/status/progress.tsx";
import type { BudgetView } from "../../contract.ts";
import { hasPlan, isOverPlan, remainderText, shareText, spentBar } from "./budget-progress.ts";
import styles from "./budget-totals.module.css";

/**
 * Totals of a budget: spent, estimated, left, and unplanned, with a bar that is red if the estimates are overrun and
 * green otherwise (docs/reference/product.md, "Budget screens").
 */
export function BudgetTotals({ budget }: { budget: BudgetView }) {
  const { budgetId, transactionsTotal, estimateTotal, availableTotal, isoCurrencyCode } = budget;
  const { plannedTotal, plannedPercent, unplannedTotal } = budget;
  const hasEstimate = hasPlan(budget);
  const isOver = isOverPlan(budget);
  return (
    <Card as="section" className={styles.totals}>
      <h2 className="visually-hidden">Total</h2>
      <dl className={styles.figures}>
        <div>
          <dt className={styles.term}>Spent</dt>
          <dd className={styles.figure}>
            <Link
              to={memberPaths.budgetTransactions(budgetId, { show: "counted" })}
              className={styles.link}
              viewTransition
            >
              {moneyText(transactionsTotal, isoCurrencyCode)}
            </Link>
          </dd>
        </div>
        <div>
          <dt className={styles.term}>Estimated</dt>
          <dd className={styles.figure}>{moneyText(estimateTotal, isoCurrencyCode)}</dd>
        </div>
        {availableTotal === estimateTotal ? null : (
          <div>
            <dt className={styles.term}>Available</dt>
            <dd className={styles.figure}>{moneyText(availableTotal, isoCurrencyCode)}</dd>
          </div>
        )}
        <div>
          <dt className={styles.term}>{isOver ? "Over" : "Left"}</dt>
          {hasEstimate ? (
            <dd className={styles.figure} data-over={isOver || undefined}>
              {remainderText(budget).replace(/ (?:left|over)$/, "")}
            </dd>
          ) : (
            <dd className={styles.hint}>Set an estimate to see what’s left.</dd>
          )}
        </div>
        {hasEstimate && unplannedTotal !== 0 ? (
          <div>
            <dt className={styles.term}>Unplanned</dt>
            <dd className={styles.figure} data-quiet>
              {moneyText(unplannedTotal, isoCurrencyCode)}
            </dd>
          </div>
        ) : null}
      </dl>
      <ProgressBar
        label="Total"
        {...spentBar(plannedTotal, availableTotal, plannedPercent, estimateTotal)}
        valueText={`${shareText(availableTotal, plannedPercent, isoCurrencyCode, estimateTotal)}${verdict(budget)}`}
      />
    </Card>
  );
}

/** Puts the bar's color into words. */
function verdict(budget: BudgetView): string {
  if (!hasPlan(budget)) return "";
  return isOverPlan(budget) ? ", over the estimate" : ", within the estimate";
}
