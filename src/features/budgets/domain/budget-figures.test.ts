import { describe, expect, it } from "vitest";
import { addMoney, money, sumMoney, zeroMoney } from "#shared/money.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { budgetFigures, spendingOf, totalPercent } from "./budget-figures.ts";
import { anyBudgetRow } from "../../../../tests/support/factories/budget-row-factory.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { rowGroups, rowStatusOf, type BudgetScope } from "../../../../tests/support/ledger/budget-model.ts";

const scope: BudgetScope = {
  startDate: "2026-11-01",
  endDate: "2026-11-30",
  isoCurrencyCode: "USD",
  institutionAccessItemIds: new Set([1]),
};

const anyLedger = fc.array(anyBudgetRow, { maxLength: 60 });
const anyEstimates = fc
  .uniqueArray(fc.constantFrom(1, 2, 4), { maxLength: 3 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((financialCategoryId) =>
        fc
          .integer({ min: 0, max: 500_000 })
          .map((estimate) => ({ financialCategoryId, estimate: money(estimate) })),
      ),
    ),
  );

describe("spending", () => {
  it("is money out less refunds", () => {
    expect(spendingOf([money(-1250), money(-3000), money(500)])).toBe(3750);
    expect(spendingOf([money(500)])).toBe(-500);
    expect(Object.is(spendingOf([]), 0)).toBe(true);
  });
});

