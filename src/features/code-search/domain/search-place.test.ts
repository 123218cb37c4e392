import { describe, expect, it } from "vitest";
import { addressNow, fileRefOf, lineOf, maxQueryCharacters, pageOf, termInRepo } from "./search-place.ts";

describe("a search in one repository", () => {
  it("sends the query and the repository's qualifier", () => {
    expect(termInRepo(" HttpTrigger ", "wren", "tide")).toBe("HttpTrigger repo:wren/tide");
  });

  it("limits the query to the room left in the term", () => {
    const query = "x".repeat(maxQueryCharacters("wren", "tide"));
    expect(termInRepo(query, "wren", "tide")).toHaveLength(256);
  });
});

describe("a parameter of an address", () => {
  it.each([
    ["12", 12],
    ["1", 1],
    ["0", null],
    ["-1", null],
    ["1.5", null],
    ["1e3", null],
    ["9999999999", null],
    ["", null],
    [null, null],
  ])("line %j is %j", (text, line) => {
    expect(lineOf(text)).toBe(line);
  });

  it.each([
    ["tide/src/a.cs", { repo: "tide", path: "src/a.cs" }],
    ["tide/<b>.txt", { repo: "tide", path: "<b>.txt" }],
  ])("file %j is %j", (text, file) => {
    expect(fileRefOf(text)).toEqual(file);
  });

  it.each(["", "tide", "tide/", "/src", null])("rejects the file %j", (text) => {
    expect(fileRefOf(text)).toBeNull();
  });
});

describe("pageOf", () => {
  it("takes the pages that a search has", () => {
    expect(["2", "34", "1"].map(pageOf)).toEqual([2, 34, 1]);
    expect([null, "", "0", "-1", "1.5", "35", "x"].map(pageOf)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });
});

describe("addressNow", () => {
  const now = (text: string) => addressNow(new URLSearchParams(text));

  it("turns the facets and files of old addresses into queries and files", () => {
    expect(now("q=fox&repo=tide&language=C%23")).toEqual({
      query: "fox repo:tide language:C#",
      file: null,
      hash: "",
    });
    expect(now("q=fox&language=Visual+Basic")?.query).toBe('fox language:"Visual Basic"');
    expect(now("q=fox&file=tide%2Fsrc%2Fa.cs&line=3")).toEqual({
      query: "fox",
      file: { repo: "tide", path: "src/a.cs" },
      hash: "#L3",
    });
  });

  it("leaves other addresses alone", () => {
    expect(now("q=fox&page=2")).toBeNull();
    expect(now("file=tide&line=3")).toBeNull();
  });
});
