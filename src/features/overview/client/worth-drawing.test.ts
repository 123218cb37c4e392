import { describe, expect, it } from "vitest";
import { worthDrawing } from "./worth-drawing.ts";

describe("worthDrawing", () => {
  it("steps up and down on the days of transactions, inside the drawing", () => {
    const days = [
      { date: "2026-11-01", amount: 0 },
      { date: "2026-11-06", amount: 100 },
      { date: "2026-11-11", amount: 50 },
    ];
    expect(worthDrawing(days, 100, 120)).toEqual({
      line: "M0 110H50V10H100V60",
      area: "M0 110H50V10H100V60V120H0Z",
      from: "2026-11-01",
    });
  });

  it("draws a level line in the middle, and nothing for a single day", () => {
    const days = [
      { date: "2026-11-01", amount: -5 },
      { date: "2026-11-11", amount: -5 },
    ];
    expect(worthDrawing(days, 100, 100)?.line).toBe("M0 50H100V50");
    expect(worthDrawing(days.slice(1), 100, 100)).toBeNull();
    expect(worthDrawing([], 100, 100)).toBeNull();
  });
});
