import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { bytesText, languageBreakdown, percentText } from "./language-breakdown.ts";
import { languageColor } from "./language-color.ts";

describe("languageBreakdown", () => {
  it("lists each language with its bytes and rounded share, largest first", () => {
    expect(languageBreakdown({ HTML: 100, TypeScript: 800, Vue: 100 })).toEqual([
      { language: "TypeScript", lines: 800, percent: 80, color: "var(--color-language-blue)" },
      { language: "HTML", lines: 100, percent: 10, color: "var(--color-language-orange)" },
      { language: "Vue", lines: 100, percent: 10, color: "var(--color-language-teal)" },
    ]);
  });

  it("is empty if every language has zero bytes", () => {
    expect(languageBreakdown({})).toEqual([]);
    expect(languageBreakdown({ Shell: 0 })).toEqual([]);
  });

  it("keeps every byte, and the shares add up to 100 within rounding", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.nat(10_000_000)), (bytes) => {
        const shares = languageBreakdown(bytes);
        const total = Object.values(bytes).reduce((sum, lines) => sum + lines, 0);
        expect(shares.reduce((sum, { lines }) => sum + lines, 0)).toBe(total);
        const percents = shares.reduce((sum, { percent }) => sum + percent, 0);
        if (total > 0) expect(Math.abs(percents - 100)).toBeLessThanOrEqual(shares.length / 2 + 1e-9);
      }),
    );
  });
});

describe("formatting", () => {
  it.each([
    [0, "<1%"],
    [1, "1%"],
    [100, "100%"],
  ])("formats a share of %d as %s", (percent, text) => {
    expect(percentText({ percent })).toBe(text);
  });

  it.each([
    [1, "1 byte"],
    [999, "999 bytes"],
    [1000, "1 kB"],
    [1540, "1.5 kB"],
    [12_400, "12 kB"],
    [999_700, "1 MB"],
    [5_250_000, "5.3 MB"],
    [3_000_000_000, "3 GB"],
    [4_000_000_000_000, "4,000 GB"],
  ])("formats %d bytes as %s", (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});

describe("languageColor", () => {
  it.each([
    ["C#", "deep-purple"],
    ["TypeScript", "blue"],
    ["Vue", "teal"],
    ["HTML", "orange"],
    ["JavaScript", "yellow"],
    ["Brainfuck", "other"],
    ["constructor", "other"],
  ])("%s is %s", (language, token) => {
    expect(languageColor(language)).toBe(`var(--color-language-${token})`);
  });

  it("uses only colors that exist as tokens", () => {
    const css = readFileSync("src/ui/theme/tokens.css", "utf8");
    const languages = ["C#", "C", "C++", "CSS", "Go", "Java", "Kotlin", "PHP", "Python", "Ruby", "Shell"];
    for (const language of [...languages, "TypeScript", "Vue", "HTML", "JavaScript", "no such"]) {
      const token = /--[a-z-]+/.exec(languageColor(language))?.[0];
      expect(css, language).toContain(`${token}:`);
    }
  });
});
