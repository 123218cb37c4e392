import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import type { CodeQuery } from "./code-query.ts";
import { gitHubQueryOf, hasOnlyQualifiers } from "./github-query.ts";
import { parseCodeQuery } from "./parse-code-query.ts";

const owner = "wren-holloway";

function read(text: string): CodeQuery {
  const parsed = parseCodeQuery(text, owner, "github");
  if ("mistake" in parsed) throw new Error(`refused: ${parsed.mistake.message}`);
  return parsed.query;
}

/** Returns what is sent to GitHub for a text, or why nothing is. */
function answerTo(text: string): { q: string } | { problem: string } {
  const parsed = parseCodeQuery(text, owner, "github");
  return "mistake" in parsed ? { problem: parsed.mistake.message } : gitHubQueryOf(parsed.query, owner);
}

function sent(text: string): string {
  const answer = answerTo(text);
  if ("problem" in answer) throw new Error(`refused: ${answer.problem}`);
  return answer.q;
}

function problemOf(text: string): string | null {
  const answer = answerTo(text);
  return "problem" in answer ? answer.problem : null;
}

describe("a query for GitHub", () => {
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
    ['x -y -"one phrase"', 'x NOT y NOT "one phrase" user:wren-holloway'],
    ['"say \\"hi\\""', '"say  hi " user:wren-holloway'],
    ["f(x) y", "f x y user:wren-holloway"],
    [
      "x lang:c# file:App ext:md path:src size:>10",
      "x language:c# filename:App extension:md path:src size:>10 user:wren-holloway",
    ],
    ["x (language:vue OR y)", "x OR y language:vue user:wren-holloway"],
    ["x in:path fork:true", "x in:path fork:true user:wren-holloway"],
    ["x case:no", "x user:wren-holloway"],
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

  it("leaves quoted text alone, and asks for a missing quotation mark", () => {
    expect(sent('"user:somebody repo:x/y"')).toBe('"user:somebody repo:x/y" user:wren-holloway');
    expect(problemOf('x "user:somebody repo:x/y')).toBe("Close this quotation mark, at character 3.");
  });

  it.each([
    ["x /a+b/", "GitHub’s search, which answers here, can’t search for regular expressions, at character 3."],
    ["symbol:Plan", "GitHub’s search, which answers here, can’t search for symbols, at character 1."],
    [
      "x file:*.ts",
      "GitHub’s search, which answers here, can’t search for * in names and paths, at character 3.",
    ],
    [
      "path:src/*.ts",
      "GitHub’s search, which answers here, can’t search for * in names and paths, at character 1.",
    ],
    ["x case:yes", "GitHub’s search, which answers here, ignores case. Remove case:yes."],
  ])("%j is more than GitHub’s search can: %s", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it("quotes what would be read as something else", () => {
    expect(sent("x -OR")).toBe('x NOT "OR" user:wren-holloway');
    expect(sent('x language:"c\\" user:somebody"')).toBe('x language:"c  user:somebody" user:wren-holloway');
    // Words of the index's queries may have quotation marks and parentheses.
    const parsed = parseCodeQuery('x (user:somebody) a"user:somebody', owner);
    expect("query" in parsed && gitHubQueryOf(parsed.query, owner)).toEqual({
      q: 'x "(user:somebody)" "a user:somebody" user:wren-holloway',
    });
  });

  it("accepts up to five operators", () => {
    expect(problemOf("a OR b OR c OR d OR e OR f")).toBeNull();
    expect(problemOf("a OR b OR c OR d OR e OR f OR g")).toBe("Use at most 5 of AND, OR, and NOT.");
  });

  it("drops dangling operators", () => {
    expect(sent("AND x OR")).toBe("x user:wren-holloway");
    expect(sent("x AND OR y")).toBe("x OR y user:wren-holloway");
    expect(problemOf("NOT")).toBe("Add a word to search for.");
  });

  it.each([
    ["language:csharp", true],
    ["language:csharp repo:tide", true],
    ["extension:sql OR extension:cs", true],
    ['"?" language:csharp', true],
    ["* language:csharp", true],
    ["MediatR language:csharp", false],
    ["é", false],
    ["漢字 language:csharp", false],
    ["/./ language:csharp", false],
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
        const answer = answerTo(given);
        if ("problem" in answer) return;
        const unquoted = answer.q.replaceAll(/"[^"]*"/g, " ");
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
