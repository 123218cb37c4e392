import { describe, expect, it } from "vitest";
import { readAmountSearch } from "./amount-search.ts";

describe("a typed number", () => {
  it("is the beginning of an amount in every kind of currency", () => {
    expect(readAmountSearch("12")).toEqual({
      flow: "any",
      ranges: [
        { decimals: 0, from: 12, to: 12 },
        { decimals: 2, from: 1200, to: 1299 },
        { decimals: 3, from: 12_000, to: 12_999 },
        { decimals: 4, from: 120_000, to: 129_999 },
      ],
    });
  });

  it("has no currency without so many decimals", () => {
    expect(readAmountSearch("12.50")?.ranges).toEqual([
      { decimals: 2, from: 1250, to: 1250 },
      { decimals: 3, from: 12_500, to: 12_509 },
      { decimals: 4, from: 125_000, to: 125_099 },
    ]);
  });

  it.each([
    ["$1,234.5", "any", 123_450, 123_459],
    ["-12.50", "out", 1250, 1250],
    ["\u221212.50", "out", 1250, 1250],
    ["+7", "in", 700, 799],
    [".5", "any", 50, 59],
    ["12.", "any", 1200, 1299],
  ])("%s goes %s, from %i to %i cents", (word, flow, from, to) => {
    const found = readAmountSearch(word);
    expect(found?.flow).toBe(flow);
    expect(found?.ranges).toContainEqual({ decimals: 2, from, to });
  });

  it.each(["", "-", "$", ".", "coffee", "12a", "1,23", "1.2.3", "12.34567", "1234567890123"])(
    "%j is none",
    (word) => {
      expect(readAmountSearch(word)).toBeNull();
    },
  );
});
