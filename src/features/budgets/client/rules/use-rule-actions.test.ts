import { expect, it } from "vitest";
import { renamed } from "./use-rule-actions.ts";

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
