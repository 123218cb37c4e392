import { expect, it } from "vitest";
import type { FigureView } from "../contract.ts";
import { compared, comparisonName } from "./comparison.ts";

const figure: FigureView = {
  amount: 300,
  count: 4,
  months: [100, 100, 100],
  previous: 250.5,
  means: [{ months: 3, amount: 120 }],
};

it("a figure is compared with the period before, or for each of its months with a mean", () => {
  const scope = { previous: { from: "2026-06-01", to: "2026-08-24" }, today: "2026-11-24" };
  expect(comparisonName("before", scope)).toBe("Jun 1 – Aug 24");
  expect(comparisonName("6", scope)).toBe("Mean of 6 months");
  expect(compared(figure, "before", "USD")).toEqual({ words: "$250.50", change: "$49.50 more" });
  expect(compared(figure, "3", "USD")).toEqual({ words: "$120.00", change: "$20.00 less" });
  expect(compared(figure, "6", "USD")).toBeNull();
  expect(compared({ ...figure, previous: null }, "before", "USD")).toBeNull();
  expect(compared({ ...figure, previous: 300 }, "before", "USD")?.change).toBe("the same");
});
