import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { findTerm, takeFragments } from "./code-match.ts";
import { parseCodeQuery } from "./code-query.ts";

function spansOf(words: string[], text: string): string[] {
  return findTerm({ words, isNegated: false }, text).map((span) => span.text);
}

describe("a word", () => {
  it.each([
    ["Controller", "class TicketsController : Controller", ["Controller", "Controller"]],
    ["react", "import React from 'react'; reactive()", ["React", "react"]],
    ["tenant", "tenant_id, Tenants, currentTenant", ["tenant", "Tenant"]],
    ["json", "FromJSON json5", ["JSON"]],
  ])("%s is matched as a whole word in %s", (word, text, found) => {
    expect(spansOf([word], text)).toEqual(found);
  });

  it("next to another is matched as a phrase, across punctuation", () => {
    expect(spansOf(["foo", "bar"], "foo.bar(); foo - bar; foo x bar")).toEqual(["foo.bar", "foo - bar"]);
  });
});

describe("fragments", () => {
  it("are two at most, with correct offsets", () => {
    const texts = fc.array(
      fc.constantFrom("money", "Money", " ", "\n", "x", "😀", ".", "a longer stretch of text "),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join("");
        const spans = findTerm({ words: ["money"], isNegated: false }, text);
        const fragments = takeFragments(text, spans);
        expect(fragments.length).toBeLessThanOrEqual(2);
        expect(fragments.length > 0).toBe(spans.length > 0);
        for (const { fragment, matches } of fragments) {
          expect(matches.length).toBeGreaterThan(0);
          expect(text).toContain(fragment);
          for (const { text: marked, indices } of matches) expect(fragment.slice(...indices)).toBe(marked);
        }
      }),
    );
  });

  it("of a very long line are short", () => {
    const text = `${"x ".repeat(5_000)}money ${"y ".repeat(5_000)}`;
    const [only] = takeFragments(text, findTerm({ words: ["money"], isNegated: false }, text));
    expect(only?.fragment.length).toBeLessThan(400);
  });
});

describe("a query", () => {
  it("consists of words, phrases, operators and qualifiers", () => {
    expect(
      parseCodeQuery('rent "due cents" OR money NOT yen language:csharp -path:tests/x in:file,path'),
    ).toEqual({
      alternatives: [
        [
          { words: ["rent"], isNegated: false },
          { words: ["due", "cents"], isNegated: false },
        ],
        [
          { words: ["money"], isNegated: false },
          { words: ["yen"], isNegated: true },
        ],
      ],
      qualifiers: [
        { name: "language", value: "csharp", isNegated: false },
        { name: "path", value: "tests/x", isNegated: true },
        { name: "in", value: "file,path", isNegated: false },
      ],
      typed: ["rent", "due cents", "money", "yen"],
    });
  });

  it.each([
    ["language:csharp", "at least one term"],
    ["", "at least one term"],
    ["x".repeat(257), "longer than 256"],
    ["a AND b AND c OR d NOT e AND f AND g", "More than five"],
  ])("%s is refused", (text, reason) => {
    expect(parseCodeQuery(text)).toMatchObject({ message: expect.stringContaining(reason) });
  });

  it("doesn't count qualifiers toward its length", () => {
    expect(parseCodeQuery(`money ${"repo:robin-ashgrove/ledger-kit ".repeat(20)}`)).not.toHaveProperty(
      "message",
    );
  });
});
