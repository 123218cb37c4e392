import { describe, expect, it } from "vitest";
import { hasExpression, marksOf, matchesIn, maxMatches, wordsOfQuery, wordsToMark } from "./file-matches.ts";
import type { SearchFragment, SearchItem } from "../search-shapes.ts";

const owner = "wren-holloway";

function item(...fragments: SearchFragment[]): SearchItem {
  return {
    sha: "1",
    name: "A.cs",
    path: "src/Http/A.cs",
    html_url: "https://github.example/a",
    repository: { name: "tide", description: null },
    text_matches: fragments,
  };
}

describe("wordsOfQuery", () => {
  it.each([
    ["MediatR language:csharp", ["MediatR"]],
    ['"new HttpClient" repo:tide', ["new HttpClient"]],
    ["one OR two NOT three", ["one", "two"]],
    ["fox FOX", ["FOX"]],
    ["language:vue", []],
    ["x user:somebody", []],
  ])("%j searches for %j", (query, words) => {
    expect(wordsOfQuery(query, owner)).toEqual(words);
  });
});

describe("wordsToMark", () => {
  it("are GitHub's matches in the text, each once", () => {
    const found = item(
      { fragment: "src/Http/A.cs", matches: [{ text: "Http", indices: [4, 8] }] },
      {
        fragment: "new HttpClient httpclient",
        matches: [
          { text: "HttpClient", indices: [4, 14] },
          { text: "httpclient", indices: [15, 25] },
        ],
      },
    );
    expect(wordsToMark(found, "Http", owner)).toEqual(["httpclient"]);
  });

  it("are the query's words if GitHub returns no matches", () => {
    expect(wordsToMark(item(), "Http language:csharp", owner)).toEqual(["Http"]);
    expect(wordsToMark(undefined, "Http", owner)).toEqual(["Http"]);
  });
});

describe("matchesIn", () => {
  it("finds words in any case, longer ones first", () => {
    expect(matchesIn(["a Fox", "", "foxes FOX"], ["fox", "foxes"])).toEqual([
      { line: 1, start: 2, end: 5 },
      { line: 3, start: 0, end: 5 },
      { line: 3, start: 6, end: 9 },
    ]);
  });

  it("treats words as text, not as patterns", () => {
    expect(matchesIn(["a.b aXb (x|y)"], ["a.b", "(x|y)"])).toEqual([
      { line: 1, start: 0, end: 3 },
      { line: 1, start: 8, end: 13 },
    ]);
    expect(matchesIn(["[^a-z]+?$\\u{1F98A}"], ["[^a-z]+?$\\"])).toEqual([{ line: 1, start: 0, end: 10 }]);
  });

  it("counts offsets in UTF-16 units", () => {
    expect(matchesIn(["🦊 fox"], ["fox"])).toEqual([{ line: 1, start: 3, end: 6 }]);
  });

  it("finds nothing without words, and at most a thousand matches", () => {
    expect(matchesIn(["a"], [])).toEqual([]);
    expect(matchesIn(["a"], [""])).toEqual([]);
    expect(
      matchesIn(
        Array.from({ length: 3 }, () => "a".repeat(999)),
        ["a"],
      ),
    ).toHaveLength(maxMatches);
  });
});

describe("marksOf", () => {
  const lines = ["let total = 1;", "total += 2;", "let tiger;"];
  const found = (text: string): SearchItem => ({
    ...item(),
    matches: [{ line: 1, text, indices: [[4, 9]], before: [], after: [] }],
  });

  it("marks words in all lines, also of the index's answer", () => {
    const marks = marksOf(lines, "total", { item: found("let total = 1;"), owner });
    expect(marks.map(({ line }) => line)).toEqual([1, 2]);
  });

  it("marks an expression's matches where the index found them, if the line is the same", () => {
    expect(hasExpression("/t.t/", owner)).toBe(true);
    expect(marksOf(lines, "/t.t.l/", { item: found("let total = 1;"), owner })).toEqual([
      { line: 1, start: 4, end: 9 },
    ]);
    expect(marksOf(lines, "/t.t.l/", { item: found("let total = 3;"), owner })).toEqual([]);
    expect(marksOf(lines, "/t.t.l/", { item: undefined, owner })).toEqual([]);
  });
});
