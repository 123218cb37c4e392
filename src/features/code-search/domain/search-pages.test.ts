import { describe, expect, it } from "vitest";
import { joinPages, nextPage } from "./search-pages.ts";
import type { SearchResults } from "./search-shapes.ts";

function results(paths: string[], total: number, source?: SearchResults["source"]): SearchResults {
  return {
    items: paths.map((path) => ({
      sha: path,
      name: path,
      path,
      html_url: `https://github.example/tide/${path}`,
      repository: { name: "tide", description: null },
      text_matches: [],
    })),
    total_count: total,
    incomplete_results: false,
    source,
  };
}

describe("nextPage", () => {
  it("leads through the index's pages to their end, and to 1,000 files", () => {
    expect(nextPage(results(["a"], 61, "index"), 1)).toBe(2);
    expect(nextPage(results(["a"], 61, "index"), 3)).toBeUndefined();
    expect(nextPage(results(["a"], 60, "index"), 2)).toBeUndefined();
    expect(nextPage(results(["a"], 5000, "index"), 33)).toBe(34);
    expect(nextPage(results(["a"], 5000, "index"), 34)).toBeUndefined();
  });

  it("ends at an empty page, and after GitHub's only one", () => {
    expect(nextPage(results([], 90, "index"), 1)).toBeUndefined();
    expect(nextPage(results(["a"], 240, "github"), 1)).toBeUndefined();
    expect(nextPage(results(["a"], 240), 1)).toBeUndefined();
  });
});

describe("joinPages", () => {
  it("lists each file once, and is incomplete if a page is", () => {
    const joined = joinPages([
      results(["a", "b"], 4, "index"),
      { ...results(["b", "c"], 4, "index"), incomplete_results: true },
    ]);
    expect(joined?.items.map(({ path }) => path)).toEqual(["a", "b", "c"]);
    expect(joined).toMatchObject({ total_count: 4, incomplete_results: true });
    expect(joinPages([])).toBeUndefined();
  });
});
