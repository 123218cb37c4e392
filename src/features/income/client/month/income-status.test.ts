import { describe, expect, it } from "vitest";
import { nextDueText } from "./income-summary.tsx";
import { deletionConsequences, statusStyles, statusTip, type StatusFigures } from "./income-status.ts";
import { incomeStatuses } from "../../domain/income-month.ts";

const figures: StatusFigures = {
  status: "Paid",
  due: 1_000,
  paid: 1_000,
  dueDate: "2026-11-05",
  isoCurrencyCode: "USD",
};

describe("the status of a source", () => {
  it("has a different icon for each label", () => {
    const icons = incomeStatuses.map((status) => statusStyles[status].icon);
    expect(new Set(icons).size).toBe(incomeStatuses.length);
  });

  it.each([
    [{ status: "Paid" }, "$1,000.00 paid"],
    [{ status: "Paid", paid: 1_100 }, "$1,100.00 paid, more than was due"],
    [{ status: "Paid", due: 0, paid: 50 }, "$50.00 paid"],
    [{ status: "Partially Paid", paid: 400 }, "$400.00 of $1,000.00 paid, due Nov 5, 2026"],
    [{ status: "Past Due", paid: 0 }, "Was due Nov 5, 2026"],
    [{ status: "No Payment", paid: 0 }, "Due Nov 5, 2026"],
  ] as const)("%o says on a closer look: %s", (some, words) => {
    expect(statusTip({ ...figures, ...some })).toBe(words);
  });
});

describe("the next due date", () => {
  it("is None if it starts with 0001-01-01", () => {
    expect(nextDueText("0001-01-01")).toBe("None");
    expect(nextDueText("0001-01-01T00:00:00Z")).toBe("None");
    expect(nextDueText("2026-12-05")).toBe("Dec 5, 2026");
  });
});

describe("the confirmation of a deletion", () => {
  const item = (paidAmounts: number[]) =>
    deletionConsequences({
      incomeSource: { isoCurrencyCode: "USD" },
      paymentHistory: paidAmounts.map((paidAmount, index) => ({ month: index + 1, year: 2026, paidAmount })),
    });

  it("lists the consequences, exact to the cent", () => {
    expect(item([0.1, 0.2])).toEqual([
      "Unlinks payments for 2 months, $0.30 in total",
      "Keeps the transactions",
    ]);
    expect(item([5])[0]).toBe("Unlinks payments for 1 month, $5.00 in total");
    expect(item([])).toEqual(["No payments are linked to it"]);
  });
});
