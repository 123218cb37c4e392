import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { readExpression } from "../../domain/query/read-expression.ts";
import { threadAtoms } from "./query-plan.ts";
import { createMatcher, StoredText } from "./text-matcher.ts";

/** Letters whose cases differ in ASCII, in UTF-8's length, or in number: K is also the sign of the kelvin. */
const letters = [
  "a",
  "A",
  "k",
  "K",
  "\u212a",
  "s",
  "S",
  "\u017f",
  "z",
  "Z",
  "[",
  "@",
  "{",
  "é",
  "É",
  "ß",
  "\n",
  "😀",
];
const text = fc.array(fc.constantFrom(...letters), { maxLength: 40 }).map((parts) => parts.join(""));
const literal = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 3 })
  .map((some) => some.join(""));

function matcherOf(kind: "word" | "expression", value: string, isCaseSensitive: boolean) {
  const [atom] = threadAtoms(
    [{ kind, text: value, isExclusion: false, start: 0, end: value.length }],
    isCaseSensitive,
  );
  if (atom === undefined) throw new Error("There is no atom.");
  return createMatcher(atom);
}

describe("a literal", () => {
  it("is found in bytes as often as an expression finds it in the text", () => {
    fc.assert(
      fc.property(text, literal, fc.boolean(), (whole, wanted, isCaseSensitive) => {
        const matcher = matcherOf("word", wanted, isCaseSensitive);
        const stored = new StoredText(Buffer.from(whole));
        const found = matcher.starts(stored, 1_000);
        expect(found.length).toBe(matcher.matches(whole, 1_000).length);
        if (found.length > 0) expect(matcher.canMatch(stored)).toBe(true);
      }),
    );
  });
});

describe("an expression", () => {
  it.each([
    ["set\\w+Header\\(", "set header(", false],
    ["set\\w+Header\\(", "offset Header(", true],
    ["export (async )?function [a-z]+Token", "export function Token", true],
    ["export (async )?function [a-z]+Token", "export async function", false],
    ["throw new (Type|Range)Error", "throw new SyntaxError", false],
    ["(Type|Range)\\w*Error", "RangeError", true],
    ["(Type|\\w)Error", "Error", true],
  ])("%s in %s: can match %s", (expression, whole, canMatch) => {
    const matcher = matcherOf("expression", expression, true);
    expect(matcher.canMatch(new StoredText(Buffer.from(whole)))).toBe(canMatch);
  });

  it("needs all literals on both sides of what it doesn't know", () => {
    const literal = (value: string) => ({ is: "literal", text: value });
    expect(readExpression("set\\w+Header\\(")).toMatchObject({
      need: { is: "all", parts: [literal("set"), literal("Header(")] },
    });
    expect(readExpression("a.bcd.efg")).toMatchObject({
      need: { is: "all", parts: [literal("bcd"), literal("efg")] },
    });
  });
});
