import { describe, expect, it } from "vitest";
import { addMoney, money, sumMoney } from "#shared/money.ts";
import { isPlainDate, monthOf } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { incomeMonth, incomeTotals, monthStatusOf } from "./income-month.ts";
import { anySchedule, createSchedule } from "../../../../tests/support/factories/income-factory.ts";

const due = "2026-11-15";

/** Rows of docs/reference/money.md, "Status of a month", each with the edge cases of its conditions. */
const decisionTable = [
  // P ≥ D, any T: Paid
  {
    paid: 1000,
    amount: 1000,
    today: "2026-11-01",
    status: "Paid",
    isPaid: true,
    isPastDue: false,
    overdue: 0,
  },
  {
    paid: 1000,
    amount: 1000,
    today: "2026-12-31",
    status: "Paid",
    isPaid: true,
    isPastDue: false,
    overdue: 0,
  },
  {
    paid: 1001,
    amount: 1000,
    today: "2026-11-15",
    status: "Paid",
    isPaid: true,
    isPastDue: false,
    overdue: 0,
  },
  {
    paid: 2500,
    amount: 1000,
    today: "2027-11-15",
    status: "Paid",
    isPaid: true,
    isPastDue: false,
    overdue: 0,
  },
  // D = 0 is Paid
  { paid: 0, amount: 0, today: "2026-11-01", status: "Paid", isPaid: true, isPastDue: false, overdue: 0 },
  { paid: 0, amount: 0, today: "2026-12-01", status: "Paid", isPaid: true, isPastDue: false, overdue: 0 },
  { paid: 5, amount: 0, today: "2026-12-01", status: "Paid", isPaid: true, isPastDue: false, overdue: 0 },
  // 0 < P < D, T ≤ due
  {
    paid: 1,
    amount: 1000,
    today: "2026-11-01",
    status: "Partially Paid",
    isPaid: false,
    isPastDue: false,
    overdue: 0,
  },
  {
    paid: 999,
    amount: 1000,
    today: "2026-11-15",
    status: "Partially Paid",
    isPaid: false,
    isPastDue: false,
    overdue: 0,
  },
  // 0 < P < D, T > due
  {
    paid: 999,
    amount: 1000,
    today: "2026-11-16",
    status: "Partially Paid",
    isPaid: false,
    isPastDue: true,
    overdue: 1,
  },
  {
    paid: 1,
    amount: 1000,
    today: "2027-03-01",
    status: "Partially Paid",
    isPaid: false,
    isPastDue: true,
    overdue: 999,
  },
  // P = 0, T > due
  {
    paid: 0,
    amount: 1000,
    today: "2026-11-16",
    status: "Past Due",
    isPaid: false,
    isPastDue: true,
    overdue: 1000,
  },
  { paid: 0, amount: 1, today: "2027-01-01", status: "Past Due", isPaid: false, isPastDue: true, overdue: 1 },
  // P = 0, T ≤ due
  {
    paid: 0,
    amount: 1000,
    today: "2026-11-15",
    status: "No Payment",
    isPaid: false,
    isPastDue: false,
    overdue: 0,
  },
  {
    paid: 0,
    amount: 1000,
    today: "2026-01-31",
    status: "No Payment",
    isPaid: false,
    isPastDue: false,
    overdue: 0,
  },
] as const;

