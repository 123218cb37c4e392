import { expect, it } from "vitest";
import { compareSortValues, nextSort, sortMessage } from "./data-table-sort.ts";

it("cycles through ascending, descending, and none", () => {
  const first = nextSort(null, "date");
  const second = nextSort(first, "date");
  expect(first).toEqual({ columnId: "date", direction: "ascending" });
  expect(second).toEqual({ columnId: "date", direction: "descending" });
  expect(nextSort(second, "date")).toBeNull();
});

it("starts with ascending on another column", () => {
  expect(nextSort({ columnId: "date", direction: "descending" }, "name")).toEqual({
    columnId: "name",
    direction: "ascending",
  });
});

it("sorts words ignoring case, and numbers by value", () => {
  expect(["b", "A", "item 10", "item 9"].sort(compareSortValues)).toEqual(["A", "b", "item 9", "item 10"]);
  expect([10, -2, 9].sort(compareSortValues)).toEqual([-2, 9, 10]);
  expect([true, false].sort(compareSortValues)).toEqual([false, true]);
});

it("announces how the table is sorted", () => {
  expect(sortMessage({ columnId: "date", direction: "ascending" }, "Date")).toBe("Sorted by Date, ascending");
  expect(sortMessage(null, "Date")).toBe("Not sorted");
});