describe("totalPercent", () => {
  it.each([
    [0, 100, 0],
    [-1, 100, 0],
    [1, 100_000, 0],
    [999, 1000, 99],
    [1000, 1000, 100],
    [1004, 1000, 101],
    [1001, 1000, 101],
    [2000, 1000, 200],
    [2001, 1000, 201],
    [1, 0, 101],
    [0, 0, 0],
    [-1, 0, 0],
  ])("of %i spent and %i estimated is %i", (spent, estimate, percent) => {
    expect(totalPercent(money(spent), money(estimate))).toBe(percent);
  });

  it("is above 100 exactly if spending exceeds the estimate", () => {
    const anyAmount = fc.integer({ min: -1_000_000_000, max: 99_999_999_999 }).map(money);
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 99_999_999_999 }).map(money), (spent, estimate) => {
        const percent = totalPercent(spent, estimate);
        expect(Number.isSafeInteger(percent)).toBe(true);
        expect(percent > 100).toBe(spent > 0 && spent > estimate);
        expect(percent).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("the figures of a budget", () => {
  it("are zero without rows, but include the uncategorized category", () => {
    expect(budgetFigures([], [{ financialCategoryId: 7, estimate: money(100) }], "USD")).toEqual({
      transactionsTotal: 0,
      estimateTotal: 100,
      availableTotal: 100,
      totalPercent: 0,
      plannedTotal: 0,
      plannedPercent: 0,
      unplannedTotal: 0,
      categories: [
        {
          financialCategoryId: -1,
          count: 0,
          sum: 0,
          estimate: 0,
          carried: 0,
          available: 0,
          totalPercent: 0,
          isInBudget: false,
        },
        {
          financialCategoryId: 7,
          count: 0,
          sum: 0,
          estimate: 100,
          carried: 0,
          available: 100,
          totalPercent: 0,
          isInBudget: true,
        },
      ],
      transactionCount: 0,
      categorizedCount: 0,
      excludedCount: 0,
      removedCount: 0,
      incomeNotCounted: [],
      otherCurrencies: [],
    });
  });

  it("equal the rows behind them, for any ledger", () => {
    fc.assert(
      fc.property(anyLedger, anyEstimates, (rows, estimates) => {
        const figures = budgetFigures(rowGroups(rows, scope), estimates, "USD");
        const inside = rows.filter((row) => rowStatusOf(row, scope) !== "outside");
        const status = (expected: string) => inside.filter((row) => rowStatusOf(row, scope) === expected);

        // Total = Σ category rows; category row = Σ its transactions.
        expect(figures.transactionsTotal).toBe(sumMoney(figures.categories.map(({ sum }) => sum)));
        expect(figures.estimateTotal).toBe(sumMoney(figures.categories.map(({ estimate }) => estimate)));
        for (const { financialCategoryId, count, sum } of figures.categories) {
          const own = status("counted").filter(
            (row) => (row.financialCategoryId ?? uncategorizedId) === financialCategoryId,
          );
          expect({ count, sum }).toEqual({
            count: own.length,
            sum: spendingOf(own.map(({ amount }) => amount)),
          });
        }

        // Planned and unplanned spending add up to the total; only planned spending counts against estimates.
        const planned = new Set<number>(
          estimates.filter(({ estimate }) => estimate > 0).map((one) => one.financialCategoryId),
        );
        const plannedRows = status("counted").filter(
          (row) => row.financialCategoryId !== null && planned.has(row.financialCategoryId),
        );
        expect(figures.plannedTotal).toBe(spendingOf(plannedRows.map(({ amount }) => amount)));
        expect(addMoney(figures.plannedTotal, figures.unplannedTotal)).toBe(figures.transactionsTotal);
        expect(figures.plannedPercent > 100).toBe(
          figures.plannedTotal > 0 && figures.plannedTotal > figures.estimateTotal,
        );

        // No row is lost between screens: exactly one of these figures counts it.
        const others = figures.otherCurrencies.reduce((count, one) => count + one.count, 0);
        const counted = figures.categories.reduce((count, one) => count + one.count, 0);
        const income = figures.incomeNotCounted.reduce((count, one) => count + one.count, 0);
        expect(counted + others + income + figures.removedCount).toBe(figures.transactionCount);
        expect(figures.transactionCount + figures.excludedCount).toBe(inside.length);
        expect(figures.categorizedCount).toBe(
          inside.filter((row) => rowStatusOf(row, scope) !== "exempt" && row.financialCategoryId !== null)
            .length,
        );
        for (const { isoCurrencyCode, sum } of figures.otherCurrencies) {
          expect(isoCurrencyCode).not.toBe("USD");
          const own = status("otherCurrency").filter((row) => row.isoCurrencyCode === isoCurrencyCode);
          expect(sum).toBe(spendingOf(own.map(({ amount }) => amount)));
        }
      }),
    );
  });

  it("show no overrun if only unplanned spending exceeds the estimates", () => {
    const counted = {
      status: "counted" as const,
      isoCurrencyCode: "USD",
      count: 1,
      rowCount: 1,
    };
    const groups = [
      { ...counted, financialCategoryId: 1, amount: money(-50_000) },
      { ...counted, financialCategoryId: 2, amount: money(-52_200) },
      { ...counted, financialCategoryId: null, amount: money(-300_000) },
    ];
    const estimates = [
      { financialCategoryId: 1, estimate: money(60_000) },
      { financialCategoryId: 2, estimate: money(0) },
    ];
    expect(budgetFigures(groups, estimates, "USD")).toMatchObject({
      totalPercent: 671,
      plannedTotal: 50_000,
      plannedPercent: 83,
      unplannedTotal: 352_200,
    });
  });

  it("don't depend on how the rows are grouped", () => {
    fc.assert(
      fc.property(anyLedger, anyEstimates, (rows, estimates) => {
        const single = rowGroups(rows, scope);
        const grouped = [
          ...Map.groupBy(single, ({ count: _count, rowCount: _rowCount, amount: _amount, ...alike }) =>
            JSON.stringify(alike),
          ).values(),
        ].flatMap(([first, ...rest]) =>
          first === undefined
            ? []
            : [
                {
                  ...first,
                  count: rest.reduce((sum, { count }) => sum + count, first.count),
                  rowCount: rest.reduce((sum, { rowCount }) => sum + rowCount, first.rowCount),
                  amount: rest.reduce((sum, { amount }) => addMoney(sum, amount), first.amount),
                },
              ],
        );
        expect(budgetFigures(grouped, estimates, "USD")).toEqual(budgetFigures(single, estimates, "USD"));
      }),
    );
  });

  it("list a category that only an uncounted row has, with no spending", () => {
    const income = {
      status: "income" as const,
      financialCategoryId: 9,
      isoCurrencyCode: "USD",
      count: 1,
      rowCount: 1,
      amount: money(200_000),
    };
    const figures = budgetFigures([income], [], "USD");
    expect(figures.categories.find(({ financialCategoryId }) => financialCategoryId === 9)).toEqual({
      financialCategoryId: 9,
      count: 0,
      sum: zeroMoney,
      estimate: zeroMoney,
      carried: zeroMoney,
      available: zeroMoney,
      totalPercent: 0,
      isInBudget: false,
    });
    expect(figures.incomeNotCounted).toEqual([{ isoCurrencyCode: "USD", count: 1, sum: 200_000 }]);
  });

  it("count and sum uncounted income by currency, the budget's own first", () => {
    const income = {
      status: "income" as const,
      financialCategoryId: null,
      count: 1,
      rowCount: 1,
    };
    const groups = [
      { ...income, isoCurrencyCode: "EUR", amount: money(5_000) },
      { ...income, isoCurrencyCode: "USD", amount: money(200_000) },
      { ...income, isoCurrencyCode: "EUR", amount: money(1_000) },
    ];
    expect(budgetFigures(groups, [], "USD").incomeNotCounted).toEqual([
      { isoCurrencyCode: "USD", count: 1, sum: 200_000 },
      { isoCurrencyCode: "EUR", count: 2, sum: 6_000 },
    ]);
  });
});
