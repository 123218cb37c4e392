import { describe, expect, it } from "vitest";
import type { IncomePaymentView } from "../../contract.ts";
import { newCashFields } from "./cash-payment-form.ts";
import { dueDateOptions, monthOptions } from "./move-payment-dialog.tsx";
import { paymentLabel, paymentRemarks, problemText } from "./payment-words.ts";
import { orderedMonths, shownMonths, strongMatches, type UnpaidMonth } from "./suggestion-acts.ts";

const payment: IncomePaymentView = {
  incomePaymentId: 1,
  incomeSourceId: 7,
  paymentDate: "2026-10-28",
  period: "2026-12",
  creditedMonth: "2026-11",
  isMoved: true,
  amount: 1_150,
  isoCurrencyCode: "USD",
  paymentMemo: "RENT",
  isManualAdjustment: false,
  counts: true,
  problem: null,
  transaction: {
    transactionId: 4,
    date: "2026-10-29",
    payee: "RENT",
    name: "RENT",
    pending: true,
    account: { accountId: 2, official_name: "Everyday Checking" },
  },
};

describe("a payment in words", () => {
  it("states amount, date, and account, and that it is credited to another month", () => {
    expect(paymentLabel(payment)).toBe("$1,150.00 from Oct 28, 2026");
    expect(paymentRemarks(payment)).toEqual(["Everyday Checking", "Pending", "received in October 2026"]);
    expect(
      paymentRemarks({ ...payment, transaction: null, isManualAdjustment: true, isMoved: false }),
    ).toEqual(["Cash"]);
    expect(paymentRemarks({ ...payment, transaction: null, period: "2026-11-13" })).toEqual([
      "for Nov 13, 2026",
    ]);
  });

  it("explains why it isn't counted", () => {
    expect(problemText(null)).toBeNull();
    expect(problemText("removed")).toBe("Not counted because the bank removed the transaction.");
  });
});

describe("the months that a payment can be credited to", () => {
  it("range from the source's first, or the payment's own, to a year ahead", () => {
    const months = monthOptions(payment, { startDate: "2026-10-15" }, "2026-11").map(({ id }) => id);
    expect(months[0]).toBe("2027-11");
    expect(months.at(-1)).toBe("2026-10");
    const early = { ...payment, paymentDate: "2026-07-02" };
    expect(monthOptions(early, { startDate: "2026-10-15" }, "2026-11").at(-1)?.id).toBe("2026-07");
  });
});

describe("the due dates that a payment can be credited to", () => {
  const source = {
    rhythm: "everyTwoWeeks" as const,
    startDate: "2026-10-02",
    endDate: "2026-11-20",
    terms: [{ effectiveFrom: "2026-10", amountDue: 500, dayOfMonthDue: 2 }],
    dayOfMonthDue: 2,
  };

  it("are the source's within a year, newest first, and its own", () => {
    const labels = (period: string) =>
      dueDateOptions({ paymentDate: "2026-10-30", period }, source).map(({ label }) => label);
    expect(labels("2026-10-30")).toEqual(["Nov 13, 2026", "Oct 30, 2026", "Oct 16, 2026", "Oct 2, 2026"]);
    expect(labels("2026-09")).toContain("September 2026");
    const late = { paymentDate: "2028-01-01", period: "2026-11-13" };
    expect(dueDateOptions(late, { ...source, endDate: null }).at(-1)).toEqual({
      id: "2026-11-13",
      label: "Nov 13, 2026",
    });
  });

  it("are on the day of the month's term", () => {
    const terms = [
      { effectiveFrom: "2026-10", amountDue: 500, dayOfMonthDue: 2 },
      { effectiveFrom: "2027-01", amountDue: 500, dayOfMonthDue: 5 },
    ];
    const quarterly = { ...source, rhythm: "quarterly" as const, endDate: "2027-04-30", terms };
    expect(
      dueDateOptions({ paymentDate: "2027-01-05", period: "2027-01-05" }, quarterly).map(({ id }) => id),
    ).toEqual(["2027-04-05", "2027-01-05", "2026-10-02"]);
  });
});

describe("cash", () => {
  it("is dated today or the closest day of the shown month, never in the future", () => {
    expect(newCashFields("2026-11-21", undefined).paymentDate).toBe("2026-11-21");
    expect(newCashFields("2026-11-21", "2026-11").paymentDate).toBe("2026-11-21");
    expect(newCashFields("2026-11-21", "2026-02").paymentDate).toBe("2026-02-28");
    expect(newCashFields("2026-11-21", "2026-12").paymentDate).toBe("2026-11-21");
    expect(newCashFields("2026-11-21", undefined, 2_500).amount).toBe(2_500);
  });
});

describe("likely payments", () => {
  const unpaid = (month: string, count: number, isStrong = true): UnpaidMonth => ({
    incomeSourceId: 1,
    incomeSourceName: "Unit 2",
    month,
    period: month,
    text: month,
    dueDate: `${month}-05`,
    paid: 0,
    outstanding: 1_000,
    isoCurrencyCode: "USD",
    suggestions: Array.from({ length: count }, (_, transactionId) => ({
      transactionId,
      date: `${month}-04`,
      payee: "RENT",
      name: "RENT",
      merchantName: null,
      amount: 1_000,
      pending: false,
      account: { accountId: 2, official_name: "Everyday Checking" },
      score: 90,
      isStrong,
      reasons: [],
    })),
  });

  it("start with the shown month, then the newest, and leave out months without any", () => {
    const months = [unpaid("2026-11", 1), unpaid("2026-10", 0), unpaid("2026-09", 2), unpaid("2026-12", 1)];
    expect(orderedMonths(months, "2026-09").map(({ month }) => month)).toEqual([
      "2026-09",
      "2026-12",
      "2026-11",
    ]);
    expect(orderedMonths(months, null).map(({ month }) => month)).toEqual(["2026-12", "2026-11", "2026-09"]);
  });

  it("are accepted at once if strong: the best of each month, each transaction for one", () => {
    const months = [
      unpaid("2026-12", 0),
      unpaid("2026-11", 2),
      unpaid("2026-10", 1),
      unpaid("2026-09", 1, false),
    ];
    const found = strongMatches(months).map((one) => [one.unpaid.month, one.suggestion.transactionId]);
    expect(found).toEqual([["2026-11", 0]]);
  });

  it("are accepted at once only where they're shown", () => {
    const months = [7, 8, 9, 10, 11].map((month) => {
      const one = unpaid(`2026-${String(month).padStart(2, "0")}`, 1);
      for (const suggestion of one.suggestions) suggestion.transactionId = month;
      return one;
    });
    const accepted = (isAll: boolean) => {
      const { strong, rest } = shownMonths(months, { shownMonth: "2026-07", isAll });
      return [strong.map(({ suggestion }) => suggestion.transactionId), rest];
    };
    expect(accepted(false)).toEqual([[7, 11, 10], 2]);
    expect(accepted(true)).toEqual([[7, 11, 10, 9, 8], 0]);
  });
});
