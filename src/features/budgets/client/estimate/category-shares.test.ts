import { describe, expect, it } from "vitest";
import type { BudgetCategoryRow } from "../../contract.ts";
import { categoryShares, shareColorCount, sharePercent } from "./category-shares.ts";

function row(financialCategoryId: number, sum: number): BudgetCategoryRow {
  return {
    financialCategoryId,
    category: `Category ${financialCategoryId}`,
    count: 1,
    sum,
    estimate: 0,
    carried: 0,
    available: 0,
    carry: "none",
    cap: null,
    startsFresh: false,
    goal: null,
    totalPercent: 0,
    isInBudget: true,
  };
}

describe("shares of spending", () => {
  it("are sorted by size and add up to the whole", () => {
    const shares = categoryShares([row(1, 25), row(2, 75)]);
    expect(shares.map(({ financialCategoryId, share }) => [financialCategoryId, share])).toEqual([
      [2, 0.75],
      [1, 0.25],
    ]);
  });

  it("leave out categories without spending or with more refunds", () => {
    expect(categoryShares([row(1, 0), row(2, -5), row(3, 1)])).toHaveLength(1);
    expect(categoryShares([])).toEqual([]);
  });

  it("give each category its own color, and uncategorized spending none", () => {
    const rows = [row(-1, 1000), ...Array.from({ length: 10 }, (_, index) => row(index + 1, 100 - index))];
    const colors = categoryShares(rows).map(({ color }) => color);
    expect(colors[0]).toBeNull();
    expect(colors.slice(1, 1 + shareColorCount)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(colors.slice(1 + shareColorCount)).toEqual([null, null]);
  });

  it("never round a small share down to 0%", () => {
    expect(sharePercent(0.004)).toBe("<1%");
    expect(sharePercent(0.334)).toBe("33%");
    expect(sharePercent(1)).toBe("100%");
  });
});
