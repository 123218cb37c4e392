import { expect, test } from "vitest";
import { readBillsFilter } from "./bills-filter.ts";

const empty = { congress: "newest", billType: null, q: "", page: 1 };

test.each([
  ["", empty],
  ["congress=118&billType=HJRes&page=3", { congress: 118, billType: "hjres", q: "", page: 3 }],
  ["congress=all", { ...empty, congress: "all" }],
  ["q=+tax+", { ...empty, congress: "all", q: "tax" }],
  ["q=%00%0Atax%1F", { ...empty, congress: "all", q: "tax" }],
  ["q=%00", empty],
  ["q=tax&congress=117", { ...empty, congress: 117, q: "tax" }],
  ["congress=0&billType=law&page=-1", empty],
  ["page=100001", empty],
  ["congress=9999&page=1e3&q=", empty],
])("parses “%s” and ignores invalid parts", (search, expected) => {
  expect(readBillsFilter(new URLSearchParams(search), "newest")).toEqual(expected);
});

test("defaults to all Congresses on the list that opens on all", () => {
  expect(readBillsFilter(new URLSearchParams(), "all").congress).toBe("all");
});

test("truncates text that the call would reject", () => {
  expect(readBillsFilter(new URLSearchParams({ q: "x".repeat(500) }), "all").q).toHaveLength(200);
});
