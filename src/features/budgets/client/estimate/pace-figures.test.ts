import { describe, expect, it } from "vitest";
import {
  axisWords,
  paceDrawing,
  pacePoints,
  paceVerdict,
  pointAt,
  type PacedBudget,
} from "./pace-figures.ts";

function budgetOf(
  patch: Partial<PacedBudget> & { pace?: Partial<PacedBudget["spendingPace"]> } = {},
): PacedBudget {
  const { pace, ...rest } = patch;
  return {
    startDate: "2026-11-01",
    endDate: "2026-11-30",
    estimateTotal: 300,
    transactionsTotal: 190,
    plannedTotal: 150,
    unplannedTotal: 0,
    isoCurrencyCode: "USD",
    spendingPace: {
      today: "2026-11-10",
      dayCount: 30,
      daysElapsed: 10,
      evenTotal: 100,
      days: [
        { date: "2026-11-02", sum: 100, total: 100, plannedTotal: 60 },
        { date: "2026-11-05", sum: 90, total: 190, plannedTotal: 150 },
      ],
      ...pace,
    },
    ...rest,
  };
}

describe("the verdict on the pace", () => {
  it("tells how much more than an even pace is spent", () => {
    expect(paceVerdict(budgetOf())).toEqual({
      word: "Ahead of pace",
      tone: "warning",
      sentence: "Day 10 of 30: an even pace would be at $100.00; $150.00 is spent, $50.00 more.",
    });
  });

  it("tells how much less", () => {
    expect(paceVerdict(budgetOf({ plannedTotal: 80.1 }))).toMatchObject({
      word: "Within pace",
      tone: "positive",
      sentence: "Day 10 of 30: an even pace would be at $100.00; $80.10 is spent, $19.90 less.",
    });
  });

  it("is good news exactly at the pace", () => {
    expect(paceVerdict(budgetOf({ plannedTotal: 100 }))).toMatchObject({
      word: "Within pace",
      sentence: "Day 10 of 30: an even pace would be at $100.00; $100.00 is spent.",
    });
  });

  it("compares with the estimate when the period is over", () => {
    const over = budgetOf({ plannedTotal: 310, pace: { daysElapsed: 30, evenTotal: 300 } });
    expect(paceVerdict(over)).toMatchObject({
      tone: "negative",
      sentence: "The period is over: the estimate was $300.00; $310.00 is spent, $10.00 more.",
    });
  });

  it("tells unplanned spending apart, and calls it no overrun", () => {
    const unplanned = budgetOf({ plannedTotal: 80, transactionsTotal: 3602, unplannedTotal: 3522 });
    expect(paceVerdict(unplanned)).toEqual({
      word: "Within pace",
      tone: "positive",
      sentence:
        "Day 10 of 30: an even pace would be at $100.00; $80.00 is spent, $20.00 less. $3,522.00 more was unplanned.",
    });
  });

  it("tells of refunds that outweigh spending", () => {
    expect(paceVerdict(budgetOf({ plannedTotal: -11.58 })).sentence).toBe(
      "Day 10 of 30: an even pace would be at $100.00; refunds outweigh spending by $11.58, $111.58 less.",
    );
  });

  it("judges nothing before the period or without an estimate", () => {
    expect(paceVerdict(budgetOf({ pace: { daysElapsed: 0 } }))).toMatchObject({
      word: "Not begun",
      tone: "neutral",
    });
    expect(paceVerdict(budgetOf({ estimateTotal: 0 }))).toMatchObject({
      word: "No estimate",
      tone: "neutral",
    });
  });
});

