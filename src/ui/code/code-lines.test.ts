import { describe, expect, test } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { highlightCode } from "./code-highlighter.ts";
import {
  codeLines,
  escapeCode,
  highlightedLines,
  markedHtml,
  widestLine,
  type LineRange,
} from "./code-lines.ts";

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

async function highlighted(code: string, language: string): Promise<string> {
  const outcome = await highlightCode({ code, language });
  if (outcome.kind !== "highlighted") throw new Error(`not highlighted: ${outcome.reason}`);
  return outcome.html;
}

const nasty = fc.string({
  unit: fc.constantFrom(
    "a",
    " ",
    "\t",
    "<",
    ">",
    "&",
    '"',
    "'",
    "/",
    "*",
    "`",
    "$",
    "{",
    "}",
    "\n",
    "é",
    "😀",
  ),
  maxLength: 80,
});

describe("codeLines", () => {
  test.each([
    ["a\r\nb\r\n", ["a", "b"]],
    ["a\rb", ["a", "b"]],
    ["a\n\nb", ["a", "", "b"]],
    ["a\n\n", ["a", ""]],
    ["", [""]],
    ["\n", [""]],
  ])("splits %j into %j", (text, lines) => {
    expect(codeLines(text)).toEqual(lines);
  });
});

describe("highlightedLines", () => {
  test("closes a comment's span at each line end and reopens it on the next line", async () => {
    expect(highlightedLines(await highlighted("/* a\n b */ c", "css"))).toEqual([
      '<span class="hljs-comment">/* a</span>',
      '<span class="hljs-comment"> b */</span> c',
    ]);
  });

  test("returns the text's lines, each balanced, for any text", async () => {
    await fc.assert(
      fc.asyncProperty(
        nasty,
        fc.constantFrom("typescript", "xml", "csharp", "markdown", "php"),
        async (code, language) => {
          const lines = highlightedLines(await highlighted(code, language));
          expect(lines.map(textOf)).toEqual(code.split("\n"));
          for (const line of lines) {
            expect(line.match(/<span/gu)?.length ?? 0).toBe(line.match(/<\/span>/gu)?.length ?? 0);
          }
        },
      ),
    );
  });
});

describe("markedHtml", () => {
  test("marks within a span, and splits marks across spans", () => {
    expect(markedHtml("abcdef", [{ start: 1, end: 3 }])).toBe("a<mark>bc</mark>def");
    expect(markedHtml("a<span>bc</span>d", [{ start: 0, end: 4 }])).toBe(
      "<mark>a</mark><span><mark>bc</mark></span><mark>d</mark>",
    );
    expect(markedHtml("a<span>b</span><span>c</span>d", [{ start: 1, end: 3 }])).toBe(
      "a<span><mark>b</mark></span><span><mark>c</mark></span>d",
    );
  });

  test("counts an escaped character as one", () => {
    expect(markedHtml("&lt;b&gt;", [{ start: 1, end: 2 }])).toBe("&lt;<mark>b</mark>&gt;");
    expect(markedHtml("&lt;b&gt;", [{ start: 0, end: 1 }])).toBe("<mark>&lt;</mark>b&gt;");
  });

  test("distinguishes the current match", () => {
    const ranges = [
      { start: 0, end: 1 },
      { start: 1, end: 2 },
    ];
    expect(markedHtml("ab", ranges, 1)).toBe("<mark>a</mark><mark data-current>b</mark>");
  });

  test("keeps the text and marks exactly the ranges", async () => {
    const ranges = fc.array(fc.nat(80), { maxLength: 8 }).map((ends): LineRange[] => {
      const sorted = [...new Set(ends)].toSorted((a, b) => a - b);
      return sorted.flatMap((start, index) => {
        const end = sorted[index + 1];
        return index % 2 === 1 || end === undefined ? [] : [{ start, end }];
      });
    });
    await fc.assert(
      fc.asyncProperty(nasty, ranges, async (text, wanted) => {
        const line = text.replaceAll("\n", " ");
        const within = wanted.filter(({ end }) => end <= line.length);
        const marked = markedHtml(await highlighted(line, "typescript"), within);
        expect(textOf(marked)).toBe(line);
        const markedText = [...marked.matchAll(/<mark>([\s\S]*?)<\/mark>/gu)].map(([, inner]) =>
          textOf(inner ?? ""),
        );
        expect(markedText.join("")).toBe(within.map(({ start, end }) => line.slice(start, end)).join(""));
        expect(marked).not.toMatch(/<mark>(<\/mark>|[^<]*<\/?span)/u);
      }),
    );
  });
});

test("escapes all markup", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(escapeCode(text)).not.toMatch(/[<>"']/u);
      expect(textOf(escapeCode(text))).toBe(text);
    }),
  );
});

test("measures the widest line with tab stops and double-width characters", () => {
  expect(widestLine(["abc", "\tb", "a\tb"], 4)).toBe(5);
  expect(widestLine(["漢字"], 4)).toBe(4);
  expect(widestLine([], 4)).toBe(0);
});
