import { describe, expect, test } from "vitest";
import { categoriesNamed, consequencesOf, isUsed, movedText, usageText } from "./category-usage.ts";

const pets = { financialCategoryId: 9, name: "Pets", isBuiltIn: false };

describe("what has a category", () => {
  test("is said in words, and what is nothing is left out", () => {
    expect(usageText({ transactionCount: 1204, budgetCount: 1 })).toBe("1,204 transactions · 1 budget");
    expect(usageText({ transactionCount: 0, budgetCount: 2 })).toBe("2 budgets");
    expect(usageText({ transactionCount: 1, budgetCount: 0 })).toBe("1 transaction");
    expect(usageText({ transactionCount: 0, budgetCount: 0 })).toBe("not used");
  });

  test("a budget alone is a use", () => {
    expect(isUsed({ transactionCount: 0, budgetCount: 1 })).toBe(true);
    expect(isUsed({ transactionCount: 1, budgetCount: 0 })).toBe(true);
    expect(isUsed({ transactionCount: 0, budgetCount: 0 })).toBe(false);
  });
});

describe("what goes with a category", () => {
  test("without another one its transactions and estimates lose it", () => {
    expect(consequencesOf({ ...pets, transactionCount: 12, budgetCount: 2 }, null)).toEqual([
      "12 transactions are left without a category.",
      "Its estimate goes out of 2 budgets.",
      "Pets is gone.",
    ]);
    expect(consequencesOf({ ...pets, transactionCount: 1, budgetCount: 0 }, null)).toEqual([
      "1 transaction is left without a category.",
      "Pets is gone.",
    ]);
  });

  test("with another one they go there, and estimates add up", () => {
    expect(consequencesOf({ ...pets, transactionCount: 1, budgetCount: 1 }, "Dining Out")).toEqual([
      "1 transaction goes to Dining Out.",
      "In 1 budget its estimate is added to that of Dining Out.",
      "Pets is gone.",
    ]);
  });

  test("a built-in one stays, empty", () => {
    expect(
      consequencesOf({ ...pets, isBuiltIn: true, transactionCount: 3, budgetCount: 0 }, "Dining Out"),
    ).toEqual(["3 transactions go to Dining Out.", "Pets stays, empty: it is built in."]);
  });

  test("afterwards it is said how many moved", () => {
    expect(movedText("Merged", "Pets", { transactionCount: 1, budgetCount: 1 }, "Dining Out")).toBe(
      "Merged Pets into Dining Out. 1 transaction has Dining Out now.",
    );
    expect(movedText("Deleted", "Pets", { transactionCount: 2, budgetCount: 0 }, null)).toBe(
      "Deleted Pets. 2 transactions have no category now.",
    );
    expect(movedText("Deleted", "Pets", { transactionCount: 0, budgetCount: 1 }, null)).toBe("Deleted Pets.");
  });
});

test("a search finds names that hold all its words", () => {
  const all = [{ name: "Dining Out" }, { name: "Groceries" }];
  expect(categoriesNamed(all, "OUT din")).toEqual([{ name: "Dining Out" }]);
  expect(categoriesNamed(all, " ")).toEqual(all);
  expect(categoriesNamed(all, "zoo")).toEqual([]);
});
