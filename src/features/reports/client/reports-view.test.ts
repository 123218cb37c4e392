import { describe, expect, it } from "vitest";
import { paths } from "#client/routing/paths.ts";
import { daysOfPeriod, periods, readView, viewQuery } from "./reports-view.ts";

const read = (query: string) => readView(new URLSearchParams(query));

describe("the view of reports", () => {
  it("survives the URL", () => {
    const view = read("report=payees&period=own&from=2026-01-05&to=2026-02-03&currency=JPY&compare=6");
    const { search } = new URL(paths.reports(viewQuery(view)), "http://localhost");
    expect(read(search)).toEqual(view);
    expect(paths.reports(viewQuery(read("")))).toBe("/reports");
  });

  it("ignores invalid values, and turns reversed ranges around", () => {
    expect(read("report=x&period=week&from=2026-02-30&to=soon&currency=usd&compare=9")).toEqual(read(""));
    expect(read("period=own&from=2026-02-03&to=2026-01-05")).toEqual(
      read("period=own&from=2026-01-05&to=2026-02-03"),
    );
  });

  it("has the days of each period up to today", () => {
    const days = periods.map((period) => daysOfPeriod({ ...read(""), period }, "2026-03-31"));
    expect(days).toEqual([
      { from: "2026-03-01", to: "2026-03-31" },
      { from: "2026-01-01", to: "2026-03-31" },
      { from: "2025-10-01", to: "2026-03-31" },
      { from: "2025-04-01", to: "2026-03-31" },
      { from: "2026-01-01", to: "2026-03-31" },
      { to: "2026-03-31" },
      { from: "2026-03-01", to: "2026-03-31" },
    ]);
    const own = (from: string | null, to: string | null) =>
      daysOfPeriod({ ...read("period=own"), from, to }, "2026-03-31");
    expect(own("2026-05-01", null)).toEqual({ from: "2026-05-01", to: "2026-05-01" });
    expect(own(null, "2026-02-10")).toEqual({ from: "2026-02-01", to: "2026-02-10" });
  });
});
