import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { rowsOfSpending } from "./figure-rows.ts";
import { isFixed } from "./fixed-payees.ts";
import { figureOf, meanOfRows, netOf, type MonthSum } from "./report-figures.ts";
import { curveDays, monthsOf, periodBefore, stepOf } from "./report-period.ts";

describe("the period before", () => {
  it.each([
    ["a month", "2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
    ["a month so far", "2026-11-01", "2026-11-24", "2026-10-01", "2026-10-24"],
    ["a month so far, after a shorter one", "2026-03-01", "2026-03-30", "2026-02-01", "2026-02-28"],
    ["February, in whole months", "2026-02-01", "2026-02-28", "2026-01-01", "2026-01-31"],
    ["three months so far", "2026-09-01", "2026-11-24", "2026-06-01", "2026-08-24"],
    ["a year", "2025-01-01", "2025-12-31", "2024-01-01", "2024-12-31"],
    ["some days", "2026-11-10", "2026-11-12", "2026-11-07", "2026-11-09"],
    ["one day", "2026-03-10", "2026-03-10", "2026-03-09", "2026-03-09"],
    ["a leap year", "2024-01-01", "2024-12-31", "2023-01-01", "2023-12-31"],
  ])("of %s", (_what, from, to, fromBefore, toBefore) => {
    expect(periodBefore({ from, to })).toEqual({ from: fromBefore, to: toBefore });
  });
});

describe("the days of a curve", () => {
  it("are all of a short period, a day a week of a longer one, and the ends of months of a long one", () => {
    expect(curveDays({ from: "2026-11-01", to: "2026-11-03" })).toEqual([
      "2026-11-01",
      "2026-11-02",
      "2026-11-03",
    ]);
    const weeks = curveDays({ from: "2026-01-01", to: "2026-11-24" });
    expect([weeks[0], weeks[1], weeks.at(-2), weeks.at(-1)]).toEqual([
      "2026-01-01",
      "2026-01-06",
      "2026-11-17",
      "2026-11-24",
    ]);
    const months = curveDays({ from: "2016-11-15", to: "2026-11-24" });
    expect([months[0], months[1], months.at(-2), months.at(-1)]).toEqual([
      "2016-11-15",
      "2016-11-30",
      "2026-10-31",
      "2026-11-24",
    ]);
    expect(stepOf({ from: "2016-11-15", to: "2026-11-24" })).toBe("month");
    expect(curveDays({ from: "2026-11-24", to: "2026-11-24" })).toEqual(["2026-11-24"]);
  });

  it("cut months at the period's ends", () => {
    expect(monthsOf({ from: "2026-10-15", to: "2026-11-24" })).toEqual([
      { month: "2026-10", from: "2026-10-15", to: "2026-10-31" },
      { month: "2026-11", from: "2026-11-01", to: "2026-11-24" },
    ]);
  });
});

describe("fixed spending", () => {
  const charges = (...amounts: number[]) =>
    amounts.map((amount, index) => ({ month: `2026-0${index + 1}`, count: 1, amount: money(amount) }));

  it.each([
    ["the same each month", charges(-999, -999, -999), true],
    ["within 5 % of the month before", charges(-1000, -1050, -1000), true],
    ["more than 5 %", charges(-1000, -1051, -1051), false],
    ["a rise, once in half a year", charges(-1000, -1000, -1000, -1500, -1500, -1500, -1500), true],
    ["a rise, too soon", charges(-1000, -1000, -1500, -1500), false],
    ["two months", charges(-1000, -1000), false],
    ["a month left out", charges(-9, -9, -9, -9).filter(({ month }) => month !== "2026-02"), false],
    [
      "two in a month",
      charges(-9, -9, -9).map((one, index) => Object.assign(one, { count: index === 1 ? 2 : 1 })),
      false,
    ],
    ["money in", charges(900, 900, 900), false],
    ["nothing", [], false],
  ])("is %s: %#", (_what, list, expected) => {
    expect(isFixed(list)).toBe(expected);
  });
});

describe("a figure", () => {
  const sum = (month: string, more: Partial<MonthSum>): MonthSum => ({
    month,
    now: money(0),
    count: 0,
    before: money(0),
    whole: money(0),
    ...more,
  });
  const scope = {
    period: { from: "2026-10-01", to: "2026-11-24" },
    previous: { from: "2026-08-01", to: "2026-09-24" },
    firstDay: "2026-04-09",
  };
  const sums = [
    sum("2026-11", { now: money(-500), count: 2, whole: money(-500) }),
    sum("2026-10", { now: money(-301), count: 1, whole: money(-301) }),
    sum("2026-09", { before: money(-30), whole: money(-60) }),
    sum("2026-08", { before: money(-10), whole: money(-10) }),
    sum("2026-04", { whole: money(-130) }),
  ];

  it("is by month, compared with the period before and means of the whole months that the ledger covers", () => {
    expect(figureOf(sums, scope, true)).toEqual({
      amount: 801,
      count: 3,
      months: [301, 500],
      previous: 40,
      means: [
        { months: 3, amount: 23 },
        { months: 6, amount: 33 },
      ],
    });
    expect(figureOf(sums, { ...scope, firstDay: "2026-09-01" }, true)).toMatchObject({
      previous: null,
      means: [],
    });
    expect(figureOf([], { ...scope, firstDay: null }, true)).toEqual({
      amount: 0,
      count: 0,
      months: [0, 0],
      previous: null,
      means: [],
    });
  });

  it("less another is their difference, and has a mean", () => {
    const income = figureOf([sum("2026-11", { now: money(1_000), count: 1 })], scope, false);
    const spending = figureOf(sums, scope, true);
    expect(netOf(income, spending)).toMatchObject({
      amount: 199,
      count: 4,
      months: [-301, 500],
      previous: -40,
    });
    expect(meanOfRows(spending)).toBe(267);
    expect(meanOfRows(figureOf([], scope, true))).toBe(0);
  });
});

it("too many payees to name have no link", () => {
  const cell = { from: "2026-11-01", to: "2026-11-30", isoCurrencyCode: "USD" };
  const many = Array.from({ length: 100 }, () => "A payee with a long name that goes on");
  expect(rowsOfSpending(cell, { is: "payees", payees: many.slice(0, 2) })?.payee).toBe(
    many.slice(0, 2).join("\n"),
  );
  expect(rowsOfSpending(cell, { is: "others", than: [...many, ...many] })).toBeNull();
  expect(rowsOfSpending(cell, { is: "others", than: [] })).toEqual({ ...cell, kind: "spending" });
  expect(rowsOfSpending(cell, { is: "payees", payees: [] })).toBeNull();
});
