import { expect, it } from "vitest";
import type { BillBlocks, BillSummary } from "./bill-shapes.ts";
import { billPageView, firstAmendments, newestFirst } from "./bill-page-view.ts";

const age = { asOf: "2026-11-21T12:00:00Z", isStale: false, failed: false };

function blocksWith(amendments: number, summaries: BillSummary[]): BillBlocks {
  return {
    billDetails: {
      ...age,
      bill: {
        congress: 117,
        type: "HR",
        number: "1",
        title: "A bill",
        legislationUrl: "https://www.congress.gov/bill/117th-congress/house-bill/1",
        sponsors: [],
        cboCostEstimates: [],
        committeeReports: [],
        laws: [],
      },
    },
    billActions: { ...age, actions: [] },
    billCosponsors: { ...age, cosponsors: [], count: 0, countIncludingWithdrawnCosponsors: 0 },
    billAmendments: {
      ...age,
      amendments: Array.from({ length: amendments }, (_, n) => ({ type: "HAMDT", number: String(n + 1) })),
    },
    billSummaries: { ...age, summaries },
    billText: { ...age, textVersions: [] },
    billCommittees: { ...age, committees: [] },
    billSubjects: { ...age, subjects: { legislativeSubjects: [] } },
    billRelated: { ...age, relatedBills: [] },
  };
}

const introduced = { versionCode: "00", actionDate: "2021-01-04", text: "<p>As introduced</p>" };
const passed = { versionCode: "36", actionDate: "2021-03-03", text: "<p>As passed</p>" };
const law = { versionCode: "49", actionDate: "2021-03-03", text: "<p>As law</p>" };

it("contains the first amendments and their total", () => {
  const { amendments, total } = billPageView(blocksWith(791, [])).billAmendments;
  expect(amendments.map(({ number }) => number)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
  expect([amendments.length, total]).toEqual([firstAmendments, 791]);
});

it("contains the newest summary's text, and only the names of the others", () => {
  const { latest, versions } = billPageView(blocksWith(0, [introduced, law, passed])).billSummaries;
  expect(latest).toEqual(law);
  expect(versions).toEqual([
    { versionCode: "49", actionDate: "2021-03-03" },
    { versionCode: "36", actionDate: "2021-03-03" },
    { versionCode: "00", actionDate: "2021-01-04" },
  ]);
});

it("has no latest summary if there is none, and sorts undated ones last", () => {
  expect(billPageView(blocksWith(0, [])).billSummaries.latest).toBeNull();
  expect(newestFirst([{ text: "x" }, introduced])).toEqual([introduced, { text: "x" }]);
});
