import { expect, it } from "vitest";
import { optionId, toggleAll } from "./option.ts";

const options = [
  { id: 1, label: "Rent" },
  { id: 2, label: "Food" },
  { id: 3, label: "Closed", isDisabled: true },
];

it("selects every enabled item if nothing was selected", () => {
  expect(toggleAll([], options)).toEqual([1, 2]);
});

it("clears the selection if some items were selected", () => {
  expect(toggleAll([2], options)).toEqual([]);
  expect(toggleAll([1, 2], options)).toEqual([]);
});

it("finds the id for a key, number or text", () => {
  expect(optionId(options, "2")).toBe(2);
  expect(optionId(options, 2)).toBe(2);
  expect(optionId(options, "9")).toBeNull();
  expect(optionId(options, null)).toBeNull();
});
