import { expect, test } from "vitest";
import { countText, countWords } from "./counts.ts";

test.each([0, 7, 12, 999, 1_000, 12_345, 999_999, 1_000_000, 1_234_567_890, -5, -123, -1_234, -123_456])(
  "%d is written as Intl.NumberFormat writes it",
  (count) => {
    expect(countText(count)).toBe(new Intl.NumberFormat("en-US").format(count));
  },
);

test("a count has its noun, in the plural unless it's one", () => {
  expect(countWords(1, "row")).toBe("1 row");
  expect(countWords(0, "row")).toBe("0 rows");
  expect(countWords(1_240, "row")).toBe("1,240 rows");
  expect([0, 1, 1240].map((count) => countWords(count, "account"))).toEqual([
    "0 accounts",
    "1 account",
    "1,240 accounts",
  ]);
});
