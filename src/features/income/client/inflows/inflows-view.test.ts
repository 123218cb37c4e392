import { describe, expect, it } from "vitest";
import { changedView, listQuery } from "#client/lists/list-view.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { tableServer } from "#client/table-view.ts";
import { inflowsInput, periodText, readInflowsView } from "./inflows-view.ts";

const read = (query: string) => readInflowsView(new URLSearchParams(query));

describe("the view of deposits", () => {
  it("without a query shows the first five rows, newest first", () => {
    expect(read("")).toEqual({ sort: null, page: 1, pageSize: 5 });
    expect(inflowsInput(read(""))).toEqual({ page: 1, pageSize: 5 });
  });

  it("survives a round trip through the URL", () => {
    const view = read("q=rent&month=2026-11&show=unlinked&sort=amount&direction=desc&page=3&pageSize=25");
    const { search } = new URL(memberPaths.accountTransactions(1, 2, listQuery(view)), "http://localhost");
    expect(read(search)).toEqual(view);
  });

  it("ignores invalid values", () => {
    expect(read("month=2026-13&day=2026-02-30&show=all&sort=category&page=0&pageSize=7")).toEqual(read(""));
    expect(read("page=-1&month=0001-01&day=9999-01-01")).toEqual(read(""));
  });

  it("requests the days of a month, including a leap February, or one day", () => {
    expect(inflowsInput(read("month=2028-02"))).toMatchObject({
      startDate: "2028-02-01",
      endDate: "2028-02-29",
    });
    expect(inflowsInput(read("month=2028-02&day=2026-11-03"))).toMatchObject({
      startDate: "2026-11-03",
      endDate: "2026-11-03",
    });
  });

  it("leaves removed rows out of those not linked yet", () => {
    expect(inflowsInput(read("show=unlinked"))).toMatchObject({ linked: "false", removed: "false" });
    expect(inflowsInput(read("show=removed"))).toMatchObject({ removed: "true" });
    expect(inflowsInput(read("show=linked"))).toMatchObject({ linked: "true" });
  });

  it("returns to the first page after a filter change", () => {
    expect(changedView(read("page=4&q=rent"), { show: "linked" })).toMatchObject({ page: 1, q: "rent" });
    expect(inflowsInput(changedView(read("q=rent"), { q: undefined }))).toEqual(inflowsInput(read("")));
  });

  it("follows the table's sorting in both directions and back to none", () => {
    let view = read("q=rent&page=3");
    const table = () => tableServer(view, 40, (moved) => (view = { ...view, ...moved }));
    expect(table()).toMatchObject({ pageIndex: 2, pageSize: 5, sort: null, total: 40 });
    table().onChange({ pageIndex: 0, pageSize: 10, sort: { columnId: "amount", direction: "ascending" } });
    expect(inflowsInput(view)).toEqual({
      q: "rent",
      sort: "amount",
      direction: "asc",
      page: 1,
      pageSize: 10,
    });
    table().onChange({ pageIndex: 0, pageSize: 10, sort: null });
    expect(inflowsInput(view)).toEqual({ q: "rent", page: 1, pageSize: 10 });
  });

  it("describes its period", () => {
    expect(periodText(read("month=2026-11"))).toBe("November 2026");
    expect(periodText(read("day=2026-11-03"))).toBe("Nov 3, 2026");
    expect(periodText(read(""))).toBeUndefined();
  });
});
