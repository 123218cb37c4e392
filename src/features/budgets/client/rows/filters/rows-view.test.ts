import { describe, expect, it } from "vitest";
import { isFiltered, listQuery } from "#client/lists/list-view.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { exportHref, matchingFilter, readExemptView, readRowsView, rowsInput } from "./rows-view.ts";

function read(query: string) {
  return readRowsView(new URLSearchParams(query));
}

describe("the URL of a list of rows", () => {
  it("without a query shows all rows, newest first, five per page", () => {
    expect(read("")).toEqual({ page: 1, sort: null, pageSize: 5 });
    expect(isFiltered(read("page=2&sort=name"))).toBe(false);
    expect(rowsInput(read(""), false)).toEqual({ excluded: "false", page: 1, pageSize: 5 });
  });

  it("survives a round trip", () => {
    const query =
      "q=blue+heron&category=-1&show=income&from=2026-11-01&to=2026-11-30&sort=amount&direction=desc&pageSize=25&page=3";
    const address = new URL(memberPaths.budgetTransactions(7, listQuery(read(query))), "http://localhost");
    expect(address.searchParams.toString()).toBe(query);
    expect(read(address.search)).toEqual(read(query));
  });

  it.each([
    "page=0",
    "page=-1",
    "page=1.5",
    "page=1e9",
    "pageSize=500",
    "category=0",
    "category=-2",
    "category=x",
    "show=everything",
    "from=2026-13-01",
    "to=yesterday",
    "sort=toString",
    "sort=__proto__&direction=desc",
  ])("ignores %s", (query) => {
    expect(read(query)).toEqual({ page: 1, sort: null, pageSize: 5 });
  });

  it("selects the same rows for the list, the export, and bulk actions", () => {
    const view = read("q=rent&category=12&show=other-currencies&from=2026-11-02&page=4");
    expect(rowsInput(view, true)).toEqual({
      excluded: "true",
      financialCategoryId: 12,
      part: "otherCurrencies",
      from: "2026-11-02",
      q: "rent",
      page: 4,
      pageSize: 5,
    });
    expect(matchingFilter(view, true)).toEqual({
      excluded: true,
      financialCategoryId: 12,
      part: "otherCurrencies",
      from: "2026-11-02",
      q: "rent",
    });
  });

  it("has neither parts nor categories of exempt rows", () => {
    const view = readExemptView(new URLSearchParams("q=rent&category=12&show=income&to=2026-11-02"));
    expect(exportHref(7, view, true)).toBe(
      "/api/ExportBudgetTransactions?budgetId=7&q=rent&to=2026-11-02&excluded=true",
    );
  });
});
