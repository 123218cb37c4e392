import { expect, it } from "vitest";
import { countsText, likelyOption, payeeOptions } from "./payee-choices.ts";

const categories = [
  { financialCategoryId: 1, name: "Bank Fees", kind: "spending" as const, isBuiltIn: true },
  { financialCategoryId: 2, name: "Interest", kind: "income" as const, isBuiltIn: true },
  { financialCategoryId: 3, name: "Pets", kind: "spending" as const, isBuiltIn: false },
  { financialCategoryId: 4, name: "Salary", kind: "income" as const, isBuiltIn: true },
];

it.each([
  ["in", ["Interest", "Salary", "Bank Fees", "Pets"]],
  ["out", ["Bank Fees", "Pets", "Interest", "Salary"]],
] as const)("a payee of money %s is offered the categories for that first", (direction, names) => {
  expect(payeeOptions(categories, direction).map(({ label }) => label)).toEqual([
    ...names,
    "No category",
    "Transfer",
    "Income without a category",
    "Left out of totals",
  ]);
});

it("a payee to sort is probably its category, or else a transfer if it looks like one", () => {
  const category = { financialCategoryId: 3, name: "Pets" };
  const open = { unsortedCount: 2, category: null, isTransferLike: false };
  expect(likelyOption({ ...open, category })).toEqual({ id: 3, label: "Pets" });
  expect(likelyOption({ ...open, isTransferLike: true })).toEqual({ id: "transfer", label: "Transfer" });
  expect(likelyOption(open)).toBeNull();
  expect(likelyOption({ ...open, unsortedCount: 0, category })).toBeNull();
});

it.each([
  [20, 48, "20 of 48 transactions"],
  [48, 48, "48 transactions"],
  [0, 48, "48 transactions"],
  [1, 1, "1 transaction"],
])(
  "a payee with %i unsorted of %i says %s, so that its sum isn't read as that of fewer",
  (unsortedCount, transactionCount, words) => {
    expect(countsText({ unsortedCount, transactionCount })).toBe(words);
  },
);
