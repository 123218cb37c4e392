import { describe, expect, test } from "vitest";
import {
  categoriesNamed,
  consequencesOf,
  isUsed,
  movedText,
  rulesOfOnly,
  usageText,
} from "./category-usage.ts";

const pets = { financialCategoryId: 9, name: "Pets", kind: "spending" as const, isBuiltIn: false };

describe("the usage of a category", () => {
  test("is described in words without zero counts", () => {
    expect(usageText({ transactionCount: 1204, budgetCount: 1 })).toBe("1,204 transactions · 1 budget");
    expect(usageText({ transactionCount: 0, budgetCount: 2 })).toBe("2 budgets");
    expect(usageText({ transactionCount: 1, budgetCount: 0 })).toBe("1 transaction");
    expect(usageText({ transactionCount: 0, budgetCount: 0 })).toBe("not used");
  });

  test("counts a budget alone as usage", () => {
    expect(isUsed({ transactionCount: 0, budgetCount: 1 })).toBe(true);
    expect(isUsed({ transactionCount: 1, budgetCount: 0 })).toBe(true);
    expect(isUsed({ transactionCount: 0, budgetCount: 0 })).toBe(false);
  });
});

describe("the consequences of removing a category", () => {
  test("without a replacement, its transactions and estimates lose it", () => {
    expect(consequencesOf({ ...pets, transactionCount: 12, budgetCount: 2 }, null)).toEqual([
      "Removes it from 12 transactions, which get an automatic category or none",
      "Removes its estimate from 2 budgets",
      "Deletes Pets",
    ]);
    expect(consequencesOf({ ...pets, transactionCount: 1, budgetCount: 0 }, null)).toEqual([
      "Removes it from 1 transaction, which gets an automatic category or none",
      "Deletes Pets",
    ]);
  });

  test("with a replacement, they move there and estimates add up", () => {
    expect(consequencesOf({ ...pets, transactionCount: 1, budgetCount: 1 }, "Dining Out")).toEqual([
      "Moves 1 transaction to Dining Out",
      "Adds its estimate to Dining Out in 1 budget",
      "Deletes Pets",
    ]);
  });

  test("without a replacement, the rules that set nothing else are named", () => {
    const category = { field: "category" as const, value: 9 };
    const rules = ["Vet", "Kennel", "Hay", "Leash"].map((title) => ({ title, actions: [category] }));
    const others = [
      { title: "Both", actions: [category, { field: "kind" as const, value: "spending" as const }] },
      { title: "Bread", actions: [{ field: "category" as const, value: 4 }] },
      { title: "Idle", actions: [] },
    ];
    const ofPets = (count: number) => rulesOfOnly(pets, [...others, ...rules.slice(0, count)]);
    const unused = { ...pets, transactionCount: 0, budgetCount: 0 };
    expect(consequencesOf(unused, null, ofPets(1))).toEqual([
      "Leaves the rule “Vet” with nothing to do",
      "Deletes Pets",
    ]);
    expect(consequencesOf(unused, null, ofPets(4))[0]).toBe(
      "Leaves the rules “Vet”, “Kennel”, and 2 more with nothing to do",
    );
    expect(consequencesOf(unused, null, ofPets(0))).toEqual(["Deletes Pets"]);
    expect(consequencesOf(unused, "Dining Out", ofPets(1))).toEqual(["Deletes Pets"]);
  });

  test("a built-in category stays, empty", () => {
    expect(
      consequencesOf({ ...pets, isBuiltIn: true, transactionCount: 3, budgetCount: 0 }, "Dining Out"),
    ).toEqual(["Moves 3 transactions to Dining Out", "Keeps Pets, which is built in"]);
  });

  test("are confirmed with the number of transactions", () => {
    expect(movedText("Merged", "Pets", { transactionCount: 1, budgetCount: 1 }, "Dining Out")).toBe(
      "Merged Pets into Dining Out. 1 transaction moved to Dining Out.",
    );
    expect(movedText("Deleted", "Pets", { transactionCount: 2, budgetCount: 0 }, null)).toBe(
      "Deleted Pets. 2 transactions now have an automatic category or none.",
    );
    expect(movedText("Deleted", "Pets", { transactionCount: 1, budgetCount: 0 }, null)).toBe(
      "Deleted Pets. 1 transaction now has an automatic category or none.",
    );
    expect(movedText("Deleted", "Pets", { transactionCount: 0, budgetCount: 1 }, null)).toBe("Deleted Pets.");
  });
});

test("a search finds names that contain all of its words", () => {
  const all = [{ name: "Dining Out" }, { name: "Groceries" }];
  expect(categoriesNamed(all, "OUT din")).toEqual([{ name: "Dining Out" }]);
  expect(categoriesNamed(all, " ")).toEqual(all);
  expect(categoriesNamed(all, "zoo")).toEqual([]);
});
