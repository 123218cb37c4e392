import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { detectSources, type PayeeRows } from "./detected-sources.ts";

const today = "2026-11-21";

function payee(
  rows: readonly (readonly [date: string, dollars: number])[],
  direction: "in" | "out" = "out",
  name = "NINE PLUMS",
): PayeeRows {
  return {
    direction,
    payeeKey: name.toLowerCase(),
    isoCurrencyCode: "USD",
    payee: name,
    rows: rows.map(([date, dollars], index) => ({
      transactionId: index + 1,
      institutionAccessItemId: 7,
      date,
      amount: money(Math.round(dollars * 100)),
      name,
    })),
  };
}

const same = (dates: string, dollars: number): [string, number][] =>
  dates.split(" ").map((date) => [date, dollars]);

describe("rhythms of a payee's rows", () => {
  it.each([
    [
      "weekly",
      same("2026-10-16 2026-10-23 2026-10-30 2026-11-07 2026-11-13 2026-11-20", 20),
      { startDate: "2026-10-16", isAbout: false },
    ],
    [
      "everyTwoWeeks",
      same("2026-09-25 2026-10-09 2026-10-23 2026-11-05 2026-11-20", 1_200),
      { startDate: "2026-09-25" },
    ],
    [
      "twiceAMonth",
      same("2026-09-15 2026-09-30 2026-10-15 2026-10-31 2026-11-13", 900),
      { dayOfMonthDue: 15, secondDay: 31 },
    ],
    [
      "monthly",
      same("2026-08-31 2026-09-30 2026-10-31", 15.49),
      { dayOfMonthDue: 31, startDate: "2026-08-31" },
    ],
    [
      "monthly",
      [
        ["2026-08-30", 60],
        ["2026-10-01", 84],
        ["2026-10-31", 71],
      ],
      { isAbout: true, amountDue: 71_00 },
    ],
    [
      "monthly",
      [
        ["2026-08-04", 10],
        ["2026-09-04", 10.4],
        ["2026-10-05", 10.4],
        ["2026-11-04", 10.4],
      ],
      { isAbout: false, amountDue: 10_40 },
    ],
    [
      "quarterly",
      same("2026-03-15 2026-06-15 2026-09-14", 240),
      { dayOfMonthDue: 15, startDate: "2026-03-15" },
    ],
    ["yearly", same("2025-11-10 2026-11-12", 99), { isAbout: false }],
  ] as const)("%s", (rhythm, rows, more) => {
    expect(detectSources([payee(rows as [string, number][])], today)).toMatchObject([{ rhythm, ...more }]);
  });

  it("keeps each row for the month of its due date", () => {
    const [found] = detectSources([payee(same("2026-09-01 2026-09-30 2026-11-01", 50))], today);
    expect(found).toMatchObject({ rhythm: "monthly", dayOfMonthDue: 1 });
    expect(found?.payments.map(({ creditedMonth }) => creditedMonth)).toEqual([
      "2026-09",
      "2026-10",
      "2026-11",
    ]);
  });

  it.each([
    ["too few", same("2026-10-04 2026-11-04", 10)],
    ["ended", same("2026-06-04 2026-07-04 2026-08-04", 10)],
    ["a missing month", same("2026-07-04 2026-08-04 2026-10-04 2026-11-04", 10)],
    [
      "amounts without a middle",
      [
        ["2026-09-04", 10],
        ["2026-10-04", 30],
        ["2026-11-04", 80],
      ],
    ],
    [
      "a yearly amount that varies",
      [
        ["2025-11-10", 99],
        ["2026-11-12", 140],
      ],
    ],
    ["any days", same("2026-08-01 2026-08-20 2026-09-02 2026-10-09 2026-11-17", 10)],
    ["no rows", []],
  ] as const)("are none with %s", (_, rows) => {
    expect(detectSources([payee(rows)], today)).toEqual([]);
  });

  it("add up what comes in within a month where it keeps no other rhythm, and put bills first", () => {
    const monthly = same("2026-09-04 2026-10-04 2026-11-04", 500);
    const parts = same("2026-08-03 2026-08-05 2026-09-04 2026-09-15 2026-10-04 2026-10-08 2026-11-04", 500);
    const paycheck = same("2026-09-25 2026-10-09 2026-10-23 2026-11-06 2026-11-20", 1_200);
    const found = detectSources(
      [payee(paycheck, "in", "Acme"), payee(parts, "in", "Cora"), payee(monthly), payee(parts)],
      today,
    );
    expect(found.map(({ name, direction, rhythm }) => `${name} ${direction} ${rhythm}`)).toEqual([
      "Nine Plums out monthly",
      "Acme in everyTwoWeeks",
      "Cora in monthly",
    ]);
    expect(found[2]).toMatchObject({ amountDue: 100_000, isAbout: false });
  });

  it.each([
    ["CORA THISTLEDOWN RENT FLAT 4", "Cora Thistledown Rent Flat 4", "Rent"],
    ["Juniper Loan Payback", "Juniper Loan Payback", "Loan"],
    ["LANTERNFISH WORKS", "Lanternfish Works", "Other"],
  ])("are named by what the transactions say: %s", (written, name, incomeSourceType) => {
    const monthly = same("2026-09-04 2026-10-04 2026-11-04", 500);
    const found = detectSources([payee(monthly, "in", written)], today);
    expect(found).toMatchObject([{ name, payee: written, incomeSourceType }]);
  });

  it("keep payees, currencies, and banks apart, largest first", () => {
    const of = (name: string, dollars: number, more: Partial<PayeeRows> = {}) => ({
      ...payee(same("2026-08-04 2026-09-04 2026-10-04 2026-11-04", dollars), "in", name),
      ...more,
    });
    const small = of("Small", 100);
    const elsewhere = small.rows.map((row) => Object.assign({}, row, { institutionAccessItemId: 8 }));
    const banks = { ...small, rows: [...small.rows, ...elsewhere] };
    const found = detectSources([banks, of("Yen", 900, { isoCurrencyCode: "JPY" }), of("Large", 200)], today);
    expect(found.map(({ name, institutionAccessItemId: bank }) => `${name} ${bank}`)).toEqual([
      "Large 7",
      "Small 7",
      "Small 8",
      "Yen 7",
    ]);
  });
});
