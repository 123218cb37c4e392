import type { BillBlocks } from "#features/bills/domain/bill-shapes.ts";

const age = { asOf: "2026-11-21T12:00:00Z", isStale: false, failed: false };
const latestAction = { actionDate: "2021-03-11", actionTime: "10:15:00", text: "Received in the Senate." };

/** An invented bill with every field the upstream can have. */
export const fullBill: BillBlocks = {
  billDetails: {
    ...age,
    bill: {
      congress: 117,
      type: "HR",
      number: "1",
      title: "An invented bill",
      introducedDate: "2021-01-04",
      originChamber: "House",
      updateDate: "2026-01-01T00:00:00Z",
      latestAction,
      legislationUrl: "https://www.congress.gov/bill/117th-congress/house-bill/1",
      sponsors: [
        {
          bioguideId: "A000001",
          fullName: "Rep. Sample, Ada [D-MD-3]",
          firstName: "Ada",
          lastName: "Sample",
          party: "D",
          state: "MD",
          district: 3,
          isByRequest: "Y",
        },
      ],
      cboCostEstimates: [
        {
          title: "An estimate",
          description: "As reported on March 1, 2021\n",
          pubDate: "2021-03-01T16:40:00Z",
          url: "https://www.cbo.gov/publication/1",
        },
      ],
      committeeReports: [{ citation: "H. Rept. 117-1" }],
      laws: [{ number: "117-1", type: "Public Law" }],
      policyArea: { name: "Government Operations and Politics" },
      constitutionalAuthorityStatementText: "Article I, Section 8",
    },
  },
  billActions: {
    ...age,
    actions: [
      {
        actionDate: "2021-03-03",
        actionTime: "23:05:36",
        actionCode: "H37100",
        text: "On passage Passed by the Yeas and Nays: 220 - 210 (Roll no. 62).",
        type: "Floor",
        sourceSystem: { code: 2, name: "House floor actions" },
        committees: [{ name: "House Administration Committee", systemCode: "hsha00" }],
        recordedVotes: [
          {
            chamber: "House",
            rollNumber: 62,
            sessionNumber: 1,
            date: "2021-03-04T04:05:36Z",
            url: "https://clerk.house.gov/evs/2021/roll062.xml",
          },
        ],
        calendarNumber: { calendar: "U00", number: "1" },
      },
    ],
  },
  billCosponsors: {
    ...age,
    count: 1,
    countIncludingWithdrawnCosponsors: 1,
    cosponsors: [
      {
        bioguideId: "B000001",
        fullName: "Rep. Example, Ben [R-AK-At Large]",
        firstName: "Ben",
        lastName: "Example",
        party: "R",
        state: "AK",
        district: 0,
        isOriginalCosponsor: false,
        sponsorshipDate: "2021-01-05",
        sponsorshipWithdrawnDate: "2021-02-05",
      },
    ],
  },
  billAmendments: {
    ...age,
    amendments: [
      {
        congress: 117,
        type: "HAMDT",
        number: "12",
        description: "Changes a word.",
        purpose: "To change a word.",
        latestAction,
        updateDate: "2021-03-03",
      },
    ],
  },
  billSummaries: {
    ...age,
    summaries: [
      {
        versionCode: "00",
        actionDate: "2021-01-04",
        actionDesc: "Introduced in House",
        updateDate: "2021-02-01",
        text: "<p>What it does.</p>",
      },
    ],
  },
  billText: {
    ...age,
    textVersions: [
      {
        type: "Introduced in House",
        date: "2021-01-04T05:00:00Z",
        formats: [{ type: "PDF", url: "https://www.congress.gov/117/bills/hr1/BILLS-117hr1ih.pdf" }],
      },
    ],
  },
  billCommittees: {
    ...age,
    committees: [
      {
        name: "House Administration Committee",
        systemCode: "hsha00",
        chamber: "House",
        type: "Standing",
        activities: [{ name: "Referred To", date: "2021-01-04T17:00:00Z" }],
        subcommittees: [
          {
            name: "Elections Subcommittee",
            systemCode: "hsha08",
            activities: [{ name: "Referred to", date: "2021-01-05T17:00:00Z" }],
          },
        ],
      },
    ],
  },
  billSubjects: {
    ...age,
    subjects: {
      legislativeSubjects: [{ name: "Elections, voting, political campaign regulation" }],
      policyArea: { name: "Government Operations and Politics" },
    },
  },
  billRelated: {
    ...age,
    relatedBills: [
      {
        congress: 116,
        type: "S",
        number: "949",
        title: "An older bill",
        latestAction,
        relationshipDetails: [{ type: "Related bill", identifiedBy: "CRS" }],
      },
    ],
  },
};
