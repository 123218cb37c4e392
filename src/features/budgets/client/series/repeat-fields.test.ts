import { describe, expect, it } from "vitest";
import { endByRhythm, repeatFields, repeatSchema, repeatToSave } from "./repeat-fields.ts";

const series = {
  seriesId: 3,
  rhythm: {
    every: 1,
    unit: "month" as const,
  },
  anchor: "2026-10-01",
  ends: null,
  previous: null,
  next: null,
};
const budget = { budgetId: 7, startDate: "2026-11-01", series };

describe("what a budget's repetition saves", () => {
  it("is nothing as long as it's off", () => {
    expect(repeatToSave(null, "2026-11-01", repeatFields(null))).toBeNull();
    expect(repeatToSave({ ...budget, series: null }, "2026-11-01", repeatFields(null))).toBeNull();
  });

  it("starts with the budget, or its month’s end in every month", () => {
    const on = { ...repeatFields(null), isOn: true };
    expect(repeatToSave(null, "2026-11-01", on)).toMatchObject({
      seriesId: 0,
      anchor: "2026-11-01",
      ends: null,
    });
    expect(repeatToSave(null, "2026-02-28", on)).toMatchObject({ anchor: "2026-01-31" });
  });

  it("keeps the anchor while the rhythm stays, and starts another one with this period", () => {
    const fields = repeatFields(budget);
    expect(repeatToSave(budget, "2026-11-01", fields)).toMatchObject({
      seriesId: 3,
      budgetId: 7,
      anchor: "2026-10-01",
    });
    const weekly = { ...fields, every: 2, unit: "week" as const };
    expect(repeatToSave(budget, "2026-11-01", weekly)).toMatchObject({ anchor: "2026-11-01" });
  });

  it("is off in the last period of a series that has ended, and turned on again, has no end", () => {
    const ended = { ...budget, series: { ...series, ends: "2026-11-01" } };
    expect(repeatFields(ended)).toMatchObject({ isOn: false, ends: null });
    expect(repeatToSave(ended, "2026-11-01", repeatFields(ended))).toMatchObject({ ends: "2026-11-01" });
    expect(repeatToSave(ended, "2026-11-01", { ...repeatFields(ended), isOn: true })).toMatchObject({
      ends: null,
    });
    const before = { ...ended, startDate: "2026-10-01" };
    expect(repeatFields(before)).toMatchObject({ isOn: true, ends: "2026-11-01" });
  });

  it("needs a whole number, but only while it's on", () => {
    const blank = { ...repeatFields(null), every: Number.NaN };
    expect(repeatSchema.safeParse(blank).success).toBe(true);
    const refused = repeatSchema.safeParse({ ...blank, isOn: true });
    expect(refused.error?.issues).toMatchObject([{ path: ["every"], message: "Enter a whole number." }]);
    expect(repeatSchema.safeParse({ ...blank, isOn: true, every: 367 }).success).toBe(false);
  });

  it("ends a new budget by its rhythm", () => {
    expect(endByRhythm("2026-11-01", { every: 2, unit: "week" })).toBe("2026-11-14");
    expect(endByRhythm("2026-02-28", { every: 1, unit: "month" })).toBe("2026-03-30");
    expect(endByRhythm("2024-02-29", { every: 1, unit: "year" })).toBe("2025-02-27");
    expect(endByRhythm("2026-11-01", { every: Number.NaN, unit: "day" })).toBeNull();
    expect(endByRhythm(null, { every: 1, unit: "day" })).toBeNull();
  });

  it("ends the series with this period if it's turned off", () => {
    const off = { ...repeatFields(budget), isOn: false, unit: "day" as const };
    expect(repeatToSave(budget, "2026-11-01", off)).toMatchObject({
      ends: "2026-11-01",
      anchor: "2026-10-01",
      rhythm: {
        every: 1,
        unit: "month",
      },
    });
  });
});
