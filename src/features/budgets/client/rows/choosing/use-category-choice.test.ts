import { expect, it } from "vitest";
import { chooserOptions, fittingFirst, suggestedFirst } from "./use-category-choice.ts";

it("offers what is suggested first, with the reason, and everything else once", () => {
  const options = chooserOptions([
    { financialCategoryId: 1, name: "Housing", kind: "spending", isBuiltIn: true },
    { financialCategoryId: 2, name: "Salary", kind: "income", isBuiltIn: true },
    { financialCategoryId: 3, name: "Groceries", kind: "spending", isBuiltIn: true },
  ]);
  const shown = suggestedFirst(fittingFirst(options, "spending"), [
    { financialCategoryId: 3, name: "Groceries", reason: "chosen" },
    { financialCategoryId: 2, name: "Salary", reason: "bank" },
    { financialCategoryId: 9, name: "Gone", reason: "chosen" },
  ]);
  expect(shown.map(({ label, description }) => [label, description])).toEqual([
    ["Groceries", "You chose it before"],
    ["Salary", "Your bank’s guess"],
    ["Housing", undefined],
    ["No category", undefined],
  ]);
});
