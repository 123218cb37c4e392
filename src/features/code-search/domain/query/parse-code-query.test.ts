import { describe, expect, it } from "vitest";
import { readExpression } from "./read-expression.ts";
import { parseCodeQuery } from "./parse-code-query.ts";

const owner = "wren-holloway";

function atoms(text: string) {
  const parsed = parseCodeQuery(text, owner);
  if ("mistake" in parsed) return parsed.mistake;
  return parsed.query.alternatives.map((each) =>
    each.map((atom) => `${atom.isExclusion ? "-" : ""}${atom.kind}:${atom.text}`),
  );
}

describe("a query", () => {
  it.each([
    ["one two", [["word:one", "word:two"]]],
    ['"one two" -three', [["phrase:one two", "-word:three"]]],
    ['"say \\"hi\\""', [['phrase:say "hi"']]],
    ["/a b/ c", [["expression:a b", "word:c"]]],
    ["/[/]x/", [["expression:[/]x"]]],
    ["/api/users", [["word:/api/users"]]],
    ["NOT one two", [["-word:one", "word:two"]]],
    ["a AND b OR c", [["word:a", "word:b"], ["word:c"]]],
    ["symbol:Plan", [["symbol:Plan"]]],
    ["-> --flag", [["word:->", "word:--flag"]]],
    ["http://example.com", [["word:http://example.com"]]],
    ["repo:tide language:c#", []],
  ])("%s", (text, expected) => {
    expect(atoms(text)).toEqual(expected);
  });

  it.each([
    ['x "y', 2, 4],
    ["x /a(b/", 4, 5],
    ["x repo:other/y", 2, 14],
    ["size:big x", 0, 8],
    ["path: x", 0, 5],
    ["x /[b-a]/", 4, 7],
  ])("%s has its mistake at %i to %i", (text, start, end) => {
    expect(atoms(text)).toMatchObject({ start, end });
  });
});

describe("an expression", () => {
  it.each([
    ["a.c", "abc"],
    ["\\bfoo\\b", "a foo b"],
    ["[^x]y", "zy"],
    ["a{2,3}", "aa"],
    ["(?:ab|cd)+", "cdab"],
    ["[[:digit:]]+z", "12z"],
    ["\\/\\*", "/*"],
    ["a??b", "b"],
    ["(?<name>x)", "x"],
    ["\\x41", "A"],
    ["{", "{"],
  ])("%s matches", (text, sample) => {
    const read = readExpression(text);
    if ("problem" in read) throw new Error(read.problem);
    expect(new RegExp(read.source, "m").test(sample)).toBe(true);
  });

  it.each(["a[^b]c", "a\\sc", "a\\Wc", "a\\Dc", "a[\\x00-\\xff]c", "a[^x\\s]c", "a.c", "a[[:space:]]c"])(
    "%s matches within a line",
    (text) => {
      const read = readExpression(text);
      if ("problem" in read) throw new Error(read.problem);
      expect(new RegExp(read.source, "m").test("a\nc")).toBe(false);
    },
  );

  it.each([
    "(?=a)b",
    "(?!a)b",
    "(?<=a)b",
    "(?<!a)b",
    "(a)\\1",
    "\\k<x>a",
    "a\\n",
    "(",
    ")",
    "[",
    "a**",
    "*",
    "a{3,2}",
    "a{2000}",
    "\\",
    "(?i)a",
    "[[:nope:]]",
    "\\q",
    "a*",
    "a|",
    "^$",
    "\\b",
    "\\x0a",
    "^*a",
    `${"(".repeat(60)}a`,
  ])("%s is refused in words", (text) => {
    expect(readExpression(text)).toMatchObject({ problem: expect.stringMatching(/^\S/) });
  });
});
