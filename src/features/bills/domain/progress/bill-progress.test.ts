import { describe, expect, it } from "vitest";
import {
  billFromLines as bill,
  drawProgress as drawn,
} from "../../../../../tests/support/factories/bill-progress-factory.ts";
import { billProgress } from "./bill-progress.ts";

const laws = {
  inflationReduction: bill(
    { congress: 117, billType: "hr" },
    `
2022-08-16 36000 Became Public Law No: 117-169.
2022-08-16 E30000 Signed by President.
2022-08-16 36000 Signed by President.
2022-08-15 28000 Presented to President.
2022-08-12 19500 Resolving differences -- House actions: On motion that the House agree to the Senate amendment Agreed to by the Yeas and Nays: 220 - 207 (Roll no. 420).
2022-08-08 - Message on Senate action sent to the House.
2022-08-07 - Passed Senate with an amendment by Yea-Nay Vote. 51 - 50. Record Vote Number: 325.
2022-08-07 17000 Passed/agreed to in Senate: Passed Senate with an amendment by Yea-Nay Vote. 51 - 50. Record Vote Number: 325.
2021-11-19 H37100 On passage Passed by the Yeas and Nays: 220 - 213 (Roll no. 385).
2021-11-19 8000 Passed/agreed to in House: On passage Passed by the Yeas and Nays: 220 - 213 (Roll no. 385).
2021-09-27 5000 The House Committee on the Budget reported an original measure, H. Rept. 117-130, by Mr. Yarmuth.
2021-09-27 1000 Introduced in House
`,
    { laws: [{ number: "117-169", type: "Public Law" }] },
  ),
  fastAct: bill(
    { congress: 114, billType: "hr" },
    `
2015-12-04 36000 Became Public Law No: 114-94.
2015-12-04 28000 Presented to President.
2015-12-03 23000 Conference report agreed to in Senate: Senate agreed to conference report by Yea-Nay Vote. 83 - 16.
2015-12-03 21000 Conference report agreed to in House: On agreeing to the conference report Agreed to by the Yeas and Nays: 359 - 65.
2015-12-01 20900 Conference report filed: Conference report H. Rept. 114-357 filed.
2015-07-30 17000 Passed/agreed to in Senate: Passed Senate with an amendment and an amendment to the Title by Yea-Nay Vote. 65 - 34.
2015-01-06 8000 Passed/agreed to in House: On motion to suspend the rules and pass the bill Agreed to by the Yeas and Nays.
2015-01-06 1000 Introduced in House
`,
    { laws: [{ number: "114-94", type: "Public Law" }] },
  ),
  adoptiveFamilies: bill(
    { congress: 114, billType: "s" },
    `
2015-10-16 36000 Became Public Law No: 114-70.
2015-10-08 28000 Presented to President.
2015-10-06 8000 Passed/agreed to in House: On motion to suspend the rules and pass the bill Agreed to by voice vote.
2015-07-14 17000 Passed/agreed to in Senate: Passed Senate without amendment by Unanimous Consent.
2015-07-09 14000 Committee on the Judiciary. Reported by Senator Grassley without amendment.
2015-05-12 10000 Introduced in Senate
`,
    { laws: [{ number: "114-70", type: "Public Law" }] },
  ),
};

