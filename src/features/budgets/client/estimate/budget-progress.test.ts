import { describe, expect, it } from "vitest";
import {
  isCurrent,
  isOverPlan,
  periodText,
  remainderText,
  shareText,
  spentBar,
  transactionsText,
} from "./budget-progress.ts";

describe("the remainder of a budget", () => {
  const usd = "USD";

  it("is an amount, exact to the cent", () => {
    expect(
      remainderText({ plannedTotal: 0.1, estimateTotal: 0.3, availableTotal: 0.3, isoCurrencyCode: usd }),
    ).toBe("$0.20 left");
    expect(
      remainderText({
        plannedTotal: 2420.4,
        estimateTotal: 2400,
        availableTotal: 2400,
        isoCurrencyCode: usd,
      }),
    ).toBe("$20.40 over");
    expect(
      remainderText({ plannedTotal: 5, estimateTotal: 5, availableTotal: 5, isoCurrencyCode: usd }),
    ).toBe("$0.00 left");
  });

  it("is over exactly if its words say so, also before anything is spent", () => {
    for (const [plannedTotal, estimateTotal, availableTotal, isOver] of [
      [2420.4, 2400, 2400, true],
      [5, 5, 5, false],
      [5, 0, 0, false],
      [0, 10, -5, true],
      [-10, 10, -5, false],
    ] as const) {
      const budget = { plannedTotal, estimateTotal, availableTotal, isoCurrencyCode: usd };
      expect(isOverPlan(budget), remainderText(budget)).toBe(isOver);
      expect(remainderText(budget).endsWith(" over")).toBe(isOver);
    }
  });

  it("grows with refunds", () => {
    expect(
      remainderText({ plannedTotal: -10, estimateTotal: 100, availableTotal: 100, isoCurrencyCode: usd }),
    ).toBe("$110.00 left");
  });

  it('reads "no estimate" without an estimate', () => {
    expect(
      remainderText({ plannedTotal: 5, estimateTotal: 0, availableTotal: 0, isoCurrencyCode: usd }),
    ).toBe("no estimate");
    expect(shareText(0, 101, usd, 0)).toBe("No estimate");
  });

  it("says that estimates are taken up by what was overspent before", () => {
    expect(shareText(0, 101, usd, 100)).toBe("$0.00 available");
    expect(spentBar(5, 0, 101, 100)).toEqual({ value: 1, max: 1, tone: "negative" });
    expect(spentBar(0, 0, 0, 100)).toEqual({ value: 0, max: 0, tone: "positive" });
  });

  it("shows no overrun and no red bar without an estimate", () => {
    expect(spentBar(2922.13, 0, 101, 0)).toEqual({ value: 0, max: 0, tone: "positive" });
    expect(spentBar(101, 100, 101, 100)).toEqual({ value: 101, max: 100, tone: "negative" });
    expect(spentBar(100, 100, 100, 100)).toEqual({ value: 100, max: 100, tone: "positive" });
  });

  it("shows sums that are too large to be entered", () => {
    expect(
      remainderText({ plannedTotal: 5e9, estimateTotal: 2e9, availableTotal: 2e9, isoCurrencyCode: "IDR" }),
    ).toBe("IDR\u00a03,000,000,000.00 over");
  });

  it("shows the share in percent that the server computed", () => {
    expect(shareText(2400, 75, usd, 2400)).toBe("75% of $2,400.00");
    expect(shareText(1500, 1204, "JPY", 1500)).toBe("1,204% of ¥1,500");
    expect(shareText(-5, 101, usd, 100)).toBe("$5.00 overspent before");
  });
});

describe("the position of today in a period", () => {
  it.each([
    ["2026-10-31", "starts in 1 day"],
    ["2026-10-29", "starts in 3 days"],
    ["2026-11-01", "29 days left"],
    ["2026-11-29", "1 day left"],
    ["2026-11-30", "last day"],
    ["2026-12-01", "ended 1 day ago"],
    ["2027-01-01", "ended 32 days ago"],
  ])("%s: %s", (today, words) => {
    expect(periodText("2026-11-01", "2026-11-30", today)).toBe(words);
  });

  it("includes both ends", () => {
    const november = { startDate: "2026-11-01", endDate: "2026-11-30" };
    expect(
      ["2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"].map((day) => isCurrent(november, day)),
    ).toEqual([false, true, true, false]);
  });
});

it("counts transactions in words", () => {
  expect([0, 1, 2, 1204].map(transactionsText)).toEqual([
    "0 transactions",
    "1 transaction",
    "2 transactions",
    "1,204 transactions",
  ]);
});
