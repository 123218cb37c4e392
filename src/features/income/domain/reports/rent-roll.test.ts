import { describe, expect, it } from "vitest";
import { money, sumMoney } from "#shared/money.ts";
import { monthsFrom } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { anySchedule, createSource } from "../../../../../tests/support/factories/income-factory.ts";
import { incomeTotals } from "../income-month.ts";
import { columnTotals, paidByPeriod, rentRollRows } from "./rent-roll.ts";
import { rentRollCsv } from "./rent-roll-csv.ts";

const months = monthsFrom("2026-01", "2026-12");
const today = "2026-11-21";

function payment(incomeSourceId: number, creditedMonth: string, amount: number, counts = true) {
  return { incomeSourceId, creditedMonth, period: creditedMonth, amount: money(amount), counts };
}

describe("the rent roll", () => {
  it("lists payments in their cells, and leaves uncounted ones out of the sums", () => {
    const payments = [
      payment(1, "2026-10", 600_00),
      payment(1, "2026-10", 400_00),
      payment(1, "2026-11", 1_000_00, false),
      payment(1, "2025-12", 50_00),
    ];
    const [row] = rentRollRows([createSource()], payments, months, today);
    expect(row?.cells[9]).toMatchObject({ status: "Paid", paid: 1_000_00, payments: payments.slice(0, 2) });
    expect(row?.cells[10]).toMatchObject({ status: "Past Due", paid: 0, payments: [payments[2]] });
    expect(row?.totals).toEqual({ due: 12_000_00, paid: 1_000_00, overdue: 10_000_00 });
  });

  it("leaves out sources with nothing due and no payments in these months", () => {
    const sources = [
      createSource({ incomeSourceId: 1, startDate: "2020-01-01", endDate: "2025-12-31" }),
      createSource({ incomeSourceId: 2, startDate: "2027-01-01" }),
      createSource({ incomeSourceId: 3, startDate: "2020-01-01", endDate: "2025-12-31" }),
    ];
    const rows = rentRollRows(sources, [payment(3, "2026-02", 10_00)], months, today);
    expect(rows.map(({ source }) => source.incomeSourceId)).toEqual([3]);
  });

  it("has the same grand total by rows and by columns, in any order of events", () => {
    const anyPayment = fc
      .record({
        source: fc.integer({ min: 0, max: 2 }),
        month: fc.constantFrom(...months),
        amount: fc.nat(2_000_00),
      })
      .map(({ source, month, amount }) => payment(source, month, amount));
    fc.assert(
      fc.property(
        fc.array(anySchedule(), { minLength: 3, maxLength: 3 }),
        fc.array(anyPayment, { maxLength: 20 }),
        (schedules, payments) => {
          const sources = schedules.map((schedule, incomeSourceId) => ({
            ...createSource({ incomeSourceId }),
            ...schedule,
          }));
          const rows = rentRollRows(sources, payments, months, today);
          const whole = incomeTotals(rows.map(({ totals }) => totals));
          expect(incomeTotals(columnTotals(rows, months))).toEqual(whole);
          expect(whole.paid).toBe(sumMoney(payments.map(({ amount }) => amount)));
          const reordered = rentRollRows(sources, payments.toReversed(), months, today);
          const withoutLists = (list: typeof rows) =>
            list.map((row) => ({
              ...row,
              cells: row.cells.map((cell) => ({ ...cell, payments: cell.payments.length })),
            }));
          expect(withoutLists(reordered)).toEqual(withoutLists(rows));
        },
      ),
    );
  });
});

describe("payments by month", () => {
  it("sum those that count", () => {
    const list = [
      payment(1, "2026-01", 1),
      payment(1, "2026-02", 2),
      payment(1, "2026-01", 3),
      payment(1, "2026-01", 9, false),
    ];
    expect([...paidByPeriod(list)]).toEqual([
      ["2026-01", 4],
      ["2026-02", 2],
    ]);
  });
});

describe("the rent roll as CSV", () => {
  it("has one line per source, one line of totals per currency, and blanks where nothing was due", () => {
    const sources = [
      createSource({ incomeSourceId: 1, name: 'The "Old", Mill', amount: 1_000_50, startDate: "2026-02-01" }),
      createSource({
        incomeSourceId: 2,
        name: "Yen loan",
        incomeSourceType: "Loan",
        isoCurrencyCode: "JPY",
        amount: 500,
      }),
    ];
    const two = monthsFrom("2026-01", "2026-02");
    const rows = rentRollRows(sources, [payment(1, "2026-02", 1_000_50)], two, today);
    const texts = (...cells: string[]) => cells.map((cell) => `"${cell}"`).join(",");
    expect(rentRollCsv(rows, two, "USD").split("\r\n")).toEqual([
      `\uFEFF${texts(
        "Source",
        "Type",
        "Currency",
        "January 2026 Status",
        "January 2026 Due",
        "January 2026 Paid",
        "January 2026 Overdue",
        "February 2026 Status",
        "February 2026 Due",
        "February 2026 Paid",
        "February 2026 Overdue",
        "Total Due",
        "Total Paid",
        "Total Overdue",
      )}`,
      `${texts('The ""Old"", Mill', "Rent", "USD", "", "", "", "", "Paid")},1000.50,1000.50,0.00,1000.50,1000.50,0.00`,
      `${texts("Yen loan", "Loan", "JPY", "Past Due")},500,0,500,"Past Due",500,0,500,1000,0,1000`,
      `${texts("Total", "", "USD", "")},0.00,0.00,0.00,"",1000.50,1000.50,0.00,1000.50,1000.50,0.00`,
      `${texts("Total", "", "JPY", "")},500,0,500,"",500,0,500,1000,0,1000`,
      "",
    ]);
  });

  it("never lets a source's name become a formula", () => {
    const rows = rentRollRows([createSource({ name: "=HYPERLINK(A1)" })], [], months, today);
    expect(rentRollCsv(rows, months, "USD")).toContain(`\r\n"'=HYPERLINK(A1)","Rent"`);
  });
});
