import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { payeeKey, payeeKeyOf } from "./payee-key.ts";

describe("a payee's key", () => {
  it.each([
    ["SQ *BLUE FIG 0412", "sq blue fig"],
    ["Sq Blue  Fig #9", "sq blue fig"],
    ["Zürich Café — 12/03", "zürich café"],
    ["ＦＯＯ １２", "foo"],
    ["東京駅 3", "東京駅"],
    ["  ", ""],
    ["7-11", "7-11"],
    ["#7-11 ", "#7-11"],
  ])("of %j is %j", (text, key) => {
    expect(payeeKey(text)).toBe(key);
  });

  it("does not change when it is taken again, nor with case, digits and punctuation", () => {
    const word = fc.stringMatching(/^[a-zà-ö]{1,8}$/);
    const noise = fc.stringMatching(/^[0-9 .,*#/&-]{0,4}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, noise), { minLength: 1 }), (parts) => {
        const plain = parts.map(([letters]) => letters).join(" ");
        const noisy = parts.map(([letters, dirt]) => `${letters.toUpperCase()}${dirt} `).join("");
        expect(payeeKey(noisy)).toBe(payeeKey(plain));
        expect(payeeKey(payeeKey(noisy))).toBe(payeeKey(noisy));
      }),
    );
  });

  it("is the merchant's where the bank names one, else that of the cleaned name", () => {
    expect(payeeKeyOf({ name: "POS 1234 BLUEFIG", merchantName: "Blue Fig" })).toBe("blue fig");
    expect(payeeKeyOf({ name: "POS 1234 BLUEFIG", merchantName: " " })).toBe("bluefig");
    expect(payeeKeyOf({ name: "POS 1234 BLUEFIG", merchantName: null })).toBe("bluefig");
  });
});
