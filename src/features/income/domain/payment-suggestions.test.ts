import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { fc } from "../../../../tests/support/properties.ts";
import {
  dayNumber,
  matchPayment as matchReady,
  payerText,
  readyPayment,
  type CandidatePayment,
  type PayerHints,
  type PayerText,
  type UnpaidMonth,
} from "./payment-match.ts";
import { suggestPayments } from "./payment-suggestions.ts";

const november = unpaid("2026-11", 1_200_00);
const nobody = payerText(hints({}));

function unpaid(month: string, due: number, outstanding = due): UnpaidMonth {
  return {
    incomeSourceId: 1,
    month,
    dueDate: `${month}-15`,
    due: money(due),
    outstanding: money(outstanding),
    isAbout: false,
  };
}

function hints(some: Partial<PayerHints>): PayerHints {
  return {
    name: "Unit 2",
    description: "",
    expectedPaymentMemos: [],
    knownPayers: new Map(),
    payersOfOthers: new Set(),
    ...some,
  };
}

let made = 0;
function row(some: Partial<Omit<CandidatePayment, "amount">> & { amount?: number } = {}): CandidatePayment {
  made += 1;
  return {
    transactionId: made,
    paymentDate: "2026-11-15",
    isoCurrencyCode: "USD",
    name: "Deposit",
    merchantName: null,
    payeeKey: "deposit",
    ...some,
    amount: money(some.amount ?? 1_200_00),
  };
}

function matchPayment(month: UnpaidMonth, candidate: CandidatePayment, payer: PayerText) {
  return matchReady({ ...month, dueDay: dayNumber(month.dueDate) }, readyPayment(candidate), payer);
}

function suggest(months: readonly UnpaidMonth[], rows: readonly CandidatePayment[], payer: PayerText) {
  return suggestPayments(months, rows.map(readyPayment), payer);
}

describe("the likelihood that a row pays a month", () => {
  it.each([
    [{ amount: 1_200_00, paymentDate: "2026-11-15" }, 70, ["Exactly the amount due", "On the due date"]],
    [
      { amount: 1_200_00, paymentDate: "2026-11-14" },
      70,
      ["Exactly the amount due", "1 day before the due date"],
    ],
    [
      { amount: 1_200_00, paymentDate: "2026-11-22" },
      63,
      ["Exactly the amount due", "7 days after the due date"],
    ],
    [{ amount: 1_200_00, paymentDate: "2026-12-30" }, 45, ["Exactly the amount due"]],
    [
      { amount: 1_220_00, paymentDate: "2026-11-16" },
      55,
      ["Close to the amount due", "1 day after the due date"],
    ],
  ])("%j: %i", (some, score, reasons) => {
    expect(matchPayment(november, row(some), nobody)).toEqual({ score, isStrong: false, reasons });
  });

  it.each([
    ["a close date alone", { amount: 37_50 }],
    ["part of the amount and a close date", { amount: 600_00 }],
    ["the amount much too early", { paymentDate: "2026-10-30" }],
    ["the amount much too late", { paymentDate: "2026-12-31" }],
    ["a slightly different amount weeks later", { amount: 1_190_00, paymentDate: "2026-12-10" }],
  ])("ignores %s", (_, some) => {
    expect(matchPayment(november, row(some), nobody)).toBeNull();
  });

  it("recognizes the payer of earlier payments, even for part of the amount", () => {
    const payer = payerText(hints({ knownPayers: new Map([["mara lindqvist", 6]]) }));
    const part = row({ amount: 600_00, payeeKey: "mara lindqvist" });
    expect(matchPayment(november, part, payer)).toEqual({
      score: 65,
      isStrong: false,
      reasons: ["Same payer as 6 earlier payments", "On the due date", "Part of the amount due"],
    });
    const once = payerText(hints({ knownPayers: new Map([["mara lindqvist", 1]]) }));
    expect(matchPayment(november, part, once)?.reasons).toContain("Same payer as an earlier payment");
  });

  it("is strong for a known or named payer whose amount and date fit", () => {
    const payer = payerText(hints({ name: "Harbor Power", knownPayers: new Map([["power", 3]]) }));
    const bill = { ...november, isAbout: true };
    const isStrong = (month: UnpaidMonth, some: Parameters<typeof row>[0]) =>
      matchPayment(month, row(some), payer)?.isStrong;
    expect(isStrong(bill, { amount: 900_00, payeeKey: "power" })).toBe(true);
    expect(isStrong(bill, { amount: 900_00, name: "HARBOR POWER CO" })).toBe(true);
    expect(isStrong(november, { payeeKey: "power", paymentDate: "2026-11-29" })).toBe(true);
    expect(isStrong(november, {})).toBe(false);
    expect(isStrong(november, { amount: 900_00, payeeKey: "power" })).toBe(false);
    expect(isStrong(november, { payeeKey: "power", paymentDate: "2026-12-10" })).toBe(false);
    // Shops whose amount is about a bill's by chance aren't even suggested.
    expect(isStrong(bill, { amount: 900_00 })).toBeUndefined();
  });

  it("lowers the score of a payer of another source", () => {
    const payer = payerText(hints({ payersOfOthers: new Set(["mara lindqvist"]) }));
    expect(matchPayment(november, row({ payeeKey: "mara lindqvist" }), payer)).toBeNull();
    const both = hints({ payersOfOthers: new Set(["x"]), knownPayers: new Map([["x", 1]]) });
    expect(matchPayment(november, row({ payeeKey: "x" }), payerText(both))?.score).toBe(100);
  });

  it("matches the payer's text regardless of case and accents, and quotes the source", () => {
    const payer = payerText(hints({ name: "Rent Björkman, unit 2" }));
    const match = matchPayment(november, row({ amount: 900_00, name: "ZELLE FROM BJORKMAN K" }), payer);
    expect(match).toEqual({
      score: 55,
      isStrong: false,
      reasons: ["On the due date", "Includes “Björkman”", "Part of the amount due"],
    });
    expect(matchPayment(november, row({ amount: 900_00, name: "RENT FROM UNIT 2" }), payer)).toBeNull();
  });

  it("looks for expected memos", () => {
    const payer = payerText(hints({ expectedPaymentMemos: ["!", "Lease #4-B"] }));
    const match = matchPayment(november, row({ amount: 10_00, name: "ACH lease 4 b nov" }), payer);
    expect(match?.reasons).toEqual(["Mentions “Lease #4-B”", "On the due date"]);
  });

  it("compares with the remaining amount of a partly paid month", () => {
    const rest = unpaid("2026-11", 1_200_00, 200_00);
    expect(matchPayment(rest, row({ amount: 200_00 }), nobody)?.reasons[0]).toBe("Exactly what’s still due");
    expect(matchPayment(rest, row({ amount: 1_200_00 }), nobody)?.reasons).toContain(
      "The month’s full amount",
    );
  });
});

