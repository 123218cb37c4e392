import { expect, it } from "vitest";
import { givenTo } from "./use-part-actions.ts";

const row = {
  note: "Bread",
  noteRule: null,
  tags: [
    { tagId: 1, name: "Trip" },
    { tagId: 2, name: "Work" },
  ],
  tagRules: [],
};
const rule = { ruleId: 3, name: "Bakery" };

it("what rules have given a row is its note and tags that name a rule", () => {
  expect(givenTo(row)).toBeNull();
  expect(givenTo({ ...row, noteRule: rule })).toEqual({ tags: [], note: "Bread" });
  expect(givenTo({ ...row, tagRules: [{ ...rule, tagId: 2 }] })).toEqual({ tags: ["Work"], note: null });
});
