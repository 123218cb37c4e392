import { describe, expect, it } from "vitest";
import { money, sumMoney, zeroMoney } from "#shared/money.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { moveEstimates, undoneEstimate } from "./category-move.ts";

const anyRows = fc.uniqueArray(
  fc.record({
    budgetId: fc.integer({ min: 1, max: 6 }),
    financialCategoryId: fc.constantFrom(1, 2, 3),
    estimate: fc.integer({ min: 0, max: 10_000 }).map(money),
  }),
  { selector: (row) => `${row.budgetId} ${row.financialCategoryId}` },
);

describe("moving a category's estimates", () => {
  it("loses no money and can be undone in each budget", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const moved = moveEstimates(rows, 1, 2);
        expect(moved.map(({ budgetId }) => budgetId)).toEqual(
          rows.filter((row) => row.financialCategoryId === 1).map(({ budgetId }) => budgetId),
        );
        for (const one of moved) {
          const own = rows.filter((row) => row.budgetId === one.budgetId && row.financialCategoryId !== 3);
          expect(one.intoAfter).toBe(sumMoney(own.map(({ estimate }) => estimate)));
          const before = own.find((row) => row.financialCategoryId === 2)?.estimate ?? null;
          expect(undoneEstimate(one, one.intoAfter)).toBe(before);
        }
      }),
    );
  });

  it("removes them without a target", () => {
    const row = { budgetId: 1, financialCategoryId: 1, estimate: money(5) };
    expect(moveEstimates([row], 1, null)).toEqual([
      { budgetId: 1, estimate: 5, plan: null, startsFresh: false, intoBefore: null, intoAfter: null },
    ]);
  });

  it("doesn't undo estimates changed since", () => {
    const one = { budgetId: 1, estimate: money(5), intoBefore: zeroMoney, intoAfter: money(5) };
    expect(undoneEstimate(one, money(6))).toBeUndefined();
    expect(undoneEstimate(one, null)).toBeUndefined();
  });
});
