import { describe, expect, it } from "vitest";
import { readJson } from "./json-problem.ts";

describe("invalid JSON", () => {
  it.each([
    ['{"a":1,\n "b":}', 2, 6, "Expected a value"],
    ['{\r\n\r\n"a" 1}', 3, 5, "Expected a colon"],
    ['{"a":1,}', 1, 8, "Expected a property name in double quotes"],
    ["[1 2]", 1, 4, "Expected a comma"],
    ['{"a":1', 1, 7, "Expected a closing }"],
    ['{"a":1} {}', 1, 9, "Unexpected text after the end of the JSON"],
    ["{'a':1}", 1, 2, /double quotes/],
    ['{"a":"x\ny"}', 1, 6, "Missing closing quote"],
    ["{a:1}", 1, 2, /double quotes/],
    ["// x\n1", 1, 1, "JSON can’t contain comments"],
    ['{"a":undefined}', 1, 6, /^Expected a string/],
    ["  ", 1, 1, "Enter some JSON"],
    ["{'a':1}", 1, 2, "Expected a property name in double quotes"],
    ['{\u00a0"a":1}', 1, 2, "Expected a property name in double quotes"],
    ['{"a":1, b:2}', 1, 9, "Expected a property name in double quotes"],
    ['{"a"\u00a0:1}', 1, 5, "Expected a colon"],
    ['{"a":1\u00a0}', 1, 7, "Expected a closing }"],
    ["{} x", 1, 4, "Unexpected text after the end of the JSON"],
    ["[\u00a01]", 1, 2, /^Expected a string/],
    ["\ufeff{'a':1}", 1, 2, "Expected a property name in double quotes"],
  ])("%j is rejected at line %i, column %i", (text, line, column, message) => {
    const read = readJson(text);
    if (!("problem" in read)) throw new Error("expected a problem");
    expect(read.problem).toMatchObject({ line, column });
    expect(read.problem.message).toMatch(message);
  });

  it("is rejected with an explanation if it is nested too deeply", () => {
    const read = readJson("[".repeat(200_000));
    expect("problem" in read && read.problem.message).toMatch(
      /nested too deeply|closing ]|value is expected/,
    );
  });

  it("is found in the field's text, which has the byte order mark that isn't counted", () => {
    expect(readJson("\ufeff{'a':1}")).toMatchObject({ problem: { column: 2, offset: 2 } });
  });

  it("is distinguished from valid JSON", () => {
    expect(readJson("\ufeff[1]")).toEqual({ value: [1] });
    expect(readJson(' {"a": [1, null]} ')).toEqual({ value: { a: [1, null] } });
  });
});
