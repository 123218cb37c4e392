import { expect, it } from "vitest";
import { pageAfterResize, pageRange, pageRangeText } from "./page-range.ts";

it("returns the rows of a page", () => {
  expect(pageRangeText(pageRange(0, 5, 23), 23)).toBe("1–5 of 23");
  expect(pageRangeText(pageRange(4, 5, 23), 23)).toBe("21–23 of 23");
  expect(pageRangeText(pageRange(5, 5, 26), 26)).toBe("26 of 26");
  expect(pageRangeText(pageRange(0, 5, 0), 0)).toBe("0 of 0");
  expect(pageRangeText(pageRange(0, 25, 12_345), 12_345)).toBe("1–25 of 12,345");
});

it("falls back to the last page if rows have disappeared", () => {
  expect(pageRange(4, 5, 11)).toEqual({ pageIndex: 2, pageCount: 3, first: 11, last: 11 });
  expect(pageRange(4, 5, 0)).toEqual({ pageIndex: 0, pageCount: 1, first: 0, last: 0 });
});

it("keeps the first row visible when the page size changes", () => {
  expect(pageAfterResize(3, 5, 10)).toBe(1);
  expect(pageAfterResize(1, 10, 5)).toBe(2);
});
