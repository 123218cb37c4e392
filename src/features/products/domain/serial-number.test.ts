import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { isVisible, qrFileName, serialNumberKey, tidySerialNumber } from "./serial-number.ts";

const anyText = fc.string({ unit: "grapheme", maxLength: 40 });

describe("a serial number", () => {
  it("is trimmed, with single spaces inside", () => {
    expect(tidySerialNumber("  AX \t 12\u00a0\u00a034\n")).toBe("AX 12 34");
    expect(tidySerialNumber(" \u3000 ")).toBe("");
  });

  it("normalizes full-width letters and keeps its case", () => {
    expect(tidySerialNumber("ＡＸ－１２ｂ")).toBe("AX-12b");
  });

  it.each([
    ["ax-12", "AX-12"],
    ["Straße 7", "STRASSE 7"],
    ["ẞ1", "ß1"],
    ["ΟΔΟΣ", "οδος"],
    ["e\u0301-1", "É-1"],
    ["ﬁ-9", "FI-9"],
  ])("treats %s and %s as equal", (first, second) => {
    expect(serialNumberKey(first)).toBe(serialNumberKey(second));
  });

  it.each([
    ["AX-12", "АX-12"],
    ["AX-12", "AX-I2"],
    ["AX-12", "AX12"],
    ["AX 12", "AX12"],
  ])("tells %s from %s, although they look alike", (first, second) => {
    expect(serialNumberKey(first)).not.toBe(serialNumberKey(second));
  });

  it("compares equal whatever its case and surrounding space, and to its displayed form", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const key = serialNumberKey(text);
        expect(serialNumberKey(tidySerialNumber(text))).toBe(key);
        expect(serialNumberKey(` ${text}\n`)).toBe(key);
        expect(serialNumberKey(text.toUpperCase())).toBe(key);
      }),
    );
  });

  it("doesn't change when tidied twice", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tidy = tidySerialNumber(text);
        expect(tidySerialNumber(tidy)).toBe(tidy);
      }),
    );
  });

  it.each(["A\u0000B", "A\u0007", "A\u200bB", "\u202eAB", "A\ud800", "A\u00adB"])(
    "can't be %j, which has an invisible character",
    (text) => {
      expect(isVisible(text)).toBe(false);
    },
  );

  it.each(["AX-12/3", "../../etc", "' or 1=1 --", "<b>", "№ 7 ü 漢"])("can be %j", (text) => {
    expect(isVisible(text)).toBe(true);
  });
});

it.each([
  ["FL 100/A", "qr-FL-100-A.svg"],
  ["部品 77205", "qr-部品-77205.svg"],
  ["Größe-7.b", "qr-Größe-7.b.svg"],
  ["हिन्दी", "qr-हिन्दी.svg"],
  ['<>:"\\|?*', "qr--.svg"],
])("the QR code of %s is saved as %s", (serialNumber, name) => {
  expect(qrFileName(serialNumber)).toBe(name);
});
