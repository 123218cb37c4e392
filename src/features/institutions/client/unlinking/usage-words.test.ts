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

describe("what goes with an institution", () => {
  it("is named one by one when everything is deleted", () => {
    expect(deletedWords(much)).toEqual([
      "1,240 transactions of 1 account",
      "What you did with 35 transactions: categories, exemptions, payments",
      "Its part of 2 budgets (October 2026 and November 2026): the figures change",
      "1 income source (Flat 1) with 14 payments",
    ]);
  });

  it("is said to stay when the history is kept", () => {
    expect(keptWords(much)).toEqual([
      "1,240 transactions of 1 account, read-only",
      "In 2 budgets (October 2026 and November 2026): the figures stay as they are",
      "1 income source (Flat 1), with what was paid",
    ]);
  });

  it("is not padded where there is nothing", () => {
    expect(deletedWords(nothing)).toEqual(["0 transactions of 2 accounts"]);
    expect(keptWords(nothing)).toEqual(["0 transactions of 2 accounts, read-only"]);
  });

  it("does not fill the dialog with names", () => {
    const budgets = Array.from({ length: 8 }, (_, index) => ({ budgetName: `B${index}` }));
    expect(deletedWords({ ...nothing, budgets })[1]).toBe(
      "Its part of 8 budgets (B0, B1, B2, B3, B4, and 3 more): the figures change",
    );
  });

  it("says so where each row is marked", () => {
    expect(deletedWords({ ...nothing, transactionCount: 3, markedTransactionCount: 3 })[1]).toBe(
      "What you did with all of them: categories, exemptions, payments",
    );
  });
});