describe("suggestions for the unpaid months of a source", () => {
  const months = [unpaid("2026-10", 1_200_00), november, unpaid("2026-12", 1_200_00)];
  const suggestedFor = (rows: CandidatePayment[], month: string, payer = nobody) =>
    suggest(months, rows.toSorted(byDate), payer)
      .find((one) => one.unpaid.month === month)
      ?.suggestions.map(({ candidate }) => candidate.transactionId);

  it("assign two payments made close together to a month each", () => {
    const first = row({ paymentDate: "2026-11-15" });
    const second = row({ paymentDate: "2026-11-17" });
    expect(suggestedFor([first, second], "2026-11")).toEqual([first.transactionId]);
    expect(suggestedFor([first, second], "2026-10")).toEqual([second.transactionId]);
    expect(suggestedFor([first, second], "2026-12")).toEqual([]);
  });

  it("find rent paid early, in the month before", () => {
    const early = row({ paymentDate: "2026-12-01" });
    expect(suggestedFor([early], "2026-12")).toEqual([early.transactionId]);
  });

  it("offer at most three per month, best match first", () => {
    const one = [november];
    const rows = ["2026-11-20", "2026-11-15", "2026-11-25", "2026-11-16"].map((paymentDate) =>
      row({ paymentDate }),
    );
    const [offered] = suggest(one, rows.toSorted(byDate), nobody);
    expect(offered?.suggestions.map(({ candidate }) => candidate.paymentDate)).toEqual([
      "2026-11-15",
      "2026-11-16",
      "2026-11-20",
    ]);
  });

  it("never offer a row twice or depend on the order of months", () => {
    const anyRow = fc
      .record({
        days: fc.integer({ min: -60, max: 90 }),
        amount: fc.constantFrom(1_200_00, 600_00, 1_210_00),
      })
      .map(({ days, amount }) => row({ paymentDate: addDays("2026-11-15", days), amount }));
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), (rows) => {
        const sorted = rows.toSorted(byDate);
        const offered = suggest(months, sorted, nobody);
        const ids = offered.flatMap(({ suggestions }) =>
          suggestions.map(({ candidate }) => candidate.transactionId),
        );
        expect(ids).toHaveLength(new Set(ids).size);
        const reversed = suggest(months.toReversed(), sorted, nobody).toReversed();
        expect(reversed).toEqual(offered);
      }),
    );
  });
});

function byDate(a: CandidatePayment, b: CandidatePayment): number {
  return a.paymentDate < b.paymentDate ? -1 : a.paymentDate > b.paymentDate ? 1 : 0;
}
