/*
 * Sample responses of the service with every field it has, and variants with each of them missing. Facts of real bills,
 * combined so that nothing is missing; the fields are those of docs/reference/upstreams.md, "Congress fields".
 */

const at = "2023-01-11T13:49:52Z";
const base = "https://api.congress.gov/v3";
const latestAction = { actionDate: "2021-03-11", actionTime: "22:05:36", text: "Received in the Senate." };
const person = {
  bioguideId: "S001168",
  district: 3,
  firstName: "John",
  fullName: "Rep. Sarbanes, John P. [D-MD-3]",
  lastName: "Sarbanes",
  middleName: "P.",
  party: "D",
  state: "MD",
  url: `${base}/member/S001168?format=json`,
};
const row = {
  congress: 117,
  latestAction,
  laws: [{ number: "117-1", type: "Public Law" }],
  number: "1",
  originChamber: "House",
  originChamberCode: "H",
  title: "For the People Act of 2021",
  type: "HR",
  updateDate: "2023-01-11",
  updateDateIncludingText: at,
  url: `${base}/bill/117/hr/1?format=json`,
};
const activities = [{ date: "2021-01-04T17:02:00Z", name: "Referred To" }];
const committee = {
  name: "House Administration Committee",
  systemCode: "hsha00",
  url: `${base}/committee/house/hsha00?format=json`,
};

function counted(path: string) {
  return { count: 1, url: `${base}/bill/117/hr/1/${path}?format=json` };
}

/** Complete content under each response's own name, by the names in `congressSchemas`, and `bills` for a list. */
export const sampleAnswers = {
  bills: [row],
  bill: {
    ...row,
    updateDate: at,
    actions: counted("actions"),
    amendments: counted("amendments"),
    cboCostEstimates: [
      {
        description: "As introduced\n",
        pubDate: "2021-03-01T16:40:00Z",
        title: "H.R. 1, For the People Act of 2021",
        url: "https://www.cbo.gov/publication/57035",
      },
    ],
    committeeReports: [
      { citation: "H. Rept. 117-89,Part 1", url: `${base}/committee-report/117/HRPT/89?format=json` },
    ],
    committees: counted("committees"),
    constitutionalAuthorityStatementText: "<pre>\nArticle I, Section 4\n</pre>",
    cosponsors: { ...counted("cosponsors"), countIncludingWithdrawnCosponsors: 2 },
    introducedDate: "2021-01-04",
    legislationUrl: "https://www.congress.gov/bill/117th-congress/house-bill/1",
    notes: [{ text: "A note." }],
    onBehalfOfSponsor: [{ ...person, type: "Submitted on behalf of the sponsor" }],
    policyArea: { name: "Government Operations and Politics" },
    relatedBills: counted("relatedbills"),
    sponsors: [{ ...person, isByRequest: "Y" }],
    subjects: counted("subjects"),
    summaries: counted("summaries"),
    textVersions: counted("text"),
    titles: counted("titles"),
  },
  actions: [
    {
      actionCode: "H37100",
      actionDate: "2021-03-03",
      actionTime: "23:05:36",
      calendarNumber: { calendar: "U00013", number: "13" },
      committees: [committee],
      recordedVotes: [
        {
          chamber: "House",
          congress: 117,
          date: "2021-03-04T04:05:36Z",
          rollNumber: 62,
          sessionNumber: 1,
          url: "https://clerk.house.gov/evs/2021/roll062.xml",
        },
      ],
      sourceSystem: { code: 2, name: "House floor actions" },
      text: "On passage Passed by the Yeas and Nays: 220 - 210 (Roll no. 62).",
      type: "Floor",
    },
  ],
  amendments: [
    {
      congress: 117,
      description: "An amendment numbered 1.",
      latestAction,
      number: "10",
      purpose: "In the nature of a substitute.",
      type: "HAMDT",
      updateDate: at,
      url: `${base}/amendment/117/hamdt/10?format=json`,
    },
  ],
  committees: [
    {
      ...committee,
      activities,
      chamber: "House",
      subcommittees: [{ ...committee, activities, systemCode: "hsha01" }],
      type: "Standing",
    },
  ],
  cosponsors: [
    {
      ...person,
      isOriginalCosponsor: true,
      sponsorshipDate: "2021-01-04",
      sponsorshipWithdrawnDate: "2021-03-01",
    },
  ],
  relatedBills: [
    {
      congress: 117,
      latestAction,
      number: 1,
      relationshipDetails: [{ identifiedBy: "CRS", type: "Related bill" }],
      title: "For the People Act of 2021",
      type: "S",
      url: `${base}/bill/117/s/1?format=json`,
    },
  ],
  subjects: {
    legislativeSubjects: [{ name: "Elections", updateDate: at }],
    policyArea: { name: "Government Operations and Politics", updateDate: at },
  },
  summaries: [
    {
      actionDate: "2021-01-04",
      actionDesc: "Introduced in House",
      text: " <p><strong>For the People Act of 2021</strong></p> <p>This bill addresses voter access.",
      updateDate: at,
      versionCode: "00",
    },
  ],
  textVersions: [
    {
      date: "2021-01-04T05:00:00Z",
      formats: [{ type: "PDF", url: "https://www.congress.gov/117/bills/hr1/BILLS-117hr1ih.pdf" }],
      type: "Introduced in House",
    },
  ],
  titles: [
    {
      billTextVersionCode: "IH",
      billTextVersionName: "Introduced in House",
      chamberCode: "H",
      chamberName: "House",
      title: "For the People Act of 2021",
      titleType: "Short Title(s) as Introduced",
      titleTypeCode: 101,
      updateDate: at,
    },
  ],
};

/** A response that differs from a complete one at one place, such as `0.latestAction.text`. */
export type SampleVariant = { where: string; answer: unknown };

/** Fields that identify a bill; rows without one of them are dropped. */
const identity: ReadonlySet<string> = new Set(["congress", "type", "number"]);

/** Returns every variant of `answer` with one field, at any depth, missing, null, an empty list, or of an undocumented type. */
export function variantsOf(answer: unknown): SampleVariant[] {
  const replacements = [undefined, null, [], {}, 7, "?", [null], { item: [{}] }];
  return pathsIn(answer).flatMap((path) =>
    replacements.map((replacement) => ({
      where: path.join("."),
      answer: replaceAt(answer, path, replacement),
    })),
  );
}

/**
 * Returns the responses with each optional documented field missing, one at a time (docs/reference/upstreams.md, "Congress
 * envelope").
 */
export function withOneFieldAbsent(answer: unknown): SampleVariant[] {
  return pathsIn(answer)
    .filter((path) => !(path.length <= 2 && identity.has(String(path.at(-1)))))
    .map((path) => ({ where: path.join("."), answer: replaceAt(answer, path, undefined) }));
}

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => pathsIn(item, path.concat(index)));
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = path.concat(name);
    return [here].concat(pathsIn(inner, here));
  });
}

/** Returns a copy of `value` with another value at `path`; undefined removes the field. */
function replaceAt(value: unknown, path: Path, replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? replaceAt(item, rest, replacement) : item));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== step) return [[name, inner]];
      const changed = replaceAt(inner, rest, replacement);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}
