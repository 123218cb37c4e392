import { expect, it } from "vitest";
import { indexByKey, nearest, scaleOf } from "./chart-scale.ts";

it("a scale has round gridlines around its amounts, and zero if asked", () => {
  const amounts = (list: number[], fromZero = true) =>
    scaleOf(list, 100, fromZero).ticks.map(({ amount }) => amount);
  expect(amounts([120, 870])).toEqual([0, 500, 1000]);
  expect(amounts([-300, 1_900])).toEqual([-1000, 0, 1000, 2000]);
  expect(amounts([10_050, 10_950], false)).toEqual([10_000, 10_500, 11_000]);
  expect(amounts([])).toEqual([0, 0.5]);
  expect(amounts([0, 0])).toEqual([0, 0.5]);
  expect(amounts([700, 700], false)).toEqual([600, 800]);
  const { yOf } = scaleOf([0, 1_000], 100, true);
  expect([yOf(0), yOf(250), yOf(1_000)]).toEqual([100, 75, 0]);
});

it("the pointer and keys find a place", () => {
  expect([0, 0.3, 0.9, 2].map((share) => nearest([0.1, 0.5, 1], share))).toEqual([0, 0, 2, 2]);
  expect(nearest([], 0.5)).toBe(-1);
  // A third of a period has passed.
  expect([-1, 0.3, 0.33, 0.99].map((share) => nearest([0.1, 0.2, 0.3], share, 0.333))).toEqual([0, 2, 2, -1]);
  // The last value is what a screen reader says first.
  expect(indexByKey(3, null, "ArrowLeft")).toBe(1);
  expect(indexByKey(3, null, "ArrowRight")).toBe(2);
  expect(indexByKey(3, 0, "ArrowDown")).toBe(0);
  expect(indexByKey(3, null, "Home")).toBe(0);
  expect(indexByKey(3, 2, "ArrowLeft")).toBe(1);
  expect(indexByKey(3, 2, "ArrowRight")).toBe(2);
  expect(indexByKey(30, 20, "PageDown")).toBe(8);
  expect(indexByKey(3, 1, "Home")).toBe(0);
  expect(indexByKey(3, 1, "x")).toBeNull();
  expect(indexByKey(0, null, "End")).toBeNull();
});
