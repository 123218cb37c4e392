import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { bytesText, languageBreakdown, percentText } from "./language-breakdown.ts";
import { languageColor } from "./language-color.ts";

describe("languageBreakdown", () => {
  it("gives each language its bytes and rounded share, the largest first", () => {
    expect(languageBreakdown({ HTML: 100, TypeScript: 800, Vue: 100 })).toEqual([
      { language: "TypeScript", lines: 800, percent: 80, color: "var(--color-language-blue)" },
      { language: "HTML", lines: 100, percent: 10, color: "var(--color-language-orange)" },
      { language: "Vue", lines: 100, percent: 10, color: "var(--color-language-teal)" },
    ]);
  });

  it("is empty for a repository without code, whatever its languages", () => {
    expect(languageBreakdown({})).toEqual([]);
    expect(languageBreakdown({ Shell: 0 })).toEqual([]);
  });

  it("loses no byte and never shares out more than rounding explains", () => {
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

describe("words for numbers", () => {
  it.each([
    [0, "<1%"],
    [1, "1%"],
    [100, "100%"],
  ])("a share of %d reads %s", (percent, text) => {
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
  ])("%d bytes read %s", (bytes, text) => {
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

  it("names only colours that the tokens have", () => {
    const css = readFileSync("src/ui/theme/tokens.css", "utf8");
    const languages = ["C#", "C", "C++", "CSS", "Go", "Java", "Kotlin", "PHP", "Python", "Ruby", "Shell"];
    for (const language of [...languages, "TypeScript", "Vue", "HTML", "JavaScript", "no such"]) {
      const token = /--[a-z-]+/.exec(languageColor(language))?.[0];
      expect(css, language).toContain(`${token}:`);
    }
  });
});
