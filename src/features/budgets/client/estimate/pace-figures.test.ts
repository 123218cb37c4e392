import { describe, expect, it } from "vitest";
import { nearest } from "#ui/chart/chart-scale.ts";
import { axisWords, paceDrawing, pacePoints, paceVerdict, type PacedBudget } from "./pace-figures.ts";

function budgetOf(
  patch: Partial<PacedBudget> & { pace?: Partial<PacedBudget["spendingPace"]> } = {},
): PacedBudget {
  const { pace, ...rest } = patch;
  return {
    startDate: "2026-11-01",
    endDate: "2026-11-30",
    estimateTotal: 300,
    availableTotal: 300,
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
      lastPeriod: null,
      ...pace,
    },
    ...rest,
  };
}

describe("the verdict on the pace", () => {
  it("shows how much spending is above an even pace", () => {
    expect(paceVerdict(budgetOf())).toEqual({
      word: "Ahead of pace",
      tone: "warning",
      sentence: "Day 10 of 30: $150.00 spent, $50.00 above an even pace of $100.00.",
    });
  });

  it("shows how much spending is below an even pace", () => {
    expect(paceVerdict(budgetOf({ plannedTotal: 80.1 }))).toMatchObject({
      word: "On pace",
      tone: "positive",
      sentence: "Day 10 of 30: $80.10 spent, $19.90 below an even pace of $100.00.",
    });
  });

  it("is positive exactly at an even pace", () => {
    expect(paceVerdict(budgetOf({ plannedTotal: 100 }))).toMatchObject({
      word: "On pace",
      sentence: "Day 10 of 30: $100.00 spent, exactly an even pace of $100.00.",
    });
  });

  it("compares with the estimate on the last day and after the period", () => {
    const over = (today: string) =>
      paceVerdict(budgetOf({ plannedTotal: 310, pace: { today, daysElapsed: 30, evenTotal: 300 } }));
    const words = "$310.00 spent, $10.00 above the estimate of $300.00.";
    expect(over("2026-11-30")).toMatchObject({ tone: "negative", sentence: `Day 30 of 30: ${words}` });
    expect(over("2026-12-01")).toMatchObject({
      tone: "negative",
      sentence: `The period has ended: ${words}`,
    });
  });

  it("shows unplanned spending separately and doesn't treat it as an overrun", () => {
    const unplanned = budgetOf({ plannedTotal: 80, transactionsTotal: 3602, unplannedTotal: 3522 });
    expect(paceVerdict(unplanned)).toEqual({
      word: "On pace",
      tone: "positive",
      sentence:
        "Day 10 of 30: $80.00 spent, $20.00 below an even pace of $100.00. Another $3,522.00 was unplanned.",
    });
  });

  it("mentions refunds that exceed spending", () => {
    expect(paceVerdict(budgetOf({ plannedTotal: -11.58 })).sentence).toBe(
      "Day 10 of 30: refunds exceed spending by $11.58, $111.58 below an even pace of $100.00.",
    );
  });

  it("is neutral before the period or without an estimate", () => {
    expect(paceVerdict(budgetOf({ pace: { daysElapsed: 0 } }))).toMatchObject({
      word: "Not started",
      tone: "neutral",
    });
    for (const availableTotal of [0, -5])
      expect(paceVerdict(budgetOf({ estimateTotal: 0, availableTotal }))).toMatchObject({
        word: "No estimate",
        tone: "neutral",
      });
  });

  it("says that what was overspent before takes up the estimates", () => {
    const sentence = "Day 10 of 30: $190.00 spent. Earlier overspending uses up your estimates.";
    expect(paceVerdict(budgetOf({ availableTotal: 0 }))).toEqual({
      word: "Nothing available",
      tone: "negative",
      sentence,
    });
  });
});

describe("the days of the chart", () => {
  it("carry the total over days without spending, up to today", () => {
    const points = pacePoints(budgetOf());
    expect(points.map(({ total }) => total)).toEqual([0, 100, 100, 100, 190, 190, 190, 190, 190, 190]);
    expect(points.map((point) => point.plannedTotal)).toEqual([0, 60, 60, 60, 150, 150, 150, 150, 150, 150]);
    expect(points.map(({ sum }) => sum)).toEqual([0, 100, 0, 0, 90, 0, 0, 0, 0, 0]);
    expect(points.at(-1)).toMatchObject({ date: "2026-11-10", daysPassed: 10 });
  });

  it("extend to future rows, but never past the period", () => {
    const ahead = budgetOf({ pace: { daysElapsed: 1 } });
    expect(pacePoints(ahead).at(-1)?.date).toBe("2026-11-05");
    expect(pacePoints(budgetOf({ pace: { daysElapsed: 40 } })).at(-1)?.date).toBe("2026-11-30");
  });
});