describe("the days of the chart", () => {
  it("carry what was spent over idle days, up to today", () => {
    const points = pacePoints(budgetOf());
    expect(points.map(({ total }) => total)).toEqual([0, 100, 100, 100, 190, 190, 190, 190, 190, 190]);
    expect(points.map((point) => point.plannedTotal)).toEqual([0, 60, 60, 60, 150, 150, 150, 150, 150, 150]);
    expect(points.map(({ sum }) => sum)).toEqual([0, 100, 0, 0, 90, 0, 0, 0, 0, 0]);
    expect(points.at(-1)).toMatchObject({ date: "2026-11-10", daysPassed: 10 });
  });

  it("go on to rows that lie ahead of today, and never past the period", () => {
    const ahead = budgetOf({ pace: { daysElapsed: 1 } });
    expect(pacePoints(ahead).at(-1)?.date).toBe("2026-11-05");
    expect(pacePoints(budgetOf({ pace: { daysElapsed: 40 } })).at(-1)?.date).toBe("2026-11-30");
  });

  it("are found under the pointer", () => {
    const points = pacePoints(budgetOf());
    expect(pointAt(points, 30, 0)?.date).toBe("2026-11-01");
    expect(pointAt(points, 30, 4.5 / 30)?.date).toBe("2026-11-05");
    expect(pointAt(points, 30, 0.99)).toBeNull();
    expect(pointAt(points, 30, -1)?.date).toBe("2026-11-01");
  });
});

describe("the drawing", () => {
  it("keeps everything on the paper, the estimate below its top edge", () => {
    const drawing = paceDrawing(budgetOf(), 600, 100);
    expect(drawing.yOf(0)).toBe(100);
    expect(drawing.yOf(300)).toBeGreaterThan(0);
    expect(drawing.yOf(300)).toBeLessThan(15);
    expect(drawing.todayX).toBe(200);
    expect(drawing.evenLine).toBe(`M0 100L600 ${drawing.yOf(300)}`);
  });

  it("has room below the ground where refunds outweigh spending", () => {
    const refunded = budgetOf({
      transactionsTotal: -50,
      plannedTotal: -50,
      pace: { days: [{ date: "2026-11-02", sum: -50, total: -50, plannedTotal: -50 }] },
    });
    const drawing = paceDrawing(refunded, 600, 100);
    expect(drawing.zeroY).toBeLessThan(100);
    expect(drawing.yOf(-50)).toBeLessThanOrEqual(100);
  });

  it("marks today only while the period runs, and a pace only with an estimate", () => {
    expect(paceDrawing(budgetOf({ pace: { daysElapsed: 30 } }), 600, 100).todayX).toBeNull();
    expect(paceDrawing(budgetOf({ pace: { daysElapsed: 0 } }), 600, 100).todayX).toBeNull();
    expect(paceDrawing(budgetOf({ estimateTotal: 0 }), 600, 100).evenLine).toBeNull();
  });

  it("has planned spending on its line, and all spending on another where some was unplanned", () => {
    const drawing = paceDrawing(budgetOf({ unplannedTotal: 40 }), 600, 100);
    expect(drawing.spentLine).toContain(`L200 ${drawing.yOf(150)}`);
    expect(drawing.allLine).toContain(`L200 ${drawing.yOf(190)}`);
    expect(paceDrawing(budgetOf(), 600, 100).allLine).toBeNull();
    const unestimated = paceDrawing(budgetOf({ estimateTotal: 0, unplannedTotal: 190 }), 600, 100);
    expect(unestimated.spentLine).toContain(`L200 ${unestimated.yOf(190)}`);
    expect(unestimated.allLine).toBeNull();
  });

  it("names the ends of its axis without the year where it is one year", () => {
    expect(axisWords("2026-11-01", "2026-11-30")).toEqual(["Nov 1", "Nov 30"]);
    expect(axisWords("2026-12-15", "2027-01-14")).toEqual(["Dec 15, 2026", "Jan 14, 2027"]);
  });

  it("is a flat line where nothing was spent and nothing is estimated", () => {
    const idle = budgetOf({ estimateTotal: 0, transactionsTotal: 0, pace: { days: [] } });
    expect(paceDrawing(idle, 600, 100).spentLine).not.toContain("NaN");
  });
});
