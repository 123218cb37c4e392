import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { decodeFileText } from "./file-text.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);
const notText = { problem: "This file isn’t text, so it can’t be shown here." };

describe("decoding a file", () => {
  it("keeps UTF-8 unchanged, including line endings, tabs, emoji, and escape sequences", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.includes("\u0000") && !text.startsWith("\ufeff"));
        expect(decodeFileText(new TextEncoder().encode(text))).toEqual({ text });
      }),
    );
    expect(decodeFileText(new TextEncoder().encode("a\r\n\tb 🦊 \u001b[0m"))).toEqual({
      text: "a\r\n\tb 🦊 \u001b[0m",
    });
  });

  it("drops the byte order mark of UTF-8", () => {
    expect(decodeFileText(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: "a" });
  });

  it("decodes UTF-16 with a byte order mark", () => {
    expect(decodeFileText(bytes(0xff, 0xfe, 0x61, 0x00, 0xac, 0x20))).toEqual({ text: "a€" });
    expect(decodeFileText(bytes(0xfe, 0xff, 0x00, 0x61, 0x20, 0xac))).toEqual({ text: "a€" });
  });

  it("falls back to Windows-1252", () => {
    expect(decodeFileText(bytes(0x63, 0x61, 0x66, 0xe9, 0x20, 0x80, 0x93, 0x94))).toEqual({
      text: "café €“”",
    });
  });

  it.each([
    ["a NUL", bytes(0x61, 0x00, 0x62)],
    ["the head of a PNG", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00)],
    ["an image without a NUL", bytes(0xff, 0xd8, 0xff, 0xe1, 0x02, 0x03)],
    ["half a UTF-16 character", bytes(0xff, 0xfe, 0x61)],
    ["bytes that are invalid in every encoding", bytes(0x61, 0x81, 0xff)],
  ])("rejects %s", (_case, given) => {
    expect(decodeFileText(given)).toEqual(notText);
  });

  it("returns an empty text for an empty file", () => {
    expect(decodeFileText(bytes())).toEqual({ text: "" });
  });
});
