import type { SeedMember } from "./seed-members.ts";
import type { SeedAction, SeedBill, SeedCommittee, SeedCosponsor, SeedMoment } from "./seed-bill.ts";

/** Data the answers need besides the bill. */
export type AnswerContext = {
  /** Such as `http://127.0.0.1:3000/sandbox/congress/v3`. */
  base: string;
  findMember: (bioguideId: string, congress: number) => SeedMember;
  /** Returns a committee's name by its code. */
  committeeName: (code: string) => string | undefined;
};

type Json = Record<string, unknown>;

/** One of a bill's lists: its path, its name in the response, and its rows in the service's format. */
export type SubList = {
  element: string;
  rows: (bill: SeedBill, context: AnswerContext) => Json[];
};

/** Lists by path (docs/reference/upstreams.md, "Congress calls"). Subjects are an object and not included. */
export const subLists: Record<string, SubList | undefined> = {
  actions: { element: "actions", rows: (bill, context) => bill.actions.map(actionOf(bill, context)) },
  amendments: { element: "amendments", rows: amendmentsOf },
  committees: { element: "committees", rows: committeesOf },
  cosponsors: {
    element: "cosponsors",
    rows: (bill, context) => bill.cosponsors.map(cosponsorOf(bill, context)),
  },
  relatedbills: { element: "relatedBills", rows: relatedBillsOf },
  summaries: { element: "summaries", rows: summariesOf },
  text: { element: "textVersions", rows: textVersionsOf },
  titles: { element: "titles", rows: titlesOf },
};

/** Returns a row of a list of bills, where update dates are days. */
export function listRow(bill: SeedBill, context: AnswerContext, withLaws: boolean): Json {
  return leaveOut({
    congress: bill.congress,
    latestAction: latestActionOf(bill.actions[0]),
    laws: withLaws ? lawsOf(bill) : null,
    number: bill.number,
    ...originOf(bill),
    title: bill.title,
    type: bill.type.toUpperCase(),
    updateDate: bill.updated.slice(0, 10),
    updateDateIncludingText: bill.updated.slice(0, 10),
    url: `${context.base}/${billPath(bill)}?format=json`,
  });
}

/** Returns a bill itself. */
export function itemOf(bill: SeedBill, context: AnswerContext): Json {
  const active = bill.cosponsors.filter(({ withdrawn }) => withdrawn === null);
  const counts = {
    actions: bill.actions.length,
    amendments: bill.amendments.length,
    committees: bill.committees.length,
    relatedBills: bill.related.length,
    subjects: bill.subjects.length + (bill.policyArea === null ? 0 : 1),
    summaries: bill.summaries.length,
    textVersions: bill.texts.length,
    titles: titlesOf(bill).length,
  };
  const paths: Record<string, string> = { relatedBills: "relatedbills", textVersions: "text" };
  const url = `${context.base}/${billPath(bill)}`;
  const counted = Object.entries(counts).map(([name, count]) => [
    name,
    count === 0 ? null : { count, url: `${url}/${paths[name] ?? name}?format=json` },
  ]);
  return leaveOut({
    ...Object.fromEntries(counted),
    cboCostEstimates: bill.costEstimates.map((estimate) =>
      leaveOut({
        description: estimate.description === null ? null : `${estimate.description}\n`,
        pubDate: estimate.published,
        title: estimate.title,
        url: `https://www.cbo.gov/publication/${estimate.publication}`,
      }),
    ),
    committeeReports: bill.reports.map((citation) => ({ citation, url: reportUrl(citation, context) })),
    congress: bill.congress,
    cosponsors:
      bill.cosponsors.length === 0
        ? null
        : {
            count: active.length,
            countIncludingWithdrawnCosponsors: bill.cosponsors.length,
            url: `${url}/cosponsors?format=json`,
          },
    introducedDate: bill.introduced,
    latestAction: latestActionOf(bill.actions[0]),
    laws: lawsOf(bill),
    legislationUrl: legislationUrl(bill),
    number: bill.number,
    ...originOf(bill),
    policyArea: bill.policyArea === null ? null : { name: bill.policyArea },
    sponsors: bill.sponsors.map(({ bioguideId, isByRequest }) => ({
      ...personOf(bioguideId, bill, context),
      isByRequest: isByRequest ? "Y" : "N",
    })),
    title: bill.title,
    type: bill.type.toUpperCase(),
    updateDate: bill.updated,
    updateDateIncludingText: bill.updated,
  });
}