describe("bills that became law", () => {
  it("through an exchange of amendments", () => {
    expect(drawn(laws.inflationReduction, 119)).toBe(
      "Introduced 2021-09-27 | Passed House 2021-11-19 | Passed Senate 2022-08-07 | Differences resolved 2022-08-12 | To President 2022-08-15 | [Became law 2022-08-16]",
    );
    expect(billProgress(laws.inflationReduction, 119)).toMatchObject({
      outcome: "law",
      status: "Became Public Law 117-169",
    });
  });

  it("through a conference", () => {
    expect(drawn(laws.fastAct, 119)).toBe(
      "Introduced 2015-01-06 | Passed House 2015-01-06 | Passed Senate 2015-07-30 | Differences resolved 2015-12-03 | To President 2015-12-04 | [Became law 2015-12-04]",
    );
  });

  it("with the same text in both chambers, Senate first", () => {
    expect(drawn(laws.adoptiveFamilies, 119)).toBe(
      "Introduced 2015-05-12 | Passed Senate 2015-07-14 | Passed House 2015-10-06 | To President 2015-10-08 | [Became law 2015-10-16]",
    );
  });

  it("over the President's veto (116 H.R. 6395)", () => {
    const source = bill(
      { congress: 116, billType: "hr" },
      `
2021-01-01 36000 Became Public Law No: 116-283.
2021-01-01 34000 Passed Senate over veto: Passed Senate over veto by Yea-Nay Vote. 81 - 13.
2020-12-28 32000 Passed House over veto: On passage, the objections of the President to the contrary notwithstanding Passed by the Yeas and Nays: (2/3 required): 322 - 87.
2020-12-23 31000 Vetoed by President.
2020-12-11 28000 Presented to President.
2020-12-11 23000 Conference report agreed to in Senate: Senate agreed to conference report by Yea-Nay Vote. 84 - 13.
2020-12-08 21000 Conference report agreed to in House: On agreeing to the conference report Agreed to by the Yeas and Nays.
2020-11-16 17000 Passed/agreed to in Senate: Passed Senate with an amendment by Voice Vote.
2020-07-21 8000 Passed/agreed to in House: On passage Passed by the Yeas and Nays: 295 - 125.
2020-03-26 1000 Introduced in House
`,
      { laws: [{ number: "116-283", type: "Public Law" }] },
    );
    expect(drawn(source, 119)).toContain(
      "To President 2020-12-11 | Vetoed 2020-12-23! | [Became law 2021-01-01]",
    );
    expect(billProgress(source, 119).status).toBe("Became Public Law 116-283 over the President’s veto");
  });

  it("with only the law's number known", () => {
    const source = bill({ congress: 117, billType: "hr" }, "", {
      laws: [{ number: "117-58", type: "Public Law" }],
    });
    expect(drawn(source, 119)).toBe(
      "Introduced | Passed House | Passed Senate | To President | [Became law]",
    );
  });
});

