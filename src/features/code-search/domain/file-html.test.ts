import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { fileTextOfHtml, fileTextToHtml } from "./file-html.ts";

describe("a file's text in HTML", () => {
  it("comes out exactly as it went in, whatever it is", () => {
    const pieces = fc.constantFrom(
      "</pre>",
      "<pre>",
      "&lt;",
      "&amp;",
      "&#13;",
      "\r\n",
      "\n",
      "\t",
      "é",
      "🦊",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, (given) => {
        expect(fileTextOfHtml(fileTextToHtml(given))).toBe(given);
      }),
    );
  });

  it("is escaped once: what the file has escaped already stays visible as such", () => {
    expect(fileTextToHtml("a &lt; b && </pre><script>")).toBe(
      "<pre>a &amp;lt; b &amp;&amp; &lt;/pre&gt;&lt;script&gt;</pre>",
    );
  });

  it("keeps carriage returns and a first line feed from an HTML parser, which would drop them", () => {
    expect(fileTextToHtml("\nfirst\r\nsecond\n")).toBe("<pre>&#10;first&#13;\nsecond\n</pre>");
  });

  it.each(["", "text", "<pre>open", "<pre><b>bold</b></pre>", "<pre></pre></pre>", "<div></div>"])(
    "does not take %j for a file",
    (html) => {
      expect(fileTextOfHtml(html)).toBeNull();
    },
  );
});