/**
 * Returns the subjects of one page; the policy area is on each page and included in the count (docs/reference/upstreams.md,
 * "Congress fields").
 */
export function subjectsOf(bill: SeedBill, names: readonly string[]): Json {
  return leaveOut({
    legislativeSubjects: names.map((name) => ({ name, updateDate: bill.updated })),
    policyArea: bill.policyArea === null ? null : { name: bill.policyArea, updateDate: bill.updated },
  });
}

export function billPath({ congress, type, number }: Pick<SeedBill, "congress" | "type" | "number">): string {
  return `bill/${congress}/${type}/${number}`;
}

/** Omits empty lists and nulls, as the service does (docs/reference/upstreams.md, "Congress envelope"). */
export function leaveOut(fields: Json): Json {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

function originOf(bill: SeedBill): Json {
  const isHouse = bill.type.startsWith("h");
  return { originChamber: isHouse ? "House" : "Senate", originChamberCode: isHouse ? "H" : "S" };
}

function lawsOf(bill: SeedBill): Json[] {
  return bill.laws.map((number) => ({ number, type: "Public Law" }));
}

function latestActionOf(moment: SeedMoment | null | undefined): Json | null {
  if (moment === null || moment === undefined) return null;
  return leaveOut({ actionDate: moment.date, actionTime: moment.time, text: moment.text });
}

function personOf(bioguideId: string, bill: SeedBill, { base, findMember }: AnswerContext): Json {
  return leaveOut({
    ...findMember(bioguideId, bill.congress),
    url: `${base}/member/${bioguideId}?format=json`,
  });
}

function cosponsorOf(bill: SeedBill, context: AnswerContext) {
  return (cosponsor: SeedCosponsor): Json => ({
    ...personOf(cosponsor.bioguideId, bill, context),
    isOriginalCosponsor: cosponsor.isOriginal,
    ...leaveOut({
      sponsorshipDate: cosponsor.date,
      sponsorshipWithdrawnDate: cosponsor.withdrawn,
    }),
  });
}

const sourceNames: Record<string, Json | undefined> = {
  C: { code: 1, name: "House committee actions" },
  F: { code: 2, name: "House floor actions" },
  S: { name: "Senate" },
  L: { code: 9, name: "Library of Congress" },
};

function actionOf(bill: SeedBill, context: AnswerContext) {
  return (action: SeedAction): Json =>
    leaveOut({
      actionCode: action.code,
      actionDate: action.date,
      actionTime: action.time,
      committees: action.committees.map((code) =>
        leaveOut({
          name: context.committeeName(code),
          systemCode: code,
          url: committeeUrl(code, context),
        }),
      ),
      recordedVotes: action.votes.map(({ chamber, session, roll, date }) => ({
        chamber,
        congress: bill.congress,
        date,
        rollNumber: roll,
        sessionNumber: session,
        url: voteUrl(bill.congress, { chamber, session, roll }),
      })),
      sourceSystem: sourceNames[action.source],
      text: action.text,
      type: action.type,
    });
}

function voteUrl(congress: number, vote: { chamber: string; session: number; roll: number }): string {
  // The first session of the 117th Congress was in 2021.
  const year = 2021 + (congress - 117) * 2 + vote.session - 1;
  if (vote.chamber === "House")
    return `https://clerk.house.gov/evs/${year}/roll${String(vote.roll).padStart(3, "0")}.xml`;
  const roll = String(vote.roll).padStart(5, "0");
  const folder = `vote${congress}${vote.session}`;
  return `https://www.senate.gov/legislative/LIS/roll_call_votes/${folder}/vote_${congress}_${vote.session}_${roll}.xml`;
}

function amendmentsOf(bill: SeedBill, { base }: AnswerContext): Json[] {
  return bill.amendments.map(({ type, number, updated, latestAction, text }) =>
    leaveOut({
      congress: bill.congress,
      description: type === "hamdt" ? text : null,
      latestAction: latestActionOf(latestAction),
      number,
      purpose: type === "hamdt" ? null : text,
      type: type.toUpperCase(),
      updateDate: updated,
      url: `${base}/amendment/${bill.congress}/${type}/${number}?format=json`,
    }),
  );
}

function committeesOf(bill: SeedBill, context: AnswerContext): Json[] {
  return bill.committees.map((committee) =>
    leaveOut({
      ...committeeOf(committee, context),
      chamber: chamberOf(committee.code),
      subcommittees: committee.subcommittees.map((subcommittee) => committeeOf(subcommittee, context)),
      type: committee.type,
    }),
  );
}

function committeeOf({ code, name, activities }: SeedCommittee, context: AnswerContext): Json {
  return leaveOut({ activities, name, systemCode: code, url: committeeUrl(code, context) });
}

function chamberOf(committeeCode: string): "House" | "Senate" {
  return committeeCode.startsWith("h") ? "House" : "Senate";
}

function committeeUrl(code: string, { base }: AnswerContext): string {
  return `${base}/committee/${chamberOf(code).toLowerCase()}/${code}?format=json`;
}

function reportUrl(citation: string, { base }: AnswerContext): string {
  const [, chamber = "H", congress = "", number = ""] = /^([HS])\. Rept\. (\d+)-(\d+)/.exec(citation) ?? [];
  return `${base}/committee-report/${congress}/${chamber}RPT/${number}?format=json`;
}

function relatedBillsOf(bill: SeedBill, { base }: AnswerContext): Json[] {
  return bill.related.map(({ congress, type, number, relations, latestAction, title }) =>
    leaveOut({
      congress,
      latestAction: latestActionOf(latestAction),
      // A number only here (docs/reference/upstreams.md, "Congress fields").
      number,
      relationshipDetails: relations,
      title,
      type: type.toUpperCase(),
      url: `${base}/bill/${congress}/${type}/${number}?format=json`,
    }),
  );
}

function summariesOf(bill: SeedBill): Json[] {
  return bill.summaries.map(({ date, description, html, updated, versionCode }) => ({
    actionDate: date,
    actionDesc: description,
    text: ` ${html}`,
    updateDate: updated,
    versionCode,
  }));
}

const textFormats = [
  { type: "Formatted Text", ending: "htm" },
  { type: "PDF", ending: "pdf" },
  { type: "Formatted XML", ending: "xml" },
];

function textVersionsOf(bill: SeedBill): Json[] {
  const [law = ""] = bill.laws;
  const lawNumber = law.split("-")[1] ?? "";
  return bill.texts.map(({ version, date, name }) => ({
    // The only null in the service's responses (docs/reference/upstreams.md, "Congress fields").
    date,
    formats: textFormats.map(({ type, ending }) => ({
      type,
      url:
        version === "plaw"
          ? `https://www.congress.gov/${bill.congress}/plaws/publ${lawNumber}/PLAW-${bill.congress}publ${lawNumber}.${ending}`
          : `https://www.congress.gov/${bill.congress}/bills/${bill.type}${bill.number}/BILLS-${bill.congress}${bill.type}${bill.number}${version}.${ending}`,
    })),
    type: name,
  }));
}

const versionNames: Record<string, string | undefined> = {
  IH: "Introduced in House",
  IS: "Introduced in Senate",
  RH: "Reported in House",
  RS: "Reported in Senate",
  EH: "Engrossed in House",
  ES: "Engrossed in Senate",
  EAH: "Engrossed Amendment House",
  EAS: "Engrossed Amendment Senate",
  ENR: "Enrolled Bill",
};
const titleCodes: Record<string, number | undefined> = {
  "Display Title": 45,
  "Official Title as Introduced": 6,
};

function titlesOf(bill: SeedBill): Json[] {
  const display = { type: "Display Title", version: null, chamber: null, title: bill.title };
  return [display, ...bill.titles].map(({ type, version, chamber, title }) =>
    leaveOut({
      billTextVersionCode: version,
      billTextVersionName: version === null ? null : versionNames[version],
      chamberCode: chamber,
      chamberName: chamber === null ? null : chamber === "H" ? "House" : "Senate",
      title,
      titleType: type,
      titleTypeCode: titleCodes[type],
      updateDate: bill.updated,
    }),
  );
}

const legislationNames: Record<string, string | undefined> = {
  hr: "house-bill",
  s: "senate-bill",
  hjres: "house-joint-resolution",
  sjres: "senate-joint-resolution",
  hconres: "house-concurrent-resolution",
  sconres: "senate-concurrent-resolution",
  hres: "house-resolution",
  sres: "senate-resolution",
};

/** Types of bills and resolutions, as in addresses. */
export const billTypes: ReadonlySet<string> = new Set(Object.keys(legislationNames));

function legislationUrl({ congress, type, number }: SeedBill): string {
  const ending =
    congress % 100 > 10 && congress % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][congress % 10] ?? "th");
  return `https://www.congress.gov/bill/${congress}${ending}-congress/${legislationNames[type] ?? type}/${number}`;
}
