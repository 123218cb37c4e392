import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { decodeFileText } from "./file-text.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);
const notText = { problem: "This file is not text, so it is not shown here." };

describe("the text of a file's bytes", () => {
  it("is UTF-8 as it stands: line ends, tabs, emoji and escape sequences included", () => {
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

  it("leaves out the byte order mark of UTF-8", () => {
    expect(decodeFileText(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: "a" });
  });

  it("is UTF-16 where its byte order mark says so", () => {
    expect(decodeFileText(bytes(0xff, 0xfe, 0x61, 0x00, 0xac, 0x20))).toEqual({ text: "a€" });
    expect(decodeFileText(bytes(0xfe, 0xff, 0x00, 0x61, 0x20, 0xac))).toEqual({ text: "a€" });
  });

  it("is Windows-1252 where it is not UTF-8", () => {
    expect(decodeFileText(bytes(0x63, 0x61, 0x66, 0xe9, 0x20, 0x80, 0x93, 0x94))).toEqual({
      text: "café €“”",
    });
  });

  it.each([
    ["a NUL", bytes(0x61, 0x00, 0x62)],
    ["the head of a PNG", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00)],
    ["a picture without a NUL", bytes(0xff, 0xd8, 0xff, 0xe1, 0x02, 0x03)],
    ["half a UTF-16 character", bytes(0xff, 0xfe, 0x61)],
    ["bytes that no text encoding knows", bytes(0x61, 0x81, 0xff)],
  ])("is none for %s", (_case, given) => {
    expect(decodeFileText(given)).toEqual(notText);
  });

  it("is empty for an empty file", () => {
    expect(decodeFileText(bytes())).toEqual({ text: "" });
  });
});
