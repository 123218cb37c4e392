import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { cleanPayee } from "./clean-payee.ts";
import { payeeKeyOf } from "./payee-key.ts";

describe("a cleaned payee", () => {
  it.each([
    ["Corner Bakery", "Corner Bakery"],
    ["POS DEBIT GREENBARROW MARKET #123 AUSTIN TX", "GREENBARROW MARKET"],
    ["CHECKCARD 0412 NINE PLUMS 0412", "NINE PLUMS"],
    ["PURCHASE AUTHORIZED ON 11/02 BLUE FIG SAN JOSE CA", "BLUE FIG"],
    ["DEBIT CARD PURCHASE - SALTGRASS NOODLES", "SALTGRASS NOODLES"],
    ["RECURRING PAYMENT HUM & HISS 888-555-0134 CA", "HUM & HISS"],
    ["ACH DEBIT DYNAMO VALLEY POWER 20261102", "DYNAMO VALLEY POWER"],
    ["SEPA LASTSCHRIFT LAGERHAUS SIEBEN", "LAGERHAUS SIEBEN"],
    ["KARTENZAHLUNG 12.11.2026 14:05 Bäckerei Müller", "Bäckerei Müller"],
    ["SQ *BLUE FIG 0412", "BLUE FIG"],
    ["TST* Saltgrass Noodles", "Saltgrass Noodles"],
    ["PAYPAL *HOLLOWOAK", "HOLLOWOAK"],
    ["PAYPAL", "PAYPAL"],
    ["SP HOLLOW OAK BOOKS", "HOLLOW OAK BOOKS"],
    ["AMZN MKTP US*2X3YZ9", "AMZN MKTP"],
    ["PARCEL & PINE XXXX1234 11/02 09:14", "PARCEL & PINE"],
    ["MOONHATCH CINEMA  PORTLAND OR", "MOONHATCH CINEMA"],
    ["NINE PLUMS #12 SALT LAKE CITY UT US", "NINE PLUMS"],
    ["ACME TRADING CO", "ACME TRADING CO"],
    ["Smith & Co", "Smith & Co"],
    ["HOUSE OF PANCAKES IN", "HOUSE OF PANCAKES IN"],
    ["24/7 FITNESS", "24/7 FITNESS"],
    ["7-ELEVEN 34021", "7-ELEVEN"],
    ["FOREVER21", "FOREVER21"],
    ["Corner Bakery 041", "Corner Bakery 041"],
    ["ATM WITHDRAWAL HARBOUR ST", "ATM WITHDRAWAL HARBOUR ST"],
    ["POS", "POS"],
    ["CHECK 1042", "CHECK"],
    ["1042", "1042"],
    ["ＢＬＵＥ ＦＩＧ", "BLUE FIG"],
    ["東京駅 12345", "東京駅"],
    ["", ""],
  ])("of %j is %j", (text, cleaned) => {
    expect(cleanPayee(text)).toBe(cleaned);
  });

  const shop = fc.constantFrom(
    "GREENBARROW MARKET",
    "BLUE FIG",
    "HUM & HISS MUSIC",
    "QUICKHERON RIDES",
    "BÄCKEREI MÜLLER",
  );
  const before = fc.constantFrom(
    "",
    "POS ",
    "POS DEBIT ",
    "CHECKCARD 0412 ",
    "SQ *",
    "TST* ",
    "PAYPAL *",
    "ACH DEBIT ",
    "RECURRING ",
  );
  const after = fc.constantFrom(
    "",
    " 11/02",
    " #4711",
    " 0412",
    " XXXX1234",
    "  AUSTIN TX",
    " #12 SAN JOSE CA US",
    " 800-555-0134",
    " 2X3YZ9K",
  );

  it("has the same key with everything that banks print around it", () => {
    fc.assert(
      fc.property(shop, before, after, (name, start, end) => {
        const key = payeeKeyOf({ name, merchantName: null });
        expect(payeeKeyOf({ name: `${start}${name}${end}`, merchantName: null })).toBe(key);
        expect(payeeKeyOf({ name: "X", merchantName: name })).toBe(key);
      }),
    );
  });

  it("is clean: cleaning again changes nothing, adds nothing, and leaves a letter where there was one", () => {
    const anyText = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(fc.oneof(shop, before, after, fc.string({ unit: "grapheme" })), { maxLength: 8 })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = cleanPayee(text);
        expect(cleanPayee(cleaned)).toBe(cleaned);
        expect(cleaned.length).toBeLessThanOrEqual(text.normalize("NFKC").length);
        expect(/\p{L}/u.test(cleaned)).toBe(/\p{L}/u.test(text.slice(0, 500).normalize("NFKC")));
      }),
    );
  });

  it("takes no longer for hostile texts", () => {
    const texts = [
      "X".repeat(500),
      "1".repeat(500),
      "* ".repeat(250),
      "A1".repeat(250),
      "POS ".repeat(125),
      "11/02 ".repeat(80),
    ];
    const start = performance.now();
    for (const text of texts) for (let round = 0; round < 20; round += 1) cleanPayee(text);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
