import { expect, test } from "vitest";
import { paths } from "#client/routing/paths.ts";
import { readBillsFilter } from "../../domain/bills-filter.ts";
import { listPath, type FeedScreen } from "./feed-screen.ts";

const congress: FeedScreen = {
  title: "Congress Feed",
  path: paths.congress,
  opensOn: "newest",
  areFiltersOpen: false,
};
const bills: FeedScreen = { title: "Bills", path: paths.bills, opensOn: "all", areFiltersOpen: true };

test.each([
  [congress, "/congress"],
  [congress, "/congress?congress=all"],
  [congress, "/congress?congress=117&billType=hr&page=2"],
  [congress, "/congress?q=tax"],
  [congress, "/congress?congress=117&q=tax"],
  [bills, "/bills"],
  [bills, "/bills?congress=118"],
  [bills, "/bills?billType=sjres&q=tax&page=3"],
])("reads the list of $title at %s back from its own address", (screen, path) => {
  const { searchParams } = new URL(path, "http://localhost");
  expect(listPath(screen, readBillsFilter(searchParams, screen.opensOn))).toBe(path);
});

test("omits a screen's default Congress from the address", () => {
  const filter = { congress: "all", billType: null, q: "", page: 1 } as const;
  expect(listPath(bills, filter)).toBe("/bills");
  expect(listPath(congress, filter)).toBe("/congress?congress=all");
  expect(listPath(congress, { ...filter, q: "tax" })).toBe("/congress?q=tax");
});
