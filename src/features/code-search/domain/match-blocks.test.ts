import { describe, expect, it } from "vitest";
import { linePieces, matchBlocks } from "./match-blocks.ts";
import type { LineMatch } from "./search-shapes.ts";

function match(line: number, before: string[] = [], after: string[] = []): LineMatch {
  return { line, text: `match ${line}`, indices: [[0, 5]], before, after };
}

describe("matchBlocks", () => {
  it("joins neighbors and shows each line once, a match as a match", () => {
    const blocks = matchBlocks([
      match(9, ["seven", "eight"], ["match 10", "eleven"]),
      match(10, ["eight", "match 9"], ["eleven", "twelve"]),
      match(40),
    ]);
    expect(blocks.map(({ first, lines }) => [first, lines.map(({ text }) => text)])).toEqual([
      [7, ["seven", "eight", "match 9", "match 10", "eleven", "twelve"]],
      [40, ["match 40"]],
    ]);
    expect(blocks[0]?.lines.map(({ indices }) => indices.length)).toEqual([0, 0, 1, 1, 0, 0]);
  });

  it("starts at line 1", () => {
    expect(matchBlocks([match(1, ["nothing"])]).map(({ first }) => first)).toEqual([1]);
  });
});

describe("linePieces", () => {
  const texts = (indices: [number, number][]) =>
    linePieces({ line: 1, text: "a fox, a dog", indices }).map(({ text, isMatch }) =>
      isMatch ? `[${text}]` : text,
    );

  it("splits a line at its matches", () => {
    expect(
      texts([
        [9, 12],
        [2, 5],
      ]),
    ).toEqual(["a ", "[fox]", ", a ", "[dog]"]);
    expect(texts([])).toEqual(["a fox, a dog"]);
  });

  it("survives offsets that overlap or lie outside", () => {
    expect(
      texts([
        [2, 5],
        [3, 6],
        [11, 90],
        [40, 41],
      ]),
    ).toEqual(["a ", "[fox]", "[,]", " a do", "[g]"]);
  });
});
