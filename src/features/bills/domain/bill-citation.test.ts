import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import {
  billCitation,
  billTypeAndNumber,
  canonicalBillPath,
  congressGovUrl,
  fullBillCitation,
  parseBillCitation,
  readBillAddress,
} from "./bill-citation.ts";
import { billTypes, readBillType, type BillKey } from "./bill-types.ts";
import { ordinal } from "#shared/text/ordinal.ts";
import { congressAt, yearsOfCongress } from "./congresses.ts";

const keys = fc.record({
  congress: fc.integer({ min: 1, max: 999 }),
  billType: fc.constantFrom(...billTypes),
  billNumber: fc.integer({ min: 1, max: 99_999 }).map(String),
});

describe("a bill's citation", () => {
  it.each([
    ["HR 1234", null, "hr", "1234"],
    ["H.R. 1234", null, "hr", "1234"],
    ["hr1234", null, "hr", "1234"],
    ["h. r. 0012", null, "hr", "12"],
    ["S.J.Res. 5", null, "sjres", "5"],
    ["S. J. Res. 5", null, "sjres", "5"],
    ["s 5", null, "s", "5"],
    ["H. Con. Res. 70", null, "hconres", "70"],
    ["H.Res.No. 3", null, "hres", "3"],
    ["Senate Joint Resolution 8", null, "sjres", "8"],
    ["house bill 1", null, "hr", "1"],
    ["118 hr 5", 118, "hr", "5"],
    ["118th H.R. 5", 118, "hr", "5"],
    ["118/hr/5", 118, "hr", "5"],
    ["118-s-47", 118, "s", "47"],
    ["hr 5 118", 118, "hr", "5"],
    ["hr5-118", 118, "hr", "5"],
    ["H.R. 5 (118th Congress)", 118, "hr", "5"],
    ["H.R. 5, 118th Congress", 118, "hr", "5"],
    ["S. 47 of the 116th Congress", 116, "s", "47"],
    ["/bill/117/hr/1", 117, "hr", "1"],
    ["https://www.congress.gov/bill/117th-congress/house-joint-resolution/17/text", 117, "hjres", "17"],
    ["https://www.congress.gov/bill/117th-congress/senate-bill/35?s=1", 117, "s", "35"],
  ])("%s", (text, congress, billType, billNumber) => {
    expect(parseBillCitation(text)).toEqual({ kind: "bill", congress, billType, billNumber });
  });

  it("is parsed from the way this site writes it", () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(parseBillCitation(fullBillCitation(key))).toEqual({ kind: "bill", ...key });
        expect(parseBillCitation(billCitation(key))).toEqual({ kind: "bill", ...key, congress: null });
        expect(parseBillCitation(billTypeAndNumber(key))).toMatchObject({ billType: key.billType });
        expect(parseBillCitation(canonicalBillPath(key))).toEqual({ kind: "bill", ...key });
        expect(parseBillCitation(congressGovUrl(key))).toEqual({ kind: "bill", ...key });
      }),
    );
  });
});

describe("a law's citation", () => {
  it.each([
    ["P.L. 117-1", "pub", 117, "1"],
    ["PL 117–169", "pub", 117, "169"],
    ["Pub. L. No. 114-094", "pub", 114, "94"],
    ["Public Law 117-58", "pub", 117, "58"],
    ["Pub.L. 116-136", "pub", 116, "136"],
    ["Private Law 116-1", "priv", 116, "1"],
    ["Pvt. L. 115-1", "priv", 115, "1"],
  ])("%s", (text, lawType, congress, lawNumber) => {
    expect(parseBillCitation(text)).toEqual({ kind: "law", lawType, congress, lawNumber });
  });
});

describe("other text", () => {
  it.each([
    "",
    "infrastructure",
    "hr",
    "1234",
    "117-1",
    "HR 0",
    "HR 123456",
    "title 5",
    "xr 5",
    "118 hr 5 117",
    "hr 5 and s 6",
    "0 hr 5",
    "P.L. 117",
    "covid 19",
  ])("%j", (text) => {
    expect(parseBillCitation(text)).toBeNull();
  });

  it("is parsed quickly and without errors, however odd", () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void parseBillCitation(text)));
    const started = performance.now();
    parseBillCitation("1 ".repeat(99));
    parseBillCitation(`hr${"0".repeat(190)}x`);
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe("a bill's address", () => {
  it("is canonical in lower case, without dots or leading zeros", () => {
    expect(readBillAddress({ congress: "117", billType: "hr", billNumber: "1" })).toEqual({
      isValid: true,
      isCanonical: true,
      key: { congress: 117, billType: "hr", billNumber: "1" },
    });
  });

  it.each([
    ["117", "HR", "1"],
    ["117", "H.R.", "1"],
    ["0117", "hr", "1"],
    ["117", "hr", "001"],
  ])("is accepted in another spelling: %s %s %s", (congress, billType, billNumber) => {
    const address = readBillAddress({ congress, billType, billNumber });
    expect(address).toMatchObject({ isValid: true, isCanonical: false });
    expect(address.isValid && canonicalBillPath(address.key)).toBe("/bill/117/hr/1");
  });

  it("says for each invalid part what is accepted", () => {
    expect(readBillAddress({ congress: "x", billType: "hb", billNumber: "one" })).toEqual({
      isValid: false,
      errors: {
        congress: [expect.stringContaining("118")],
        billType: [expect.stringContaining("hr, s, hjres, sjres, hconres, sconres, hres, sres")],
        billNumber: [expect.stringContaining("1234")],
      },
    });
    expect(readBillAddress({ congress: "117", billType: "hr", billNumber: "590½" })).toMatchObject({
      isValid: false,
    });
  });

  it("round-trips", () => {
    fc.assert(
      fc.property(keys, (key: BillKey) => {
        const [, , congress = "", billType = "", billNumber = ""] = canonicalBillPath(key).split("/");
        expect(readBillAddress({ congress, billType, billNumber })).toEqual({
          isValid: true,
          isCanonical: true,
          key,
        });
      }),
    );
  });
});

describe("parts of a citation", () => {
  it("formats citations as in print", () => {
    expect(billTypes.map((billType) => billCitation({ billType, billNumber: "7" }))).toEqual([
      "H.R. 7",
      "S. 7",
      "H.J.Res. 7",
      "S.J.Res. 7",
      "H.Con.Res. 7",
      "S.Con.Res. 7",
      "H.Res. 7",
      "S.Res. 7",
    ]);
    expect(congressGovUrl({ congress: 101, billType: "sconres", billNumber: "7" })).toBe(
      "https://www.congress.gov/bill/101st-congress/senate-concurrent-resolution/7",
    );
  });

  it("parses types with dots, spaces, and capitals", () => {
    expect(readBillType("H. J. Res.")).toBe("hjres");
    expect(readBillType("hb")).toBeNull();
  });

  it.each([
    ["2025-01-02", 118],
    ["2025-01-03", 119],
    ["2026-11-21", 119],
    ["2027-01-02", 119],
    ["2027-01-03", 120],
    ["2013-06-01", 113],
  ])("on %s the current Congress is the %ith", (date, congress) => {
    expect(congressAt(date)).toBe(congress);
  });

  it("gives a Congress's years and ordinal", () => {
    expect(yearsOfCongress(117)).toEqual({ from: 2021, to: 2023 });
    expect([101, 102, 103, 104, 111, 112, 113, 117, 121].map(ordinal)).toEqual([
      "101st",
      "102nd",
      "103rd",
      "104th",
      "111th",
      "112th",
      "113th",
      "117th",
      "121st",
    ]);
  });
});
