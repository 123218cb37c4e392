import { memberPaths } from "#client/routing/member-paths.ts";
import { moneyText } from "#client/words/money-text.ts";
import { Link } from "#ui/link.tsx";
import type { BudgetCategoryRow } from "../../contract.ts";
import { categoryShares, sharePercent, type CategoryShare } from "./category-shares.ts";
import styles from "./category-share-bar.module.css";

type CategoryShareBarProps = { budgetId: number; rows: BudgetCategoryRow[]; isoCurrencyCode: string };

/** Categories shown before the list collapses; the cards below name every one. */
const firstCount = 6;

/** Spending by category: a stacked bar, and the same figures as a list of links to the rows. */
export function CategoryShareBar({ budgetId, rows, isoCurrencyCode }: CategoryShareBarProps) {
  const shares = categoryShares(rows);
  const toLine = (share: CategoryShare) => (
    <ShareLine
      key={share.financialCategoryId}
      budgetId={budgetId}
      share={share}
      isoCurrencyCode={isoCurrencyCode}
    />
  );
  return (
    <section className={styles.shares} aria-labelledby="spending-by-category">
      <h2 id="spending-by-category" className={styles.title}>
        By category
      </h2>
      {shares.length === 0 ? (
        <p className={styles.nothing}>No spending in this period yet.</p>
      ) : (
        <>
          <div className={styles.bar} aria-hidden="true">
            {shares.map((share) => (
              <span
                key={share.financialCategoryId}
                className={styles.segment}
                data-color={share.color ?? "none"}
                style={{ flexGrow: share.share }}
              />
            ))}
          </div>
          <ul className={styles.lines}>{shares.slice(0, firstCount).map(toLine)}</ul>
          {shares.length > firstCount ? (
            <details>
              <summary className={styles.more}>{shares.length - firstCount} more</summary>
              <ul className={styles.lines}>{shares.slice(firstCount).map(toLine)}</ul>
            </details>
          ) : null}
        </>
      )}
    </section>
  );
}

type ShareLineProps = { budgetId: number; share: CategoryShare; isoCurrencyCode: string };

function ShareLine({ budgetId, share, isoCurrencyCode }: ShareLineProps) {
  return (
    <li>
      <Link
        to={memberPaths.budgetTransactions(budgetId, { category: share.financialCategoryId })}
        className={styles.line}
        viewTransition
      >
        <span className={styles.dot} data-color={share.color ?? "none"} aria-hidden="true" />
        <span className={styles.name}>{share.category}</span>
        <span className={styles.percent}>{sharePercent(share.share)}</span>
        <span className={styles.sum}>{moneyText(share.sum, isoCurrencyCode)}</span>
      </Link>
    </li>
  );
}
