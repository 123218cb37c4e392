import { describe, expect, it } from "vitest";
import { createSummaryCleaner } from "./summary-cleaner.ts";

function createCounted(mostCharacters: number) {
  const cleaned: string[] = [];
  const clean = createSummaryCleaner({
    mostCharacters,
    clean: (html) => {
      cleaned.push(html);
      return html.toUpperCase();
    },
  });
  return { clean, cleaned };
}

describe("the HTML of a summary", () => {
  it("is cleaned of what could do harm, with addresses at the service's own site", () => {
    const clean = createSummaryCleaner();
    expect(clean(' <p onclick="x()">An <a href="/bill/1">act</a><script>x()</script></p> ')).toMatch(
      /^<p>An <a href="https:\/\/www\.congress\.gov\/bill\/1"[^>]*>act<\/a><\/p>$/,
    );
  });

  it("is cleaned once, however often it is asked for", () => {
    const { clean, cleaned } = createCounted(100);
    expect([clean("one"), clean("two"), clean("one"), clean("")]).toEqual(["ONE", "TWO", "ONE", ""]);
    clean("");
    expect(cleaned).toEqual(["one", "two", ""]);
  });

  it("is forgotten where there is no room, that of longest ago first", () => {
    const { clean, cleaned } = createCounted(16);
    clean("aaaa");
    clean("bbbb");
    clean("aaaa");
    clean("cccc");
    clean("aaaa");
    clean("bbbb");
    expect(cleaned).toEqual(["aaaa", "bbbb", "cccc", "bbbb"]);
  });

  it("is not kept at all where it alone has no room", () => {
    const { clean, cleaned } = createCounted(7);
    expect([clean("aaaa"), clean("aaaa")]).toEqual(["AAAA", "AAAA"]);
    expect(cleaned).toHaveLength(2);
    clean("bbb");
    clean("bbb");
    expect(cleaned).toHaveLength(3);
  });
});
