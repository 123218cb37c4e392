import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { htmlSegments, unescapeHtml } from "./html-segments.ts";

describe("htmlSegments", () => {
  it("splits at top-level code blocks and keeps their language", () => {
    expect(
      htmlSegments('<p>a<br>b</p><pre><code class="language-csharp">x &lt; y</code></pre><p>c</p>'),
    ).toEqual([
      { at: 0, kind: "html", html: "<p>a<br>b</p>" },
      { at: 13, kind: "code", code: "x < y", language: "csharp" },
      { at: 69, kind: "html", html: "<p>c</p>" },
    ]);
  });

  it("has no language for a code block without a class", () => {
    expect(htmlSegments("<pre><code>ls</code></pre>")).toEqual([
      { at: 0, kind: "code", code: "ls", language: null },
    ]);
  });

  it("keeps a code block inside a list in its list", () => {
    const html = "<ul><li>one<pre><code>ls</code></pre></li></ul>";
    expect(htmlSegments(html)).toEqual([{ at: 0, kind: "html", html }]);
  });

  it("keeps code with any characters", () => {
    fc.assert(
      fc.property(fc.string(), (code) => {
        const escaped = code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
        expect(unescapeHtml(escaped)).toBe(code);
      }),
    );
  });
});
