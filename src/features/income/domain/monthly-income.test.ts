import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { monthlyIncomeOf, type PayeeRow } from "./monthly-income.ts";

const today = "2026-11-21";

function deposits(rows: readonly [date: string, dollars: number][]): PayeeRow[] {
  return rows.map(([date, dollars], index) => ({
    transactionId: index + 1,
    institutionAccessItemId: 7,
    name: "A DEPOSIT",
    date,
    amount: money(dollars * 100),
  }));
}

const monthly = deposits([
  ["2026-08-03", 1040],
  ["2026-09-02", 1040],
  ["2026-10-05", 1040],
  ["2026-11-03", 1040],
]);

describe("monthly income", () => {
  it("has its payments", () => {
    expect(monthlyIncomeOf(monthly, today)).toMatchObject({
      amountDue: 104_000,
      dayOfMonthDue: 5,
      startDate: "2026-08-01",
      payments: [
        { transactionId: 1, creditedMonth: "2026-08" },
        { transactionId: 2, creditedMonth: "2026-09" },
        { transactionId: 3, creditedMonth: "2026-10" },
        { transactionId: 4, creditedMonth: "2026-11" },
      ],
    });
  });

  it("adds up a salary paid twice a month, due on the month's last day", () => {
    const salary = deposits([
      ["2026-08-31", 2400],
      ["2026-09-15", 2400],
      ["2026-09-30", 2510],
      ["2026-10-15", 2400],
      ["2026-10-30", 2400],
      ["2026-11-13", 2400],
    ]);
    const found = monthlyIncomeOf(salary, today);
    expect(found).toMatchObject({ amountDue: 480_000, dayOfMonthDue: 31, startDate: "2026-09-01" });
    expect(found?.payments).toHaveLength(5);
  });

  it("credits one of two payments in a month to the empty month beside it", () => {
    const late = deposits([
      ["2026-07-14", 980],
      ["2026-09-03", 980],
      ["2026-09-16", 980],
      ["2026-10-13", 980],
      ["2026-10-14", 980],
    ]);
    expect(monthlyIncomeOf(late, today)?.payments.map(({ creditedMonth }) => creditedMonth)).toEqual([
      "2026-07",
      "2026-08",
      "2026-09",
      "2026-10",
      "2026-10",
    ]);
  });

  it("expects the least of usual months, so that none of them is short", () => {
    const wages = deposits([
      ["2026-08-07", 1000],
      ["2026-09-07", 1100],
      ["2026-10-07", 950],
      ["2026-11-06", 990],
    ]);
    expect(monthlyIncomeOf(wages, today)?.amountDue).toBe(95_000);
  });

  it.each<[string, PayeeRow[]]>([
    ["two months", monthly.slice(2)],
    [
      "a payer who has stopped",
      deposits([
        ["2026-05-03", 9],
        ["2026-06-03", 9],
        ["2026-07-03", 9],
        ["2026-08-03", 9],
      ]),
    ],
    [
      "changing amounts",
      deposits([
        ["2026-08-03", 9],
        ["2026-09-03", 90],
        ["2026-10-03", 900],
        ["2026-11-03", 30],
      ]),
    ],
    [
      "rare deposits",
      deposits([
        ["2026-01-03", 9],
        ["2026-06-03", 9],
        ["2026-11-03", 9],
      ]),
    ],
    ["no deposits", []],
  ])("ignores %s", (_case, rows) => {
    expect(monthlyIncomeOf(rows, today)).toBeNull();
  });
});
