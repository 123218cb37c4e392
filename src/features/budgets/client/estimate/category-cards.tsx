import { memberPaths } from "#client/routing/member-paths.ts";
import { moneyText } from "#client/words/money-text.ts";
import { Card, cardLinkClassName } from "#ui/card.tsx";
import { Chip } from "#ui/status/chip.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { ProgressBar } from "#ui/status/progress.tsx";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { BudgetCategoryRow } from "../../contract.ts";
import { shareText, spentBar, transactionsText } from "./budget-progress.ts";
import { EstimateField } from "./estimate-field.tsx";
import { carriedText, goalStatus, goalText, setsEstimate } from "../series/plan-words.ts";
import styles from "./category-cards.module.css";

type CategoryCardsProps = {
  budgetId: number;
  isoCurrencyCode: string;
  rows: BudgetCategoryRow[];
  /** Opens the estimate dialog. */
  onOpen: (row: BudgetCategoryRow) => void;
};

/**
 * Cards of the categories, uncategorized first (docs/reference/product.md, "Budget screens"). Categories with neither
 * estimate nor spending are collapsed.
 */
export function CategoryCards({ budgetId, isoCurrencyCode, rows, onOpen }: CategoryCardsProps) {
  const money = { budgetId, isoCurrencyCode };
  const { used = [], unused = [] } = Object.groupBy(rows.filter(isShown), (row) =>
    isUnused(row) ? "unused" : "used",
  );
  const toCard = (row: BudgetCategoryRow) => (
    <CategoryCard key={row.financialCategoryId} {...money} row={row} onOpen={() => onOpen(row)} />
  );
  return (
    <>
      <ul className={styles.cards}>
        {used.map((row) =>
          row.financialCategoryId === uncategorizedId ? (
            <UncategorizedCard key={row.financialCategoryId} {...money} row={row} />
          ) : (
            toCard(row)
          ),
        )}
      </ul>
      {unused.length > 0 ? (
        <details>
          <summary className={styles.more}>
            {unused.length === 1 ? "1 unused category" : `${unused.length} unused categories`}
          </summary>
          <ul className={styles.cards}>{unused.map(toCard)}</ul>
        </details>
      ) : null}
    </>
  );
}

/** Hides categories outside the budget whose only rows count elsewhere, such as Salary. */
function isShown(row: BudgetCategoryRow): boolean {
  return row.isInBudget || !isUnused(row);
}

function isUnused({ financialCategoryId, count, estimate, carried, goal }: BudgetCategoryRow): boolean {
  const isEmpty = count === 0 && estimate === 0 && carried === 0 && goal === null;
  return financialCategoryId !== uncategorizedId && isEmpty;
}

type CardProps = Omit<CategoryCardsProps, "rows" | "onOpen"> & { row: BudgetCategoryRow };

/** Card that links to the uncategorized rows. */
function UncategorizedCard({ budgetId, isoCurrencyCode, row }: CardProps) {
  const hasRows = row.count > 0;
  return (
    <Card as="li" isInteractive={hasRows} className={styles.uncategorized}>
      <h3 className={styles.name}>{row.category}</h3>
      <p className={styles.sum}>{moneyText(row.sum, isoCurrencyCode)}</p>
      <p className={styles.count}>{transactionsText(row.count)}</p>
      {hasRows ? (
        <p className={styles.lead}>
          <Link
            to={memberPaths.budgetTransactions(budgetId, { category: uncategorizedId })}
            className={cardLinkClassName}
            viewTransition
          >
            Go to Transactions <Icon name="arrow-right" size="small" />
          </Link>
        </p>
      ) : (
        <p className={styles.count}>Every transaction has a category.</p>
      )}
    </Card>
  );
}

function CategoryCard({ budgetId, isoCurrencyCode, row, onOpen }: CardProps & { onOpen: () => void }) {
  const { category, sum, estimate, available, totalPercent } = row;
  return (
    <Card as="li" isInteractive className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <button
            type="button"
            className={`${cardLinkClassName} ${styles.open}`}
            aria-haspopup="dialog"
            onClick={onOpen}
          >
            {category}
          </button>
        </h3>
        {row.isInBudget ? null : <Chip>Not in this budget</Chip>}
      </div>
      <Rows budgetId={budgetId} isoCurrencyCode={isoCurrencyCode} row={row} />
      <ProgressBar
        label={`Spent on ${category}`}
        isLabelHidden
        {...spentBar(sum, available, totalPercent, estimate)}
        valueText={shareText(available, totalPercent, isoCurrencyCode, estimate)}
      />
      <CarriedLines row={row} isoCurrencyCode={isoCurrencyCode} />
      {setsEstimate(row) ? null : (
        <EstimateField budgetId={budgetId} row={row} isoCurrencyCode={isoCurrencyCode} />
      )}
    </Card>
  );
}

/** Texts of what is carried into the period, and the goal with its status. */
function CarriedLines({ row, isoCurrencyCode }: Pick<CardProps, "row" | "isoCurrencyCode">) {
  const { goal } = row;
  const carried = carriedText(row, isoCurrencyCode);
  const status = goal === null ? null : goalStatus(goal, isoCurrencyCode);
  return (
    <>
      {carried === null ? null : <p className={styles.count}>{carried}</p>}
      {row.startsFresh ? <p className={styles.count}>Starts fresh in this period</p> : null}
      {goal === null || status === null ? null : (
        <p className={styles.goal}>
          <span>
            {goalText(goal, isoCurrencyCode)}
            {setsEstimate(row) ? `, ${moneyText(row.estimate, isoCurrencyCode)} in this period` : null}
          </span>
          <Chip tone={status.tone}>{status.text}</Chip>
        </p>
      )}
    </>
  );
}

/** Sum and count, linked to exactly the rows that they add up. */
function Rows({ budgetId, isoCurrencyCode, row }: CardProps) {
  const { financialCategoryId, category, count, sum } = row;
  const content = (
    <>
      <span className={styles.sum}>{moneyText(sum, isoCurrencyCode)}</span>
      <span className={styles.count}>{transactionsText(count)}</span>
    </>
  );
  if (count === 0) return <p className={styles.rows}>{content}</p>;
  return (
    <p className={styles.rows}>
      <Link
        to={memberPaths.budgetTransactions(budgetId, { category: financialCategoryId })}
        className={styles.rowsLink}
        viewTransition
      >
        <span className="visually-hidden">{category}: </span>
        {content}
      </Link>
    </p>
  );
}
