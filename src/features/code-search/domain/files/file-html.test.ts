import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { fileTextOfHtml, fileTextToHtml } from "./file-html.ts";

describe("a file's text as HTML", () => {
  it("round-trips any text exactly", () => {
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

  it("is escaped once, so that entities in the file stay visible", () => {
    expect(fileTextToHtml("a &lt; b && </pre><script>")).toBe(
      "<pre>a &amp;lt; b &amp;&amp; &lt;/pre&gt;&lt;script&gt;</pre>",
    );
  });

  it("encodes carriage returns and a first line feed, which an HTML parser would drop", () => {
    expect(fileTextToHtml("\nfirst\r\nsecond\n")).toBe("<pre>&#10;first&#13;\nsecond\n</pre>");
  });

  it.each(["", "text", "<pre>open", "<pre><b>bold</b></pre>", "<pre></pre></pre>", "<div></div>"])(
    "rejects %j",
    (html) => {
      expect(fileTextOfHtml(html)).toBeNull();
    },
  );
});
