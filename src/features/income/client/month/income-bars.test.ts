import { describe, expect, it } from "vitest";
import { barsOf, chartSentence, firstMonthOf } from "./income-bars.ts";

const month = (name: string, due: number, paid: number) => ({ month: name, due, paid, overdue: 0 });

describe("the months of the chart", () => {
  it("are the last twelve, and shift only for a month outside them", () => {
    expect(firstMonthOf("2026-11", "2026-11")).toBe("2025-12");
    expect(firstMonthOf("2025-12", "2026-11")).toBe("2025-12");
    expect(firstMonthOf("2025-11", "2026-11")).toBe("2025-11");
    expect(firstMonthOf("2026-12", "2026-11")).toBe("2026-01");
  });
});

describe("the bars", () => {
  it("are proportional to their amounts, and the highest fills the drawing", () => {
    const [first, second] = barsOf([month("2026-10", 500, 1_000), month("2026-11", 0, 250)], {
      width: 200,
      height: 100,
    });
    expect([first?.dueHeight, first?.paidHeight]).toEqual([50, 100]);
    expect([second?.dueHeight, second?.paidHeight]).toEqual([0, 25]);
    expect(second?.x).toBe(100);
  });

  it("stay within the slot of their month", () => {
    for (const bar of barsOf([month("2026-10", 1, 2), month("2026-11", 3, 4)], { width: 120, height: 10 })) {
      expect(bar.dueX).toBeGreaterThanOrEqual(bar.x);
      expect(bar.paidX + bar.width).toBeLessThanOrEqual(bar.x + bar.slot);
    }
  });

  it("are flat with nothing due and nothing paid", () => {
    expect(barsOf([month("2026-11", 0, 0)], { width: 10, height: 10 })[0]).toMatchObject({
      dueHeight: 0,
      paidHeight: 0,
    });
  });
});

describe("the chart's sentence", () => {
  it("states both sums and the months", () => {
    expect(chartSentence([month("2026-10", 0.1, 0), month("2026-11", 0.2, 5)], "USD")).toBe(
      "$0.30 was due and $5.00 was paid from October 2026 to November 2026.",
    );
    expect(chartSentence([], "USD")).toBe("");
  });
});
