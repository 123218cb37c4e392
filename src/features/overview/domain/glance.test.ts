import { describe, expect, it } from "vitest";
import { changeWords, headlineOf, receivedWords } from "./glance.ts";

const budget = {
  budgetId: 3,
  budgetName: "November 2026",
  startDate: "2026-11-01",
  endDate: "2026-11-30",
  transactionsTotal: 820.5,
  plannedTotal: 620.5,
  estimateTotal: 1860.9,
  availableTotal: 1860.9,
  plannedPercent: 33,
  isoCurrencyCode: "USD",
};

describe("the overview's number", () => {
  it("is what is left this month, in whole dollars", () => {
    expect(headlineOf(budget, "2026-11-22")).toEqual({
      figure: "$1,240",
      words: "left this month · 8 days",
      isOver: false,
    });
  });

  it.each([
    ["an overrun", { estimateTotal: 500, availableTotal: 500 }, "2026-11-29", "$121 over this month · 1 day"],
    [
      "a whole overrun",
      { estimateTotal: 500.5, availableTotal: 500.5 },
      "2026-11-29",
      "$120 over this month · 1 day",
    ],
    [
      "no estimate",
      { estimateTotal: 0, availableTotal: 0 },
      "2026-11-30",
      "$820 spent this month · last day",
    ],
    [
      "another period",
      { endDate: "2026-12-15", budgetName: "Trip" },
      "2026-11-30",
      "$1,240 left in Trip · 15 days",
    ],
    [
      "another currency",
      { isoCurrencyCode: "JPY", plannedTotal: 60, estimateTotal: 90, availableTotal: 90 },
      "2026-11-30",
      "¥30 left this month · last day",
    ],
    ["almost nothing", { plannedTotal: 1860.5 }, "2026-11-30", "$0 left this month · last day"],
  ])("says %s", (_case, given, today, text) => {
    const { figure, words } = headlineOf({ ...budget, ...given }, today);
    expect(`${figure} ${words}`).toBe(text);
  });
});

describe("words of the overview", () => {
  it("say what came in this month, by currency", () => {
    const income = [
      { isoCurrencyCode: "EUR", due: 0, paid: 40 },
      { isoCurrencyCode: "JPY", due: 0, paid: 0 },
      { isoCurrencyCode: "USD", due: 3600, paid: 2400 },
    ];
    expect(receivedWords(income)).toEqual([
      "€40.00 of €0.00 received this month",
      "$2,400.00 of $3,600.00 received this month",
    ]);
  });

  it.each([
    [10, 15.5, "Up $5.50"],
    [-10, -15.5, "Down $5.50"],
    [3, 3, "Unchanged"],
  ])("say how %d became %d", (from, to, words) => {
    expect(changeWords(from, to, "USD")).toBe(words);
  });
});
