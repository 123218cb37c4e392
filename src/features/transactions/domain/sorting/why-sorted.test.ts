import { describe, expect, it } from "vitest";
import { someone } from "#shared/household.ts";
import { whySorted } from "./why-sorted.ts";

const row: Parameters<typeof whySorted>[0] = {
  bankCategory: "FOOD_AND_DRINK",
  bankCategoryDetailed: "FOOD_AND_DRINK_GROCERIES",
  bankConfidence: null,
  kind: "spending",
  kindReason: "default",
  categorySource: "person",
  categoryName: "Groceries",
  learntFrom: null,
  ruleName: null,
  pairedAccount: null,
  isMatched: false,
  isSplit: false,
  categoryBy: null,
  kindBy: null,
  matchedBy: null,
  isForMember: false,
};
const why = (more: Partial<typeof row>) => whySorted({ ...row, ...more }, row.kind).why;
const matched = { kindReason: "paired", isMatched: true, pairedAccount: "Savings" } as const;

describe("whySorted", () => {
  it.each<[Partial<typeof row>, string]>([
    [{}, "You chose Groceries."],
    [{ categoryBy: "jane@example.com" }, "jane@example.com chose Groceries."],
    [{ categoryBy: someone, categoryName: null }, "Someone chose no category."],
    [{ categoryBy: "Jane", isSplit: true }, "Jane split it."],
    [{ categorySource: "file", categoryName: null, isSplit: true }, "The file split it."],
    [{ kindReason: "chosen", categoryBy: "Wren", kindBy: "Jane" }, "Jane chose it."],
    [{ ...matched }, "You matched it with a transaction on Savings."],
    [{ ...matched, matchedBy: "Jane" }, "Jane matched it with a transaction on Savings."],
    [{ categorySource: "learnt", learntFrom: [] }, "Groceries was chosen for this payee before."],
    [
      { categorySource: "learnt", learntFrom: ["2026-11-03", "2026-10-28"] },
      "Groceries was chosen for this payee on Nov 3, 2026 and Oct 28, 2026.",
    ],
  ])("names who did it: %j", (more, words) => {
    expect(why(more)).toBe(words);
  });

  it.each<[Partial<typeof row>, string, string]>([
    [
      { categorySource: "rule", ruleName: "Food" },
      "Your rule “Food” says Groceries.",
      "The rule “Food” says Groceries.",
    ],
    [{ categorySource: "rule" }, "A rule of yours says Groceries.", "A rule says Groceries."],
    [
      { categorySource: "bank" },
      "Your bank says food and drink: groceries.",
      "The bank says food and drink: groceries.",
    ],
    [
      { categorySource: "bank", bankConfidence: "VERY_HIGH" },
      "Your bank says food and drink: groceries (very high confidence).",
      "The bank says food and drink: groceries (very high confidence).",
    ],
    [
      { categorySource: "none", categoryName: null, kindReason: "bank", bankConfidence: "LOW" },
      "Your bank guesses food and drink: groceries (low confidence).",
      "The bank guesses food and drink: groceries (low confidence).",
    ],
    [
      { categorySource: "none", categoryName: null, kindReason: "bank" },
      "Your bank says it was spent.",
      "The bank says it was spent.",
    ],
    [
      { kindReason: "paired" },
      "The other side is on your other account.",
      "The other side is on the other account.",
    ],
  ])("tells a member of the owner's things: %j", (more, forOwner, forMember) => {
    expect([why(more), why({ ...more, isForMember: true })]).toEqual([forOwner, forMember]);
  });
});
