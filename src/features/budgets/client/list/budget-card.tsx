import { memberPaths } from "#client/routing/member-paths.ts";
import { moneyText } from "#client/words/money-text.ts";
import { periodWords } from "#shared/time/plain-dates.ts";
import { Card, cardLinkClassName } from "#ui/card.tsx";
import { Link } from "#ui/link.tsx";
import { Chip } from "#ui/status/chip.tsx";
import { ActionMenu } from "#ui/overlay/menu.tsx";
import { ProgressBar } from "#ui/status/progress.tsx";
import type { BudgetListRow } from "../../contract.ts";
import {
  hasPlan,
  isCurrent,
  isOverPlan,
  periodText,
  remainderText,
  shareText,
  spentBar,
} from "../estimate/budget-progress.ts";
import styles from "./budget-card.module.css";

type BudgetCardProps = {
  budget: BudgetListRow;
  /** Today in the site's time zone. */
  today: string;
  onEdit: () => void;
  onCopy: () => void;
  onDelete: () => void;
  /** Deletes the whole series of a budget that repeats. */
  onDeleteSeries: () => void;
};

/** Budget in the list: name, period, and progress; the whole card links to its Estimate screen. */
export function BudgetCard({ budget, today, onEdit, onCopy, onDelete, onDeleteSeries }: BudgetCardProps) {
  const { budgetName, startDate, endDate, transactionsTotal, isoCurrencyCode } = budget;
  const { estimateTotal, availableTotal, plannedTotal, plannedPercent, unplannedTotal } = budget;
  return (
    <Card as="li" isInteractive className={styles.card}>
      <div>
        <h2 className={styles.name}>
          <Link to={memberPaths.budgetEstimate(budget.budgetId)} className={cardLinkClassName} viewTransition>
            {budgetName}
          </Link>
          {isCurrent(budget, today) ? <Chip tone="accent">Current</Chip> : null}
          {budget.seriesId === null ? null : <Chip icon="refresh">Repeats</Chip>}
          {budget.isDraft ? <Chip>Draft</Chip> : null}
        </h2>
        <p className={styles.period}>
          <span>{periodWords(startDate, endDate, today)}</span> ·{" "}
          <span>{periodText(startDate, endDate, today)}</span>
        </p>
      </div>
      <div className={styles.progress}>
        <ProgressBar
          label={`Spent in ${budgetName}`}
          isLabelHidden
          {...spentBar(plannedTotal, availableTotal, plannedPercent, estimateTotal)}
          valueText={shareText(availableTotal, plannedPercent, isoCurrencyCode, estimateTotal)}
        />
      </div>
      <p className={styles.figures}>
        <Link
          to={memberPaths.budgetTransactions(budget.budgetId, { show: "counted" })}
          className={styles.spent}
          viewTransition
        >
          {moneyText(transactionsTotal, isoCurrencyCode)}
          <span className="visually-hidden"> spent in {budgetName}</span>
        </Link>
        {hasPlan(budget) ? (
          <span className={styles.left} data-over={isOverPlan(budget) || undefined}>
            {remainderText(budget)}
          </span>
        ) : null}
        {hasPlan(budget) && unplannedTotal !== 0 ? (
          <span className={styles.left}>{moneyText(unplannedTotal, isoCurrencyCode)} unplanned</span>
        ) : null}
      </p>
      <div className={styles.menu}>
        <ActionMenu
          label={`Actions for ${budgetName}`}
          actions={[
            { id: "edit", label: "Edit", icon: "pencil", onAction: onEdit },
            ...(budget.seriesId === null
              ? [{ id: "copy", label: "Copy to next period", icon: "copy" as const, onAction: onCopy }]
              : []),
            { id: "delete", label: "Delete", icon: "trash", isDanger: true, onAction: onDelete },
            ...(budget.seriesId === null ? [] : [seriesAction(onDeleteSeries)]),
          ]}
        />
      </div>
    </Card>
  );
}

function seriesAction(onAction: () => void) {
  return { id: "series", label: "Delete all periods", icon: "trash" as const, isDanger: true, onAction };
}
