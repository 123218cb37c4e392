import { describe, expect, it } from "vitest";
import { isPlainLine, isPlainText, tidyText } from "./plain-text.ts";

describe("plain text", () => {
  it.each(["", "Lamp, model 2", "👩‍👩‍👧 family", "नमस्ते क्‍ष", "<script>", "' or 1=1"])(
    "of one line may be %j",
    (text) => {
      expect(isPlainLine(text)).toBe(true);
    },
  );

  it.each(["a\nb", "a\u0000", "a\u001b[31m", "\u202eabc", "a\u200bb", "a\ud800", "a\u2028b"])(
    "of one line is not %j",
    (text) => {
      expect(isPlainLine(text)).toBe(false);
    },
  );

  it("of several lines has line ends and tabs, and no other control character", () => {
    expect(isPlainText("one\n\ttwo\n\u200fשלום")).toBe(true);
    for (const text of ["a\u0000", "a\u0007b", "a\u007f", "\udc00"]) expect(isPlainText(text)).toBe(false);
  });

  it("has one kind of line end and no space around", () => {
    expect(tidyText("  a\r\nb\rc \n")).toBe("a\nb\nc");
  });
});
