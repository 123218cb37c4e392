import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { hasOnlyQualifiers, queryOf, readSearchTerm, type SearchTerm } from "./search-term.ts";

const owner = "wren-holloway";

function read(text: string): SearchTerm {
  const result = readSearchTerm(text, owner);
  if ("problem" in result) throw new Error(`refused: ${result.problem}`);
  return result.term;
}

const sent = (text: string) => queryOf(read(text), owner);

function problemOf(text: string): string | null {
  const result = readSearchTerm(text, owner);
  return "problem" in result ? result.problem : null;
}

describe("a search term", () => {
  it.each([
    ["HttpTrigger", "HttpTrigger user:wren-holloway"],
    ["  two   words ", "two words user:wren-holloway"],
    ['"one phrase" word', '"one phrase" word user:wren-holloway'],
    ["MediatR language:csharp", "MediatR language:csharp user:wren-holloway"],
    ["React Language:JavaScript", "React language:JavaScript user:wren-holloway"],
    ['x language:"Jupyter Notebook"', 'x language:"Jupyter Notebook" user:wren-holloway'],
    ["x -extension:md", "x -extension:md user:wren-holloway"],
    ["x NOT extension:md", "x -extension:md user:wren-holloway"],
    ["one OR two NOT three", "one OR two NOT three user:wren-holloway"],
    ["http://host:80/x?a=b", "http://host:80/x?a=b user:wren-holloway"],
    ["std::vector", "std::vector user:wren-holloway"],
  ])("%j is sent as %j", (text, query) => {
    expect(sent(text)).toBe(query);
  });

  it.each([
    ["x repo:wren-holloway/tide", "x repo:wren-holloway/tide"],
    ["x repo:WREN-Holloway/tide", "x repo:wren-holloway/tide"],
    ["x repo:tide", "x repo:wren-holloway/tide"],
    ['x repo:"tide"', "x repo:wren-holloway/tide"],
    ["x repo:tide repo:moss repo:tide", "x repo:wren-holloway/tide repo:wren-holloway/moss"],
    ["x user:wren-holloway", "x user:wren-holloway"],
    ["x org:Wren-Holloway repo:tide", "x repo:wren-holloway/tide"],
    ["x -repo:tide", "x user:wren-holloway -repo:wren-holloway/tide"],
    ["x NOT repo:tide", "x user:wren-holloway -repo:wren-holloway/tide"],
  ])("%j is limited to the owner: %j", (text, query) => {
    expect(sent(text)).toBe(query);
  });

  it.each([
    "x user:somebody",
    "x USER:somebody",
    'x user:"somebody"',
    "user:somebody",
    "x org:some-company",
    "x repo:somebody/tide",
    "x repo:wren-holloway/tide repo:somebody/tide",
    "x -repo:somebody/tide",
    "x -user:wren-holloway",
    "x NOT user:wren-holloway",
    "x (user:somebody)",
    "x ((org:somebody OR y))",
    "x user:@me",
    "x repo:wren-holloway/tide/../../somebody/moss",
    "x repo:/tide",
    "x repo:wren-holloway/",
  ])("%j is rejected with an explanation", (text) => {
    expect(problemOf(text)).toMatch(/^(?:Only wren-holloway’s repositories|repo:.* isn’t a repository name)/);
  });

  it("names the qualifier to remove", () => {
    expect(problemOf("x user:somebody")).toBe(
      "Only wren-holloway’s repositories can be searched. Remove user:somebody.",
    );
  });

  it("leaves quoted text alone, even without a closing quote", () => {
    expect(sent('"user:somebody repo:x/y"')).toBe('"user:somebody repo:x/y" user:wren-holloway');
    expect(sent('x "user:somebody repo:x/y')).toBe('x "user:somebody repo:x/y" user:wren-holloway');
  });

  it("accepts up to five operators", () => {
    expect(problemOf("a OR b OR c OR d OR e OR f")).toBeNull();
    expect(problemOf("a OR b OR c OR d OR e OR f OR g")).toBe("Use at most 5 of AND, OR, and NOT.");
  });

  it("drops dangling operators", () => {
    expect(sent("AND x OR")).toBe("x user:wren-holloway");
    expect(sent("x AND OR y")).toBe("x AND y user:wren-holloway");
    expect(sent("NOT")).toBe("user:wren-holloway");
  });

  it.each([
    ["language:csharp", true],
    ["language:csharp repo:tide", true],
    ["extension:sql OR extension:cs", true],
    ['"" language:csharp', true],
    ["* language:csharp", true],
    ["MediatR language:csharp", false],
    ["é", false],
    ["漢字 language:csharp", false],
  ])("%j has only qualifiers: %j", (text, expected) => {
    expect(hasOnlyQualifiers(read(text))).toBe(expected);
  });

  it("never sends a scope other than the owner's, whatever is typed", () => {
    const pieces = fc.constantFrom(
      "user:",
      "repo:",
      "org:",
      "-",
      "NOT ",
      '"',
      " ",
      "(",
      ")",
      "somebody",
      "/tide",
      "wren-holloway",
      "x",
      ":",
      "OR ",
    );
    const text = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (given) => {
        const result = readSearchTerm(given, owner);
        if ("problem" in result) return;
        const unquoted = queryOf(result.term, owner).replaceAll(/"[^"]*"/g, " ");
        const scopes = [...unquoted.matchAll(/(?:^|[\s(])-?(?:user|org|repo):(\S+)/gi)].map(
          ([, scope]) => scope,
        );
        expect(scopes.length).toBeGreaterThan(0);
        for (const scope of scopes) expect(scope).toMatch(/^wren-holloway(?:\/[\w.-]+)?$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("round-trips: parses what it sends as the same search", () => {
    for (const text of ["a OR b repo:tide -repo:moss language:c#", 'x "y z" path:"a b" -in:path size:>100']) {
      expect(sent(sent(text))).toBe(sent(text));
    }
  });
});
