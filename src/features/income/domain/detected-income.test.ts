import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { detectIncome, type Deposit } from "./detected-income.ts";

const today = "2026-11-21";

function deposits(name: string, rows: readonly [date: string, dollars: number][]): Deposit[] {
  return rows.map(([date, dollars], index) => ({
    transactionId: index + 1,
    institutionAccessItemId: 7,
    payeeKey: name.toLowerCase(),
    name,
    merchantName: null,
    date,
    amount: money(dollars * 100),
    isoCurrencyCode: "USD",
  }));
}

const monthly = (name: string, dollars: number) =>
  deposits(name, [
    ["2026-08-03", dollars],
    ["2026-09-02", dollars],
    ["2026-10-05", dollars],
    ["2026-11-03", dollars],
  ]);

describe("detectIncome", () => {
  it("offers a rent with its payments, by the bank's text", () => {
    expect(detectIncome(monthly("CORA THISTLEDOWN RENT FLAT 4", 1040), today)).toMatchObject([
      {
        name: "Cora Thistledown Rent Flat 4",
        incomeSourceType: "Rent",
        amountDue: 104_000,
        dayOfMonthDue: 5,
        startDate: "2026-08-01",
        payments: [
          { transactionId: 1, creditedMonth: "2026-08" },
          { transactionId: 2, creditedMonth: "2026-09" },
          { transactionId: 3, creditedMonth: "2026-10" },
          { transactionId: 4, creditedMonth: "2026-11" },
        ],
      },
    ]);
  });

  it("adds up a salary paid twice a month, due on the month's last day", () => {
    const salary = deposits("WORKS PAYROLL", [
      ["2026-08-31", 2400],
      ["2026-09-15", 2400],
      ["2026-09-30", 2510],
      ["2026-10-15", 2400],
      ["2026-10-30", 2400],
      ["2026-11-13", 2400],
    ]);
    expect(detectIncome(salary, today)).toMatchObject([
      { amountDue: 480_000, dayOfMonthDue: 31, startDate: "2026-09-01", incomeSourceType: "Other" },
    ]);
    expect(detectIncome(salary, today)[0]?.payments).toHaveLength(5);
  });

  it("credits one of two payments in a month to the empty month beside it", () => {
    const late = deposits("O BROOKHAY", [
      ["2026-07-14", 980],
      ["2026-09-03", 980],
      ["2026-09-16", 980],
      ["2026-10-13", 980],
      ["2026-10-14", 980],
    ]);
    expect(detectIncome(late, today)[0]?.payments.map(({ creditedMonth }) => creditedMonth)).toEqual([
      "2026-07",
      "2026-08",
      "2026-09",
      "2026-10",
      "2026-10",
    ]);
  });

  it("expects the least of usual months, so that none of them is short", () => {
    const wages = deposits("Pay", [
      ["2026-08-07", 1000],
      ["2026-09-07", 1100],
      ["2026-10-07", 950],
      ["2026-11-06", 990],
    ]);
    expect(detectIncome(wages, today)[0]?.amountDue).toBe(95_000);
  });

  it.each<[string, Deposit[]]>([
    ["two months", monthly("A", 50).slice(2)],
    [
      "a payer who has stopped",
      deposits("A", [
        ["2026-05-03", 9],
        ["2026-06-03", 9],
        ["2026-07-03", 9],
        ["2026-08-03", 9],
      ]),
    ],
    [
      "changing amounts",
      deposits("A", [
        ["2026-08-03", 9],
        ["2026-09-03", 90],
        ["2026-10-03", 900],
        ["2026-11-03", 30],
      ]),
    ],
    [
      "rare deposits",
      deposits("A", [
        ["2026-01-03", 9],
        ["2026-06-03", 9],
        ["2026-11-03", 9],
      ]),
    ],
    ["no deposits", []],
  ])("ignores %s", (_case, rows) => {
    expect(detectIncome(rows, today)).toEqual([]);
  });

  it("keeps payers, currencies, and banks apart, largest first", () => {
    const small = monthly("Small", 100);
    const elsewhere = small.map((one) => ({ ...one, institutionAccessItemId: 8 }));
    const found = detectIncome([...small, ...elsewhere, ...monthly("Large", 200)], today);
    expect(found.map(({ name, institutionAccessItemId }) => `${name} ${institutionAccessItemId}`)).toEqual([
      "Large 7",
      "Small 7",
      "Small 8",
    ]);
  });
});
