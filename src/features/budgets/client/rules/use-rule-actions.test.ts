import { expect, it } from "vitest";
import { inputOf, renamed } from "./use-rule-actions.ts";

it("offers to undo a renaming only if it changed something", () => {
  const undo = { failedText: "", run: async () => ({ text: "" }) };
  expect(renamed("Plums", "Nine Plums", { updated: 3, undo })).toEqual({
    text: "Renamed Plums to Nine Plums on 3 transactions.",
    undo,
  });
  expect(renamed("Plums", "", { updated: 1, undo })).toEqual({
    text: "Plums has the bank’s name again.",
    undo,
  });
  expect(renamed("Plums", "", { updated: 0, undo })).toEqual({ text: "Plums already has this name." });
});

it("saves a rule on what was read, and days only if they have changed", () => {
  const rule = { name: "Plums", conditions: [], actions: [], isOn: true, appliesFrom: null };
  const read = { ...rule, ruleId: 5, title: "Plums", transactionCount: 2, lastUsedAt: null };
  const { appliesFrom: _, ...basedOn } = rule;
  expect(inputOf(read, { ...rule, isOn: false })).toEqual({ ...basedOn, ruleId: 5, isOn: false, basedOn });
  expect(inputOf(read, { ...rule, appliesFrom: "2026-11-01" })).toMatchObject({ appliesFrom: "2026-11-01" });
});
