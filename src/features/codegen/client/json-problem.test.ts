import { describe, expect, it } from "vitest";
import { readJson } from "./json-problem.ts";

describe("input that is no JSON", () => {
  it.each([
    ['{"a":1,\n "b":}', 2, 6, "Here a value is expected."],
    ['{\r\n\r\n"a" 1}', 3, 5, "Here a colon is expected."],
    ['{"a":1,}', 1, 8, "Here a field's name in double quotes is expected."],
    ["[1 2]", 1, 4, "Here a comma is expected."],
    ['{"a":1', 1, 7, "Here a closing } is expected."],
    ['{"a":1} {}', 1, 9, "The JSON ends before this; what follows belongs to nothing."],
    ["{'a':1}", 1, 2, /double quotes/],
    ['{"a":"x\ny"}', 1, 6, "This string has no closing quote."],
    ["{a:1}", 1, 2, /double quotes/],
    ["// x\n1", 1, 1, "JSON has no comments."],
    ['{"a":undefined}', 1, 6, /a value is/],
    ["  ", 1, 1, "There is no JSON yet."],
  ])("%j is refused at line %i, column %i", (text, line, column, message) => {
    const read = readJson(text);
    if (!("problem" in read)) throw new Error("it was read");
    expect(read.problem).toMatchObject({ line, column });
    expect(read.problem.message).toMatch(message);
  });

  it("may be nested deeper than a stack: it is refused in words", () => {
    const read = readJson("[".repeat(200_000));
    expect("problem" in read && read.problem.message).toMatch(
      /nested too deeply|closing ]|value is expected/,
    );
  });

  it("is told from what is JSON", () => {
    expect(readJson(' {"a": [1, null]} ')).toEqual({ value: { a: [1, null] } });
  });
});
