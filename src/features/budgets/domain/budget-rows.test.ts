import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import {
  rowStatusOf,
  type BudgetRow,
  type BudgetScope,
} from "../../../../tests/support/ledger/budget-model.ts";

const november: BudgetScope = {
  startDate: "2026-11-01",
  endDate: "2026-11-30",
  isoCurrencyCode: "USD",
  institutionAccessItemIds: new Set([1]),
};

function row(overrides: Partial<BudgetRow>): BudgetRow {
  return {
    institutionAccessItemId: 1,
    date: "2026-11-15",
    amount: money(-1250),
    isoCurrencyCode: "USD",
    financialCategoryId: null,
    isRemoved: false,
    kind: "spending",
    decision: null,
    ...overrides,
  };
}

const status = (overrides: Partial<BudgetRow>) => rowStatusOf(row(overrides), november);

describe("the status of a row in a budget", () => {
  it("is inside from the first to the last day, at the budget's banks only", () => {
    expect(status({ date: "2026-11-01" })).toBe("counted");
    expect(status({ date: "2026-11-30" })).toBe("counted");
    expect(status({ date: "2026-10-31" })).toBe("outside");
    expect(status({ date: "2026-12-01" })).toBe("outside");
    expect(status({ institutionAccessItemId: 2 })).toBe("outside");
  });

  it("counts a refund like a purchase", () => {
    expect(status({ amount: money(1250) })).toBe("counted");
  });

  it("leaves income out", () => {
    expect(status({ kind: "income" })).toBe("income");
  });

  it("exempts transfers and what is left out unless the person decides otherwise", () => {
    for (const kind of ["transfer", "leftOut"] as const) {
      expect(status({ kind })).toBe("exempt");
      expect(status({ kind, decision: false })).toBe("counted");
      expect(status({ kind, decision: true })).toBe("exempt");
    }
    expect(status({ decision: true })).toBe("exempt");
  });

  it("follows the person's decision above all", () => {
    expect(status({ decision: true, isRemoved: true, kind: "income", isoCurrencyCode: "EUR" })).toBe(
      "exempt",
    );
  });

  it("doesn't count removed rows or other currencies", () => {
    expect(status({ isRemoved: true })).toBe("removed");
    expect(status({ isoCurrencyCode: "EUR" })).toBe("otherCurrency");
    expect(status({ isoCurrencyCode: "EUR", kind: "income" })).toBe("income");
  });
});
