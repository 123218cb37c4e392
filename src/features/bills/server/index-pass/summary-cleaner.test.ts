import { describe, expect, it } from "vitest";
import { createSummaryCleaner } from "./summary-cleaner.ts";

function createCounted(maxCharacters: number) {
  const cleaned: string[] = [];
  const clean = createSummaryCleaner({
    maxCharacters,
    clean: (html) => {
      cleaned.push(html);
      return html.toUpperCase();
    },
  });
  return { clean, cleaned };
}

describe("a summary's HTML", () => {
  it("is sanitized, and its relative links lead to Congress.gov", () => {
    const clean = createSummaryCleaner();
    expect(clean(' <p onclick="x()">An <a href="/bill/1">act</a><script>x()</script></p> ')).toMatch(
      /^<p>An <a href="https:\/\/www\.congress\.gov\/bill\/1"[^>]*>act<\/a><\/p>$/,
    );
  });

  it("is sanitized once, however often it is requested", () => {
    const { clean, cleaned } = createCounted(100);
    expect([clean("one"), clean("two"), clean("one"), clean("")]).toEqual(["ONE", "TWO", "ONE", ""]);
    clean("");
    expect(cleaned).toEqual(["one", "two", ""]);
  });

  it("is evicted when space runs out, least recently used first", () => {
    const { clean, cleaned } = createCounted(16);
    clean("aaaa");
    clean("bbbb");
    clean("aaaa");
    clean("cccc");
    clean("aaaa");
    clean("bbbb");
    expect(cleaned).toEqual(["aaaa", "bbbb", "cccc", "bbbb"]);
  });

  it("isn't cached if it is larger than the cache", () => {
    const { clean, cleaned } = createCounted(7);
    expect([clean("aaaa"), clean("aaaa")]).toEqual(["AAAA", "AAAA"]);
    expect(cleaned).toHaveLength(2);
    clean("bbb");
    clean("bbb");
    expect(cleaned).toHaveLength(3);
  });
});
