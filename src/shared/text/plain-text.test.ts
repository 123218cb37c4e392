import { describe, expect, it } from "vitest";
import { isPlainLine, isPlainText, tidyText } from "./plain-text.ts";

describe("plain text", () => {
  it.each(["", "Lamp, model 2", "👩‍👩‍👧 family", "नमस्ते क्‍ष", "<script>", "' or 1=1"])(
    "on one line can be %j",
    (text) => {
      expect(isPlainLine(text)).toBe(true);
    },
  );

  it.each(["a\nb", "a\u0000", "a\u001b[31m", "\u202eabc", "a\u200bb", "a\ud800", "a\u2028b"])(
    "on one line can't be %j",
    (text) => {
      expect(isPlainLine(text)).toBe(false);
    },
  );

  it("on several lines allows line ends and tabs but no other control characters", () => {
    expect(isPlainText("one\n\ttwo\n\u200fשלום")).toBe(true);
    for (const text of ["a\u0000", "a\u0007b", "a\u007f", "\udc00"]) expect(isPlainText(text)).toBe(false);
  });

  it("has uniform line ends and no surrounding space", () => {
    expect(tidyText("  a\r\nb\rc \n")).toBe("a\nb\nc");
  });
});
