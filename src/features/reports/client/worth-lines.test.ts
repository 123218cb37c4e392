import { expect, it } from "vitest";
import { worthLines } from "./worth-lines.ts";

it("a curve is dashed where it isn't certain", () => {
  const point = (x: number, isGap = false) => ({ x, y: 10 - x, isGap });
  expect(worthLines([point(0, true), point(1), point(2), point(3, true), point(4)], 10)).toEqual({
    dashed: "M0 10L1 9M2 8L3 7L4 6",
    solid: "M1 9L2 8",
    area: "M0 10L1 9L2 8L3 7L4 6L4 10L0 10Z",
  });
  expect(worthLines([], 10)).toEqual({ solid: "", dashed: "", area: "" });
});
