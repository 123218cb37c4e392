import { describe, expect, it } from "vitest";
import { deletedWords, keptWords, type Usage } from "./usage-words.ts";

const nothing: Usage = {
  accountCount: 2,
  transactionCount: 0,
  markedTransactionCount: 0,
  budgets: [],
  incomeSources: [],
  incomePaymentCount: 0,
};

const much: Usage = {
  accountCount: 1,
  transactionCount: 1240,
  markedTransactionCount: 35,
  budgets: [{ budgetName: "October 2026" }, { budgetName: "November 2026" }],
  incomeSources: [{ name: "Flat 1" }],
  incomePaymentCount: 14,
};

describe("the data of a bank", () => {
  it("is listed when everything is deleted", () => {
    expect(deletedWords(much)).toEqual([
      "1,240 transactions of 1 account",
      "Your edits to 35 transactions (categories, exemptions, payments)",
      "Its share of 2 budgets (October 2026 and November 2026); totals will change",
      "1 income source (Flat 1) with 14 payments",
    ]);
  });

  it("is listed as kept when the history is kept", () => {
    expect(keptWords(much)).toEqual([
      "1,240 transactions of 1 account, read-only",
      "Totals of 2 budgets (October 2026 and November 2026)",
      "1 income source (Flat 1) with 14 payments",
    ]);
  });

  it("is left out of the list where there is none", () => {
    expect(deletedWords(nothing)).toEqual(["0 transactions of 2 accounts"]);
    expect(keptWords(nothing)).toEqual(["0 transactions of 2 accounts, read-only"]);
  });

  it("names at most five items", () => {
    const budgets = Array.from({ length: 8 }, (_, index) => ({ budgetName: `B${index}` }));
    expect(deletedWords({ ...nothing, budgets })[1]).toBe(
      "Its share of 8 budgets (B0, B1, B2, B3, B4, and 3 more); totals will change",
    );
  });

  it("says so if every transaction has edits", () => {
    expect(deletedWords({ ...nothing, transactionCount: 3, markedTransactionCount: 3 })[1]).toBe(
      "All your edits to them (categories, exemptions, payments)",
    );
  });
});
