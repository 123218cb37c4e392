import { addMoney, negateMoney, percentOfMoney, sumMoney, zeroMoney, type Money } from "#shared/money.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import type { RowStatus } from "./budget-rows.ts";

/**
 * Rows, or parts of split rows, that a budget's figures treat alike: their count, and Σ amount in minor units of their currency.
 * Grouped by the database (`server/figure-store.ts`).
 */
export type RowGroup = {
  status: Exclude<RowStatus, "outside">;
  /** Null for uncategorized rows. */
  financialCategoryId: number | null;
  isoCurrencyCode: string;
  /** Rows with a part in it, or in it as a whole. */
  count: number;
  /** Those of them that no other group of the same status and currency counts. */
  rowCount: number;
  amount: Money;
};

/** A category, its estimate, and what it carries into the budget's period, minor units. */
export type CategoryEstimate = { financialCategoryId: number; estimate: Money; carried?: Money };

export type CountAndSum = { count: number; sum: Money };

/** A count and its sum in one currency. */
export type CurrencySum = CountAndSum & { isoCurrencyCode: string };

/** Amounts in minor units of the budget's currency. Sums are spending (positive), except for income. */
export type BudgetFigures = {
  transactionsTotal: Money;
  estimateTotal: Money;
  /** The estimates and what is carried. */
  availableTotal: Money;
  totalPercent: number;
  /** Spending in categories with an estimate or something carried; `availableTotal` less this is left. */
  plannedTotal: Money;
  /** Used part of the estimates in percent; above 100 only if they are overrun. */
  plannedPercent: number;
  /** The rest of `transactionsTotal`: categories without an estimate, and uncategorized rows. */
  unplannedTotal: Money;
  /** −1 first, then every category of the budget or of a row that is not exempt, by id. */
  categories: (CountAndSum & {
    financialCategoryId: number;
    estimate: Money;
    carried: Money;
    available: Money;
    totalPercent: number;
    isInBudget: boolean;
  })[];
  transactionCount: number;
  categorizedCount: number;
  excludedCount: number;
  removedCount: number;
  /** By currency, the budget's own first; money in is positive. */
  incomeNotCounted: CurrencySum[];
  /** Spending, by currency. */
  otherCurrencies: CurrencySum[];
};

/** Spending of amounts of one currency: −Σ, so refunds reduce it (docs/reference/money.md, "Spending"). */
export function spendingOf(amounts: Iterable<Money>): Money {
  return negateMoney(sumMoney(amounts));
}

/**
 * Returns the used part of an estimate in percent (docs/reference/money.md, "Percentages"): 0 for no or negative
 * spending, rounded down up to the estimate and up above it, so that 100.4% is 101. Spending without an estimate is 101,
 * too.
 */
export function totalPercent(spending: Money, estimate: Money): number {
  if (spending <= 0) return 0;
  if (estimate <= 0) return 101;
  return percentOfMoney(spending, estimate, spending > estimate ? "up" : "down");
}

/** Computes a budget's figures from its groups of rows. The total always equals the sum of the categories. */
export function budgetFigures(
  groups: readonly RowGroup[],
  estimates: readonly CategoryEstimate[],
  isoCurrencyCode: string,
): BudgetFigures {
  const listed = groups.filter(({ status }) => status !== "exempt");
  const counted = groups.filter(({ status }) => status === "counted");
  const transactionsTotal = spendingOf(counted.map(({ amount }) => amount));
  const estimateTotal = sumMoney(estimates.map(({ estimate }) => estimate));
  const availableTotal = sumMoney(
    estimates.flatMap(({ estimate, carried = zeroMoney }) => [estimate, carried]),
  );
  const categories = categoryFigures(listed, counted, estimates);
  const [planned, unplanned] = [categories.filter(isPlanned), categories.filter((one) => !isPlanned(one))];
  const plannedTotal = sumMoney(planned.map(({ sum }) => sum));
  return {
    transactionsTotal,
    estimateTotal,
    availableTotal,
    totalPercent: totalPercent(transactionsTotal, availableTotal),
    plannedTotal,
    plannedPercent: totalPercent(plannedTotal, availableTotal),
    unplannedTotal: sumMoney(unplanned.map(({ sum }) => sum)),
    categories,
    transactionCount: rowCountOf(listed),
    categorizedCount:
      rowCountOf(listed) - countOf(listed.filter((group) => group.financialCategoryId === null)),
    excludedCount: rowCountOf(groups) - rowCountOf(listed),
    removedCount: rowCountOf(groups.filter(({ status }) => status === "removed")),
    incomeNotCounted: incomeNotCounted(groups, isoCurrencyCode),
    otherCurrencies: otherCurrencies(groups),
  };
}

/** Returns true for a category with an estimate above zero, or something carried (docs/reference/money.md, "Planned spending"). */
export function isPlanned({ estimate, carried = zeroMoney }: { estimate: Money; carried?: Money }): boolean {
  return estimate > 0 || carried !== 0;
}

function categoryFigures(
  listed: RowGroup[],
  counted: RowGroup[],
  estimates: readonly CategoryEstimate[],
): BudgetFigures["categories"] {
  const estimateOf = new Map(estimates.map((one) => [one.financialCategoryId, one]));
  const ids = new Set([...estimateOf.keys(), ...listed.map(categoryIdOf)]);
  ids.delete(uncategorizedId);
  const countedOf = Map.groupBy(counted, categoryIdOf);
  return [uncategorizedId, ...[...ids].toSorted((a, b) => a - b)].map((financialCategoryId) => {
    const own = countedOf.get(financialCategoryId) ?? [];
    const sum = spendingOf(own.map(({ amount }) => amount));
    const entry = estimateOf.get(financialCategoryId);
    const { estimate = zeroMoney, carried = zeroMoney } = entry ?? {};
    const available = addMoney(estimate, carried);
    return {
      financialCategoryId,
      count: countOf(own),
      sum,
      estimate,
      carried,
      available,
      totalPercent: totalPercent(sum, available),
      isInBudget: entry !== undefined,
    };
  });
}

function incomeNotCounted(groups: readonly RowGroup[], ownCode: string): CurrencySum[] {
  const income = groups.filter(({ status }) => status === "income");
  const sums = byCurrency(income, sumMoney);
  return [
    ...sums.filter(({ isoCurrencyCode }) => isoCurrencyCode === ownCode),
    ...sums.filter(({ isoCurrencyCode }) => isoCurrencyCode !== ownCode),
  ];
}

function otherCurrencies(groups: readonly RowGroup[]): CurrencySum[] {
  return byCurrency(
    groups.filter(({ status }) => status === "otherCurrency"),
    spendingOf,
  );
}

/** Sums amounts by currency, ordered by code. */
function byCurrency(groups: readonly RowGroup[], sumOf: (amounts: Iterable<Money>) => Money): CurrencySum[] {
  return [...Map.groupBy(groups, ({ isoCurrencyCode }) => isoCurrencyCode)]
    .map(([isoCurrencyCode, own]) => ({
      isoCurrencyCode,
      count: rowCountOf(own),
      sum: sumOf(own.map(({ amount }) => amount)),
    }))
    .toSorted((a, b) => (a.isoCurrencyCode < b.isoCurrencyCode ? -1 : 1));
}

function countOf(groups: readonly RowGroup[]): number {
  return groups.reduce((count, group) => count + group.count, 0);
}

function rowCountOf(groups: readonly RowGroup[]): number {
  return groups.reduce((count, group) => count + group.rowCount, 0);
}

function categoryIdOf({ financialCategoryId }: RowGroup): number {
  return financialCategoryId ?? uncategorizedId;
}
