import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import {
  billFromLines as bill,
  drawProgress as drawn,
} from "../../../../../tests/support/factories/bill-progress-factory.ts";
import { billProgress } from "./bill-progress.ts";
import { billTypes } from "../bill-types.ts";

describe("resolutions", () => {
  it("of one chamber end there (114 S.Res. 105)", () => {
    const source = bill(
      { congress: 114, billType: "sres" },
      `
2015-03-27 17000 Passed/agreed to in Senate: Resolution agreed to in Senate without amendment and with a preamble by Unanimous Consent.
2015-03-27 14500 Senate Committee on Foreign Relations discharged by Unanimous Consent.
2015-03-19 10000 Introduced in Senate
`,
    );
    expect(drawn(source, 119)).toBe("Introduced 2015-03-19 | [Agreed to in Senate 2015-03-27]");
    expect(billProgress(source, 119)).toMatchObject({ outcome: "agreed", status: "Agreed to by the Senate" });
  });

  it("of both chambers don't go to the President (114 H.Con.Res. 70)", () => {
    const source = bill(
      { congress: 114, billType: "hconres" },
      `
2015-09-17 - Message on Senate action sent to the House.
2015-09-16 17000 Passed/agreed to in Senate: Resolution agreed to in Senate without amendment by Unanimous Consent.
2015-09-08 8000 Passed/agreed to in House: On agreeing to the resolution Agreed to without objection.
2015-07-31 1000 Introduced in House
`,
    );
    expect(drawn(source, 119)).toBe(
      "Introduced 2015-07-31 | Agreed to in House 2015-09-08 | [Agreed to in Senate 2015-09-16]",
    );
    expect(billProgress(source, 119).status).toBe("Agreed to by both chambers");
  });

  it("of both chambers may need a conference (114 S.Con.Res. 11)", () => {
    const rows = `
2015-05-05 23000 Conference report agreed to in Senate: Senate agreed to conference report by Yea-Nay Vote. 51 - 48.
2015-04-30 21000 Conference report agreed to in House: On agreeing to the conference report Agreed to by the Yeas and Nays: 226 - 197.
2015-04-29 20900 Conference report filed: Conference report H. Rept. 114-96 filed.
2015-04-14 20700 To conference: Mr. Price, Tom moved that the House insist upon its amendment, and request a conference.
2015-04-14 8000 Passed/agreed to in House: On agreeing to the resolution, as amended Agreed to pursuant to H. Res. 189.
2015-03-27 17000 Passed/agreed to in Senate: Resolution agreed to in Senate with amendments by Yea-Nay Vote. 52 - 46.
2015-03-20 10000 Introduced in Senate
`;
    const key = { congress: 114, billType: "sconres" } as const;
    expect(drawn(bill(key, rows))).toBe(
      "Introduced 2015-03-20 | Agreed to in Senate 2015-03-27 | Agreed to in House 2015-04-14 | [Differences resolved 2015-05-05]",
    );
    expect(billProgress(bill(key, rows), 114).outcome).toBe("agreed");
    expect(billProgress(bill(key, rows.replace(/^.*23000.*$/m, "")), 114)).toMatchObject({
      outcome: "pending",
    });
  });

  it("that one chamber deemed agreed to count as agreed to (117 S.Con.Res. 14)", () => {
    const source = bill(
      { congress: 117, billType: "sconres" },
      `
2021-08-24 H1B000 Pursuant to the provisions of H. Res. 601, S. Con. Res. 14 is considered passed House.
2021-08-11 - Resolution agreed to in Senate with amendments by Yea-Nay Vote. 50 - 49.
`,
    );
    expect(billProgress(source, 117).outcome).toBe("agreed");
  });

  it("that amend the Constitution go to the States", () => {
    const amendment = (rows: string) =>
      bill({ congress: 114, billType: "hjres" }, rows, {
        title:
          "Proposing an amendment to the Constitution of the United States to protect the rights of crime victims.",
      });
    expect(
      drawn(
        amendment(`
2015-04-09 1000 Introduced in House
`),
      ),
    ).toBe("[Introduced 2015-04-09] | (Passed House) | (Passed Senate) | (Sent to the States)");
    const passed = amendment(`
2016-01-02 17000 Passed/agreed to in Senate: Passed Senate without amendment.
2016-01-01 8000 Passed/agreed to in House: On passage Passed.
`);
    expect(billProgress(passed, 114)).toMatchObject({
      outcome: "agreed",
      status: "Sent to the States for ratification",
    });
  });
});

describe("any combination of actions", () => {
  const texts = [
    "Passed/agreed to in House: x",
    "Passed/agreed to in Senate: with an amendment",
    "Failed of passage/not agreed to in House: x",
    "Vetoed by President.",
    "Pocket Vetoed by President.",
    "Presented to President.",
    "Became Public Law No: 1-1.",
    "Resolving differences -- Senate actions: Senate concurred in the House amendment",
    "Conference report agreed to in House: x",
    "",
    "Read twice.",
  ];
  const sources = fc.record({
    congress: fc.integer({ min: 93, max: 119 }),
    billType: fc.constantFrom(...billTypes),
    title: fc.constantFrom("An Act", "Proposing an amendment to the Constitution of the United States"),
    laws: fc.constant([]),
    actions: fc.array(
      fc.record({
        actionDate: fc.constantFrom("2020-01-01", "2020-01-02", "2021-05-05"),
        text: fc.constantFrom(...texts),
        actionCode: fc.constantFrom(undefined, "8000", "17000", "31000", "36000", "H30000"),
      }),
      { maxLength: 12 },
    ),
  });

  it("has exactly one current step, with completed steps before it and upcoming steps after it", () => {
    fc.assert(
      fc.property(sources, (source) => {
        const { steps, status, next } = billProgress(source, 119);
        const present = steps.findIndex(({ isPresent }) => isPresent);
        expect(steps.filter(({ isPresent }) => isPresent)).toHaveLength(1);
        expect(steps.slice(0, present + 1).every(({ state }) => state !== "upcoming")).toBe(true);
        expect(steps.slice(present + 1).every(({ state }) => state === "upcoming")).toBe(true);
        expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
        expect(status).not.toBe("");
        expect(next).toMatch(/\.$/);
      }),
    );
  });
});