describe("the decision table of a month", () => {
  it.each(decisionTable)(
    "$paid of $amount due $today: $status, overdue $overdue",
    ({ paid, amount, today, status, isPaid, isPastDue, overdue }) => {
      expect(monthStatusOf({ paid: money(paid), due: money(amount), dueDate: due, today })).toEqual({
        status,
        isPaid,
        isPastDue,
        overdue,
      });
    },
  );

  it("has exactly one row for any input, since P, D, and T alone determine the status", () => {
    fc.assert(
      fc.property(fc.nat(3), fc.nat(3), fc.integer({ min: -1, max: 1 }), (paid, amount, days) => {
        const today = days < 0 ? "2026-11-14" : days === 0 ? due : "2026-11-16";
        const { status, isPaid, isPastDue, overdue } = monthStatusOf({
          paid: money(paid),
          due: money(amount),
          dueDate: due,
          today,
        });
        expect(isPaid).toBe(paid >= amount);
        expect(status === "Paid").toBe(isPaid);
        expect(isPastDue).toBe(!isPaid && days > 0);
        expect(status === "Partially Paid").toBe(paid > 0 && paid < amount);
        expect(status === "Past Due").toBe(paid === 0 && isPastDue);
        expect(overdue).toBe(isPastDue ? amount - paid : 0);
      }),
    );
  });
});

describe("a month of a source", () => {
  it("has nothing due if the due date is outside the source's dates, but shows payments", () => {
    const source = createSchedule({
      startDate: "2026-03-16",
      endDate: "2026-10-14",
      day: 15,
      amount: 100_00,
    });
    expect(incomeMonth(source, "2026-03", money(0), "2026-11-21").isActive).toBe(false);
    expect(incomeMonth(source, "2026-04", money(0), "2026-11-21")).toMatchObject({
      isActive: true,
      status: "Past Due",
      overdue: 100_00,
    });
    expect(incomeMonth(source, "2026-10", money(30_00), "2026-11-21")).toMatchObject({
      isActive: false,
      due: 0,
      paid: 30_00,
      overpaid: 30_00,
      status: "Paid",
      overdue: 0,
    });
  });

  it("is active if the due date is the start or end date", () => {
    const source = createSchedule({ startDate: "2026-03-15", endDate: "2026-10-15", day: 15 });
    expect(incomeMonth(source, "2026-03", money(0), "2026-11-21").isActive).toBe(true);
    expect(incomeMonth(source, "2026-10", money(0), "2026-11-21").isActive).toBe(true);
    expect(incomeMonth(source, "2026-11", money(0), "2026-11-21").isActive).toBe(false);
  });

  it("is due on the 28th in a leap February and in any other", () => {
    const source = createSchedule({ startDate: "2023-01-01", day: 28 });
    expect(incomeMonth(source, "2024-02", money(0), "2024-02-29")).toMatchObject({
      dueDate: "2024-02-28",
      status: "Past Due",
    });
    expect(incomeMonth(source, "2023-02", money(0), "2023-02-28")).toMatchObject({
      dueDate: "2023-02-28",
      status: "No Payment",
    });
  });

  it("balances: paid + outstanding = due + overpaid, and the due date is in the month", () => {
    fc.assert(
      fc.property(anySchedule(), fc.nat(3_000_00), anyDay, anyDay, (schedule, paid, day, today) => {
        const figures = incomeMonth(schedule, monthOf(day), money(paid), today);
        expect(addMoney(figures.paid, figures.outstanding)).toBe(addMoney(figures.due, figures.overpaid));
        expect(Math.min(figures.outstanding, figures.overpaid)).toBe(0);
        expect(figures.overdue).toBe(figures.isPastDue ? figures.outstanding : 0);
        expect(isPlainDate(figures.dueDate) && monthOf(figures.dueDate) === monthOf(day)).toBe(true);
      }),
    );
  });
});

describe("totals", () => {
  it("are the sums of the rows in any order", () => {
    const anyRow = fc.record({ due: anyAmount(), paid: anyAmount(), overdue: anyAmount() });
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const totals = incomeTotals(rows);
        expect(totals.due).toBe(rows.reduce((sum, row) => sum + row.due, 0));
        expect(totals.paid).toBe(sumMoney(rows.map(({ paid }) => paid)));
        expect(incomeTotals(rows.toReversed())).toEqual(totals);
      }),
    );
  });
});

const anyDay = fc
  .date({ min: new Date("2024-01-01T12:00:00Z"), max: new Date("2028-12-31T12:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function anyAmount() {
  return fc.nat(5_000_00).map(money);
}
