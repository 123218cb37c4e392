import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { fragmentPieces, trimmedPieces } from "./fragment-pieces.ts";

function pieces(fragment: string, ...matches: [text: string, start: number, end: number][]) {
  return fragmentPieces({
    fragment,
    matches: matches.map(([text, start, end]) => ({ text, indices: [start, end] })),
  }).map(({ text, isMatch }) => (isMatch ? `[${text}]` : text));
}

describe("fragmentPieces", () => {
  it("splits at the offsets", () => {
    expect(pieces("new HttpClient();", ["HttpClient", 4, 14])).toEqual(["new ", "[HttpClient]", "();"]);
  });

  it("relocates a match whose offsets count characters or are wrong", () => {
    expect(pieces("🦊🦊 fox", ["fox", 3, 6])).toEqual(["🦊🦊 ", "[fox]"]);
    expect(pieces("a fox", ["fox", 900, 903])).toEqual(["a ", "[fox]"]);
    expect(pieces("a fox", ["fox", 3, 2])).toEqual(["a ", "[fox]"]);
  });

  it("ignores matches that aren't in the text", () => {
    expect(pieces("a fox", ["hound", 0, 5])).toEqual(["a fox"]);
    expect(pieces("a fox", ["", 1, 1])).toEqual(["a fox"]);
  });

  it("accepts matches in any order, overlapping ones once", () => {
    expect(pieces("abcd", ["cd", 2, 4], ["abc", 0, 3])).toEqual(["[abc]", "[d]"]);
    expect(pieces("abcd", ["b", 1, 2], ["abcd", 0, 4])).toEqual(["[abcd]"]);
  });

  it("never loses, adds, or reorders a character, whatever GitHub sends", () => {
    const match = fc.record({
      text: fc.string({ maxLength: 5 }),
      indices: fc.tuple(fc.nat(40), fc.nat(40)),
    });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), fc.array(match), (fragment, matches) => {
        const cut = fragmentPieces({ fragment, matches });
        expect(cut.map(({ text }) => text).join("")).toBe(fragment);
        for (const { text, start } of cut) expect(fragment.slice(start, start + text.length)).toBe(text);
      }),
    );
  });
});

it("trims a fragment to its first and last lines of code", () => {
  const trimmed = trimmedPieces(fragmentPieces({ fragment: "\n  \n  a b\n\n", matches: [] }));
  expect(trimmed.map(({ text }) => text)).toEqual(["  a b"]);
  expect(trimmedPieces(fragmentPieces({ fragment: " \n ", matches: [] }))).toEqual([]);
});
