import { describe, expect, it } from "vitest";
import type { QueryFilter } from "./code-query.ts";
import { facetsOfItems, filtersOfFacet, hasFilter, withFilter, withoutFilter } from "./query-filters.ts";
import type { SearchItem } from "../search-shapes.ts";

/** Finds the filters of a query without quotes. */
function filtersIn(query: string): QueryFilter[] {
  return [...query.matchAll(/(-?)(repo|language|path):(\S+)/g)].map(
    ({ 0: text, 1: minus, 2: name, 3: value, index }) => ({
      name: name === "repo" || name === "language" ? name : "path",
      value: value ?? "",
      isExclusion: minus === "-",
      start: index,
      end: index + text.length,
    }),
  );
}

describe("a facet's filters", () => {
  it("name the repository of a folder too", () => {
    expect(filtersOfFacet("folders", "tide/src")).toEqual([
      { name: "repo", value: "tide" },
      { name: "path", value: "src" },
    ]);
    expect(filtersOfFacet("languages", "C#")).toEqual([{ name: "language", value: "C#" }]);
  });

  it("are added once, in quotation marks where they need them", () => {
    const add = (query: string, name: "repo" | "language" | "path", value: string) =>
      withFilter(query, filtersIn(query), { name, value });
    expect(add("fox", "repo", "tide")).toBe("fox repo:tide");
    expect(add("", "path", "a b")).toBe('path:"a b"');
    expect(add("fox repo:someone/Tide", "repo", "tide")).toBe("fox repo:someone/Tide");
    expect(add("fox -repo:tide", "repo", "tide")).toBe("fox -repo:tide repo:tide");
  });

  it("are removed wherever they stand, and nothing else is", () => {
    const remove = (query: string, name: "repo" | "language" | "path", value: string) =>
      withoutFilter(query, filtersIn(query), { name, value });
    expect(remove("fox repo:tide  dog", "repo", "tide")).toBe("fox  dog");
    expect(remove("repo:tide fox path:/src/ repo:TIDE", "repo", "tide")).toBe("fox path:/src/");
    expect(remove("path:/src/ fox", "path", "src")).toBe("fox");
    expect(remove("fox -repo:tide", "repo", "tide")).toBe("fox -repo:tide");
  });

  it("are recognized in other spellings", () => {
    expect(hasFilter(filtersIn("language:c#"), { name: "language", value: "C#" })).toBe(true);
    expect(hasFilter(filtersIn("-language:c#"), { name: "language", value: "C#" })).toBe(false);
  });
});

describe("facetsOfItems", () => {
  it("counts repositories and languages, most first", () => {
    const item = (repo: string, path: string): SearchItem => ({
      sha: path,
      name: path,
      path,
      html_url: `https://github.example/${repo}/${path}`,
      repository: { name: repo, description: null },
      text_matches: [],
    });
    const items = [item("tide", "a.cs"), item("moss", "c.cs"), item("moss", "LICENSE")];
    expect(facetsOfItems(items, (path) => (path.endsWith(".cs") ? "C#" : null))).toEqual({
      repositories: [
        { value: "moss", count: 2 },
        { value: "tide", count: 1 },
      ],
      languages: [{ value: "C#", count: 2 }],
      folders: [],
    });
  });
});
