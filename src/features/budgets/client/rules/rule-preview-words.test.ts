import { describe, expect, it } from "vitest";
import type { RulePreview } from "#features/transactions/contract.ts";
import { conflictText, nowText } from "./rule-preview-words.ts";

const preview = (changing: number, said: Partial<RulePreview["byNow"]>, total = 12): RulePreview => ({
  total,
  changing,
  byNow: { none: 0, bank: 0, learnt: 0, rule: 0, person: 0, ...said },
  sum: -10,
  isoCurrencyCode: "USD",
  otherCurrencies: [],
  transactions: [],
  conflicts: [],
});

describe("the words of a preview", () => {
  it.each<[RulePreview, string]>([
    [preview(0, { person: 12 }), "None will change, 12 that you set by hand stay."],
    [
      preview(8, { none: 8, person: 1, bank: 3 }),
      "8 will change, 1 that you set by hand stays. 8 had nothing set.",
    ],
    [preview(12, { none: 12 }), "12 will change."],
  ])("say what becomes of the rows", (one, words) => {
    expect(nowText(one)).toBe(words);
  });

  it("name the rule that's in the way", () => {
    const conflict = {
      ruleId: 9,
      number: 4,
      name: "Cafés",
      field: "category" as const,
      sets: "Dining Out",
      transactionCount: 1200,
    };
    expect(conflictText({ ...conflict, wins: false })).toBe(
      "Rule 4, “Cafés”, also matches 1,200 and sets Dining Out. This one is above it and wins.",
    );
    expect(conflictText({ ...conflict, wins: true })).toMatch(/It’s above this one and wins\.$/);
  });
});
