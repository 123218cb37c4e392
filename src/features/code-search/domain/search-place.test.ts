import { describe, expect, it } from "vitest";
import { fileRefOf, fileRefText, lineOf, maxQueryCharacters, termInRepo } from "./search-place.ts";

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
  ])("round-trips the file %j", (text, file) => {
    expect(fileRefOf(text)).toEqual(file);
    expect(fileRefText(file)).toBe(text);
  });

  it.each(["", "tide", "tide/", "/src", null])("rejects the file %j", (text) => {
    expect(fileRefOf(text)).toBeNull();
  });
});
