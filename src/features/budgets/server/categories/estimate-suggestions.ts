import { sql } from "drizzle-orm";
import { institutionAccessItems, isSeenIn } from "#server/tables/institution-tables.ts";
import { isAtBank, isListed, rowKind } from "#features/transactions/server/index.ts";
import { isLine, ledgerLines } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { Transaction } from "#server/database/db.ts";
import { moneyFromSum, type Money } from "#shared/money.ts";
import type { Period } from "../../domain/budget-copy.ts";
import { knownPeriod, recentPeriod, suggestedEstimate } from "../../domain/estimate-suggestions.ts";
import { spendingOf } from "../../domain/budget-figures.ts";
import type { Owner } from "../budget-heads.ts";
import { budgetExemptions } from "#server/tables/budget-tables.ts";

/** Suggested estimates for a new budget by category id, in minor units of its currency. */
export type Suggestions = {
  /** Period of the spending behind the suggestions; null before the first row. */
  known: Period | null;
  estimates: { financialCategoryId: number; estimate: Money }[];
};

/** Rows of one currency grouped by category; `amount` is Σ in minor units. */
type GroupRow = {
  financial_category_id: number | null;
  amount: string;
  first_date: string;
};

/**
 * Suggests estimates from the last three months' spending at all of the person's banks, in one query. Rows without a
 * category are left out.
 */
export async function suggestEstimates(
  tx: Transaction,
  owner: Owner,
  target: Period & { isoCurrencyCode: string },
  today: string,
): Promise<Suggestions> {
  const rows = await readRecentSpending(tx, owner, recentPeriod(today), target.isoCurrencyCode);
  const [first] = rows;
  if (first === undefined) return { known: null, estimates: [] };
  const known = knownPeriod(today, first.first_date);
  const estimates = rows.flatMap(({ financial_category_id: financialCategoryId, amount }) => {
    const spent = spendingOf([moneyFromSum(amount)]);
    const estimate = suggestedEstimate(spent, known, target, target.isoCurrencyCode);
    return financialCategoryId === null || estimate === null ? [] : [{ financialCategoryId, estimate }];
  });
  return { known, estimates: estimates.toSorted((a, b) => a.financialCategoryId - b.financialCategoryId) };
}

/**
 * Sums spending by category, without removed rows and rows exempt in any budget.
 */
async function readRecentSpending(
  tx: Transaction,
  { userId, mode }: Owner,
  { startDate, endDate }: Period,
  isoCurrencyCode: string,
): Promise<GroupRow[]> {
  const { institutionAccessItemId, financialCategoryId } = transactions;
  const firstDate = sql`(
    select min(oldest.date)::text from ${institutionAccessItems} cross join lateral (
      select date from ${transactions}
      where ${transactions.userId} = ${userId} and ${institutionAccessItemId} = ${institutionAccessItems.institutionAccessItemId}
      order by date limit 1) as oldest
    where ${institutionAccessItems.userId} = ${userId} and ${isSeenIn(mode)})`;
  const exempt = sql`(select ${budgetExemptions.transactionId} from ${budgetExemptions}
    where ${budgetExemptions.userId} = ${userId} and ${budgetExemptions.isExempt})`;
  const { rows } = await tx.execute<GroupRow>(sql`
    select ${financialCategoryId}, sum(${transactions.amount})::text as amount, ${firstDate} as first_date
    from ${ledgerLines}
    join ${institutionAccessItems} on ${institutionAccessItems.institutionAccessItemId} = ${institutionAccessItemId}
    where ${transactions.userId} = ${userId} and ${isSeenIn(mode)}
      and ${transactions.date} between ${startDate} and ${endDate}
      and ${transactions.isoCurrencyCode} = ${isoCurrencyCode}
      and ${isLine} and ${isListed} and ${isAtBank} and ${rowKind} = 'spending'
      and ${transactions.transactionId} not in ${exempt}
    group by ${financialCategoryId}`);
  return rows;
}