describe("vetoed bills", () => {
  const reconciliation = `
2016-01-08 H43210 On motion to postpone consideration of the veto message until Jan. 26. Agreed to by voice vote.
2016-01-08 E30000 Vetoed by President. (text of veto message: CR H210-211)
2016-01-08 31000 Vetoed by President.(text of veto message: CR H210-211)
2016-01-07 28000 Presented to President.
2016-01-06 19500 Resolving differences -- House actions: On motion that the House agree to the Senate amendment Agreed to by the Yeas and Nays: 240 - 181 (Roll no. 6).
2015-12-03 17000 Passed/agreed to in Senate: Passed Senate with an amendment by Yea-Nay Vote. 52 - 47.
2015-10-23 8000 Passed/agreed to in House: On passage Passed by recorded vote: 240 - 189.
2015-10-16 1000 Introduced in House
`;

  it("stop at the veto and say what an override takes (114 H.R. 3762)", () => {
    const source = bill({ congress: 114, billType: "hr" }, reconciliation);
    expect(drawn(source)).toContain("To President 2016-01-07 | [Vetoed 2016-01-08!] | (Became law)");
    expect(billProgress(source, 114)).toMatchObject({
      outcome: "vetoed",
      next: "It becomes law only if two thirds of the House, then of the Senate, vote to override the veto.",
    });
    expect(billProgress(source, 119).next).toContain("The 114th Congress ended without overriding");
  });

  it("that one chamber voted to override", () => {
    const source = bill(
      { congress: 114, billType: "hr" },
      `
2016-02-02 32000 Passed House over veto: On passage, the objections of the President to the contrary notwithstanding Passed
${reconciliation}`,
    );
    expect(billProgress(source, 114)).toMatchObject({
      status: "Vetoed; the House voted to override",
      next: "It becomes law if two thirds of the Senate vote to override, too.",
    });
  });

  it("whose veto was sustained (114 H.R. 3762, February 2, 2016)", () => {
    const source = bill(
      { congress: 114, billType: "hr" },
      `
2016-02-02 H43110 On passage, the objections of the President to the contrary notwithstanding Failed by the Yeas and Nays: (2/3 required): 241 - 186 (Roll no. 53).
${reconciliation}`,
    );
    expect(billProgress(source, 114)).toMatchObject({
      outcome: "vetoed",
      status: "Vetoed; override failed in the House",
      next: "It didn’t become law.",
    });
  });

  it("from the Senate, in older wording and without codes (114 S.J.Res. 8)", () => {
    const source = bill(
      { congress: 114, billType: "sjres" },
      `
2015-05-05 - Motion to table the veto message to accompany S. J. Res. 8 agreed to in Senate by Yea-Nay Vote. 96 - 3.
2015-03-31 - Veto message received in Senate. Ordered held at the desk.
2015-03-31 - Vetoed by President. (text of veto message: CR 4/13/2015 S2094, S2107)
2015-03-27 - Presented to President.
2015-03-19 - On passage Passed by the Yeas and Nays: 232 - 186 (Roll no. 128).
2015-03-04 - Passed Senate without amendment by Yea-Nay Vote. 53 - 46. Record Vote Number: 67.
2015-02-09 - Introduced in Senate
`,
    );
    expect(drawn(source, 119)).toBe(
      "Introduced 2015-02-09 | Passed Senate 2015-03-04 | Passed House 2015-03-19 | To President 2015-03-27 | [Vetoed 2015-03-31!] | (Became law)",
    );
  });

  it("that Congress can't override", () => {
    const source = bill(
      { congress: 119, billType: "hr" },
      `
2026-12-30 30000 Pocket Vetoed by President.
`,
    );
    expect(drawn(source)).toContain("[Pocket vetoed 2026-12-30!]");
    expect(billProgress(source, 119).next).toContain("couldn’t override the veto");
  });
});

