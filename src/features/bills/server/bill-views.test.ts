import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  sampleAnswers,
  variantsOf,
  withOneFieldAbsent,
  type SampleVariant,
} from "../../../../tests/support/stand-ins/congress-samples.ts";
import { congressSchemas } from "#upstreams/congress/index.ts";
import { billBlocksSchema } from "../domain/bill-shapes.ts";
import {
  viewActions,
  viewAmendments,
  viewBill,
  viewCommittees,
  viewCosponsors,
  viewRelatedBills,
  viewSubjects,
  viewSummaries,
  viewTextVersions,
} from "./bill-views.ts";
import { lawOf, toIndexRow } from "./index-pass/bill-rows.ts";

const key = { congress: 117, billType: "hr", billNumber: "1" } as const;
const blocks = billBlocksSchema.shape;

/** Each block: the upstream's answer, and the contract's schema. */
const views: [name: keyof typeof congressSchemas, read: (answer: unknown) => unknown, promised: z.ZodType][] =
  [
    ["bill", (answer) => viewBill(key, congressSchemas.bill.parse(answer)), blocks.billDetails.shape.bill],
    [
      "actions",
      (answer) => viewActions(congressSchemas.actions.parse(answer)),
      blocks.billActions.shape.actions,
    ],
    [
      "cosponsors",
      (answer) => viewCosponsors(congressSchemas.cosponsors.parse(answer)),
      blocks.billCosponsors.shape.cosponsors,
    ],
    [
      "amendments",
      (answer) => viewAmendments(congressSchemas.amendments.parse(answer)),
      blocks.billAmendments.shape.amendments,
    ],
    [
      "summaries",
      (answer) => viewSummaries(congressSchemas.summaries.parse(answer)),
      blocks.billSummaries.shape.summaries,
    ],
    [
      "textVersions",
      (answer) => viewTextVersions(congressSchemas.textVersions.parse(answer)),
      blocks.billText.shape.textVersions,
    ],
    [
      "committees",
      (answer) => viewCommittees(congressSchemas.committees.parse(answer)),
      blocks.billCommittees.shape.committees,
    ],
    [
      "subjects",
      (answer) => viewSubjects(congressSchemas.subjects.parse(answer)),
      blocks.billSubjects.shape.subjects,
    ],
    [
      "relatedBills",
      (answer) => viewRelatedBills(congressSchemas.relatedBills.parse(answer)),
      blocks.billRelated.shape.relatedBills,
    ],
  ];

/** Returns the places where the output violates the contract. */
function unkept(
  variants: SampleVariant[],
  read: (answer: unknown) => unknown,
  promised: z.ZodType,
): string[] {
  return variants.flatMap(({ where, answer }) => {
    try {
      const seen: unknown = JSON.parse(JSON.stringify(read(answer)));
      return promised.safeParse(seen).success ? [] : [where];
    } catch (error) {
      // An answer that isn't the service's at all is rejected earlier.
      return error instanceof z.ZodError ? [] : [`${where}: ${String(error)}`];
    }
  });
}

describe.each(views)("the view of the upstream's %s", (name, read, promised) => {
  const answer: unknown = sampleAnswers[name];

  it("is complete if the answer is", () => {
    const seen: unknown = JSON.parse(JSON.stringify(read(answer)));
    expect(promised.parse(seen)).toEqual(seen);
    expect(JSON.stringify(seen).length).toBeGreaterThan(50);
  });

  it("satisfies the contract with each field missing in turn", () => {
    const variants = withOneFieldAbsent(answer);
    expect(variants.length).toBeGreaterThan(3);
    for (const variant of variants) expect(() => read(variant.answer), variant.where).not.toThrow();
    expect(unkept(variants, read, promised)).toEqual([]);
  });

  it("satisfies it with nonsense in place of each field", () => {
    expect(unkept(variantsOf(answer), read, promised)).toEqual([]);
  });
});

it("uses the citation as the title of a bill without one", () => {
  const key = { congress: 117, billType: "hr", billNumber: "1" } as const;
  for (const title of [undefined, null, "", " \n", 7]) {
    const bill = congressSchemas.bill.parse({ congress: 117, type: "HR", number: "1", title });
    expect(viewBill(key, bill).title).toBe("H.R. 1");
  }
});

it("keeps the line breaks of a constitutional authority statement", () => {
  const constitutionalAuthorityStatementText =
    "<pre>\n[House]\nBy Mr. EXAMPLE:\n\nCongress has the power\n  to enact this:<br/>Article I, &amp; Section 8\n</pre>";
  const bill = congressSchemas.bill.parse({
    congress: 117,
    type: "HR",
    number: "1",
    constitutionalAuthorityStatementText,
  });
  expect(viewBill(key, bill).constitutionalAuthorityStatementText).toBe(
    "[House]\nBy Mr. EXAMPLE:\nCongress has the power\nto enact this:\nArticle I, & Section 8",
  );
});

describe("an index row", () => {
  const [row] = z.array(congressSchemas.bill).parse(sampleAnswers.bills);
  if (row === undefined) throw new Error("no sample row");

  it("contains the day of each date and searchable words", () => {
    expect(toIndexRow(row, "2026-01-01")).toMatchObject({
      congress: 117,
      type: "hr",
      number: 1,
      words: "for the people act of 2021",
      latestActionDate: "2021-03-11",
      updateDate: "2023-01-11",
      lawType: "pub",
      lawNumber: "117-1",
    });
  });

  it("keeps the day of a bill's latest action without text", () => {
    const answer = { congress: 117, type: "HR", number: "1", latestAction: { actionDate: "2021-03-11" } };
    const bill = congressSchemas.bill.parse(answer);
    expect(toIndexRow(bill, "2026-01-01")?.latestActionDate).toBe("2021-03-11");
    expect(viewBill(key, bill).latestAction).toBeUndefined();
  });

  it("is null for a 19th-century number or an unknown type", () => {
    expect(toIndexRow({ ...row, number: "590½" }, "2026-01-01")).toBeNull();
    expect(toIndexRow({ ...row, type: "XYZ" }, "2026-01-01")).toBeNull();
  });

  it("falls back to the citation, and drops characters that a database rejects", () => {
    expect(toIndexRow({ ...row, title: " \u0000 " }, "2026-01-01")?.title).toBe("H.R. 1");
  });

  it("gets its law from the text of the latest action", () => {
    expect(lawOf("Became Public Law No: 117-58.", [])).toEqual({ lawType: "pub", lawNumber: "117-58" });
    expect(lawOf("Became Private Law No: 117-2.", [])).toEqual({ lawType: "priv", lawNumber: "117-2" });
    expect(lawOf("Referred to the Committee.", [])).toEqual({ lawType: null, lawNumber: null });
    expect(lawOf(null, [{ number: "116-1", type: "Private Law" }])).toEqual({
      lawType: "priv",
      lawNumber: "116-1",
    });
  });
});