describe("the drawing", () => {
  it("fits everything, with the estimate below the top edge", () => {
    const drawing = paceDrawing(budgetOf(), 600, 100);
    expect(drawing.yOf(0)).toBe(100);
    expect(drawing.yOf(300)).toBeGreaterThan(0);
    expect(drawing.yOf(300)).toBeLessThan(15);
    expect(drawing.todayX).toBe(200);
    expect(drawing.evenLine).toBe(`M0 100L600 ${drawing.yOf(300)}`);
  });

  it("leaves room below the baseline if refunds exceed spending", () => {
    const refunded = budgetOf({
      transactionsTotal: -50,
      plannedTotal: -50,
      pace: { days: [{ date: "2026-11-02", sum: -50, total: -50, plannedTotal: -50 }] },
    });
    const drawing = paceDrawing(refunded, 600, 100);
    expect(drawing.zeroY).toBeLessThan(100);
    expect(drawing.yOf(-50)).toBeLessThanOrEqual(100);
  });

  it("has round gridlines, and a line of the period before that fits in", () => {
    const plain = paceDrawing(budgetOf(), 600, 100);
    expect(plain.gridlines.map(({ amount }) => amount)).toEqual([100, 200, 300]);
    expect(plain.lastLine).toBeNull();
    const lastPeriod = [
      { daysPassed: 3, total: 200 },
      { daysPassed: 31, total: 900 },
    ];
    const drawing = paceDrawing(budgetOf({ pace: { lastPeriod } }), 600, 100);
    expect(drawing.lastLine).toBe(`M0 100H60V${drawing.yOf(200)}H600`);
  });

  it("marks today only during the period, and a pace only with an estimate", () => {
    expect(paceDrawing(budgetOf({ pace: { daysElapsed: 30 } }), 600, 100).todayX).toBeNull();
    expect(paceDrawing(budgetOf({ pace: { daysElapsed: 0 } }), 600, 100).todayX).toBeNull();
    expect(paceDrawing(budgetOf({ availableTotal: 0 }), 600, 100).evenLine).toBeNull();
  });

  it("reads today as far around it as every other day", () => {
    const { reach, xOf } = paceDrawing(budgetOf(), 600, 100);
    const days = pacePoints(budgetOf()).map(({ daysPassed }) => xOf(daysPassed) / 600);
    const read = (daysPassed: number) => nearest(days, daysPassed / 30, reach) + 1;
    expect([8.6, 9.4, 9.6, 10.4].map(read)).toEqual([9, 9, 10, 10]);
    expect(read(10.6)).toBe(0);
  });

  it("draws planned spending, and all spending as a second line if some was unplanned", () => {
    const drawing = paceDrawing(budgetOf({ unplannedTotal: 40 }), 600, 100);
    expect(drawing.spentLine).toContain(`L200 ${drawing.yOf(150)}`);
    expect(drawing.allLine).toContain(`L200 ${drawing.yOf(190)}`);
    expect(paceDrawing(budgetOf(), 600, 100).allLine).toBeNull();
    const unestimated = paceDrawing(budgetOf({ availableTotal: 0, unplannedTotal: 190 }), 600, 100);
    expect(unestimated.spentLine).toContain(`L200 ${unestimated.yOf(190)}`);
    expect(unestimated.allLine).toBeNull();
  });

  it("labels the ends of the axis without the year if they are in the same year", () => {
    expect(axisWords("2026-11-01", "2026-11-30")).toEqual(["Nov 1", "Nov 30"]);
    expect(axisWords("2026-12-15", "2027-01-14")).toEqual(["Dec 15, 2026", "Jan 14, 2027"]);
  });

  it("is a flat line without spending and estimates", () => {
    const idle = budgetOf({ availableTotal: 0, transactionsTotal: 0, pace: { days: [] } });
    expect(paceDrawing(idle, 600, 100).spentLine).not.toContain("NaN");
  });
});