describe("pending bills", () => {
  it("are introduced", () => {
    const source = bill(
      { congress: 119, billType: "hr" },
      `
2025-01-03 H11100 Referred to the House Committee on Ways and Means.
2025-01-03 1000 Introduced in House
`,
    );
    expect(drawn(source)).toBe(
      "[Introduced 2025-01-03] | (Passed House) | (Passed Senate) | (To President) | (Became law)",
    );
    expect(billProgress(source, 119)).toMatchObject({
      outcome: "pending",
      status: "Introduced in the House",
      next: "A House committee decides whether to consider it. Most bills go no further.",
    });
  });

  it("are reported by a committee (114 H.R. 2822)", () => {
    const source = bill(
      { congress: 114, billType: "hr" },
      `
2015-07-08 H32700 Committee of the Whole House on the state of the Union rises leaving H.R. 2822 as unfinished business.
2015-06-18 5000 The House Committee on Appropriations reported an original measure, H. Rept. 114-170, by Mr. Calvert.
2015-06-18 1000 Introduced in House
`,
    );
    expect(billProgress(source, 114).status).toBe("Reported by a House committee");
  });

  it("pass one chamber (117 H.R. 1) and die with their Congress", () => {
    const source = bill(
      { congress: 117, billType: "hr" },
      `
2021-03-11 - Received in the Senate.
2021-03-03 H37100 On passage Passed by the Yeas and Nays: 220 - 210 (Roll no. 62).
2021-03-03 8000 Passed/agreed to in House: On passage Passed by the Yeas and Nays: 220 - 210 (Roll no. 62).
2021-01-04 1000 Introduced in House
`,
    );
    expect(drawn(source)).toBe(
      "Introduced 2021-01-04 | [Passed House 2021-03-03] | (Passed Senate) | (To President) | (Became law)",
    );
    expect(billProgress(source, 117)).toMatchObject({
      outcome: "pending",
      status: "Passed the House",
      next: "The Senate may take it up. If it changes the text, the House must agree.",
    });
    expect(billProgress(source, 119)).toMatchObject({
      outcome: "expired",
      status: "Passed the House",
      next: "The bill died when the 117th Congress ended on January 3, 2023. It would have to be reintroduced.",
    });
  });

  it("pass both chambers in different forms (114 H.R. 1314 in May 2015)", () => {
    const source = bill(
      { congress: 114, billType: "hr" },
      `
2015-06-12 H41541 On motion to concur in portion of Senate adt comprising title II (except sec 212) Failed by recorded vote: 126 - 302 (Roll no. 361).
2015-05-22 17000 Passed/agreed to in Senate: Passed Senate with an amendment by Yea-Nay Vote. 62 - 37. Record Vote Number: 193.
2015-04-15 8000 Passed/agreed to in House: On motion to suspend the rules and pass the bill, as amended Agreed to by voice vote.(text: CR H2235)
`,
    );
    expect(drawn(source)).toBe(
      "Introduced | Passed House 2015-04-15 | Passed Senate 2015-05-22 | [Resolving differences 2015-05-22] | (To President) | (Became law)",
    );
    expect(billProgress(source, 114).status).toBe("Passed both chambers in different forms");
  });

  it("are amended again by the chamber asked to agree", () => {
    const source = bill(
      { congress: 114, billType: "hr" },
      `
2015-10-28 19500 Resolving differences -- House actions: On motion that the House agree with an amendment to the Senate amendment Agreed to by the Yeas and Nays: 266 - 167 (Roll No. 579).
2015-05-22 17000 Passed/agreed to in Senate: Passed Senate with an amendment by Yea-Nay Vote. 62 - 37.
2015-04-15 8000 Passed/agreed to in House: On motion to suspend the rules and pass the bill Agreed to by voice vote.
`,
    );
    expect(drawn(source)).toContain("[Resolving differences 2015-05-22]");
  });

  it("wait for the President", () => {
    const source = bill(
      { congress: 119, billType: "s" },
      `
2025-07-10 28000 Presented to President.
2025-07-01 8000 Passed/agreed to in House: On passage Passed.
2025-06-01 17000 Passed/agreed to in Senate: Passed Senate without amendment by Voice Vote.
`,
    );
    expect(billProgress(source, 119)).toMatchObject({ status: "Before the President", outcome: "pending" });
  });

  it("fail a vote until they pass a later one", () => {
    const failed = `
2025-02-01 9000 Failed of passage/not agreed to in House: On motion to suspend the rules and pass the bill Failed by the Yeas and Nays: (2/3 required).
2025-01-03 1000 Introduced in House
`;
    const key = { congress: 119, billType: "hr" } as const;
    expect(drawn(bill(key, failed))).toContain("[Failed in House 2025-02-01!] | (Passed Senate)");
    expect(billProgress(bill(key, failed), 119)).toMatchObject({
      outcome: "failed",
      status: "Failed in the House",
    });
    expect(
      drawn(
        bill(
          key,
          `2025-03-01 8000 Passed/agreed to in House: On passage Passed.
${failed}`,
        ),
      ),
    ).toContain("[Passed House 2025-03-01]");
  });

  it("are placed by their latest action alone", () => {
    const source = bill({ congress: 117, billType: "s" }, "", {
      latestAction: { actionDate: "2021-02-18", actionTime: "12:34:00", text: "Held at the desk." },
    });
    expect(drawn(source)).toContain("Introduced | [Passed Senate 2021-02-18] | (Passed House)");
  });
});
