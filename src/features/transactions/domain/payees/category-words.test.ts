import { describe, expect, it } from "vitest";
import { suggestedCategory } from "./category-words.ts";

describe("the category that a payee's words suggest", () => {
  it.each([
    ["Greenbarrow Market 0412", "Groceries"],
    ["Harbor Dental Clinic", "Health"],
    ["CITY PARKING #12", "Transportation"],
    ["Garden Grill", "Dining Out"],
    ["Coffee & Bakery Insurance", "Insurance"],
    ["Nine Plums", null],
    ["Marketing Partners", null],
    ["", null],
  ])("of %j is %j for money out", (payee, category) => {
    expect(suggestedCategory(payee, "out")).toBe(category);
  });

  it.each([
    ["ACME PAYROLL", "Salary"],
    ["Interest Payment", "Interest"],
    ["Greenbarrow Market", null],
  ])("of %j is %j for money in", (payee, category) => {
    expect(suggestedCategory(payee, "in")).toBe(category);
  });
});
