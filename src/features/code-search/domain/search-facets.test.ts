import { describe, expect, it } from "vitest";
import { searchFacets } from "./search-facets.ts";
import type { SearchItem } from "./search-results.ts";

function item(repo: string, path: string): SearchItem {
  return {
    sha: path,
    name: path,
    path,
    html_url: `https://github.example/${repo}/${path}`,
    repository: { name: repo, description: null },
    text_matches: [],
  };
}

const items = [item("tide", "a.cs"), item("tide", "b.ts"), item("moss", "c.cs"), item("moss", "LICENSE")];
const languageOf = (path: string) =>
  path.endsWith(".cs") ? "C#" : path.endsWith(".ts") ? "TypeScript" : null;

function facets(choice: { repo?: string; language?: string }) {
  const found = searchFacets(items, choice, languageOf);
  const text = (list: { name: string; count: number }[]) => list.map(({ name, count }) => `${name} ${count}`);
  return {
    repos: text(found.repos),
    languages: text(found.languages),
    paths: found.items.map(({ path }) => path),
  };
}

describe("searchFacets", () => {
  it("counts all results if nothing is selected, largest count first", () => {
    expect(facets({})).toEqual({
      repos: ["moss 2", "tide 2"],
      languages: ["C# 2", "Other 1", "TypeScript 1"],
      paths: ["a.cs", "b.ts", "c.cs", "LICENSE"],
    });
  });

  it("counts each facet within the other's selection", () => {
    expect(facets({ repo: "tide" })).toEqual({
      repos: ["moss 2", "tide 2"],
      languages: ["C# 1", "TypeScript 1"],
      paths: ["a.cs", "b.ts"],
    });
    expect(facets({ repo: "moss", language: "C#" })).toEqual({
      repos: ["moss 1", "tide 1"],
      languages: ["C# 1", "Other 1"],
      paths: ["c.cs"],
    });
  });

  it("keeps the selected term in the list even without results", () => {
    expect(facets({ repo: "gone" })).toEqual({
      repos: ["moss 2", "tide 2", "gone 0"],
      languages: [],
      paths: [],
    });
  });
});
