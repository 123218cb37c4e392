/**
 * A bill as the product shows it, in the field names of api.congress.gov (docs/reference/upstreams.md, "Congress
 * fields"). Everything that the upstream may leave out is optional, but for lists, which are complete and never
 * missing.
 */

export type LatestAction = {
  /** YYYY-MM-DD. */
  actionDate?: string | undefined;
  /** HH:MM:SS in Washington. */
  actionTime?: string | undefined;
  text: string;
};

export type Law = { number: string; type: string };

/** A row of the list, from our index. */
export type BillListItem = {
  congress: number;
  /** Upper case, as the upstream says it: `HJRES`. */
  type: string;
  number: string;
  title: string;
  introducedDate?: string | undefined;
  latestAction?: LatestAction | undefined;
  originChamber?: string | undefined;
  /** YYYY-MM-DD. */
  updateDate: string;
  laws: Law[];
};

export type Legislator = {
  bioguideId?: string | undefined;
  fullName: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** One letter: D, R, I. */
  party?: string | undefined;
  /** Two letters. */
  state?: string | undefined;
  /** Absent for senators; 0 is "at large". */
  district?: number | undefined;
};

export type Sponsor = Legislator & { isByRequest?: string | undefined };

export type CboCostEstimate = {
  title?: string | undefined;
  description?: string | undefined;
  pubDate?: string | undefined;
  url: string;
};

export type Bill = {
  congress: number;
  type: string;
  number: string;
  title: string;
  introducedDate?: string | undefined;
  originChamber?: string | undefined;
  updateDate?: string | undefined;
  latestAction?: LatestAction | undefined;
  /** The bill at www.congress.gov. */
  legislationUrl: string;
  sponsors: Sponsor[];
  cboCostEstimates: CboCostEstimate[];
  committeeReports: { citation: string }[];
  laws: Law[];
  policyArea?: { name: string } | undefined;
  /** Plain text. */
  constitutionalAuthorityStatementText?: string | undefined;
};

export type RecordedVote = {
  chamber?: string | undefined;
  rollNumber: number;
  sessionNumber?: number | undefined;
  /** An instant. */
  date?: string | undefined;
  url?: string | undefined;
};

export type BillAction = {
  /** YYYY-MM-DD. */
  actionDate: string;
  /** HH:MM:SS in Washington. */
  actionTime?: string | undefined;
  actionCode?: string | undefined;
  text: string;
  type?: string | undefined;
  /** The Senate has no code; 9 is the Library of Congress, whose rows repeat the chambers' events. */
  sourceSystem?: { code?: number | undefined; name?: string | undefined } | undefined;
  committees: { name: string; systemCode?: string | undefined }[];
  recordedVotes: RecordedVote[];
  calendarNumber?: { calendar?: string | undefined; number?: string | undefined } | undefined;
};

export type Cosponsor = Legislator & {
  isOriginalCosponsor?: boolean | undefined;
  sponsorshipDate?: string | undefined;
  sponsorshipWithdrawnDate?: string | undefined;
};

export type Amendment = {
  congress?: number | undefined;
  /** HAMDT, SAMDT or SUAMDT. */
  type: string;
  number: string;
  description?: string | undefined;
  purpose?: string | undefined;
  latestAction?: LatestAction | undefined;
  updateDate?: string | undefined;
};

export type BillSummary = {
  versionCode?: string | undefined;
  actionDate?: string | undefined;
  actionDesc?: string | undefined;
  updateDate?: string | undefined;
  /** HTML, cleaned by the server; headings from h3 down. */
  text: string;
};

export type TextVersion = {
  type?: string | undefined;
  /** An instant or a date. */
  date?: string | undefined;
  formats: { type?: string | undefined; url: string }[];
};

export type CommitteeActivity = { name: string; date?: string | undefined };

export type BillCommittee = {
  name: string;
  systemCode?: string | undefined;
  chamber?: string | undefined;
  type?: string | undefined;
  activities: CommitteeActivity[];
  subcommittees: { name: string; systemCode?: string | undefined; activities: CommitteeActivity[] }[];
};

export type BillSubjects = {
  legislativeSubjects: { name: string }[];
  policyArea?: { name: string } | undefined;
};

export type RelatedBill = {
  congress: number;
  type: string;
  number: string;
  title?: string | undefined;
  latestAction?: LatestAction | undefined;
  relationshipDetails: { type?: string | undefined; identifiedBy?: string | undefined }[];
};

/** How old a block is. `failed`: it could not be had and nothing was kept; its list is empty and its age null. */
export type BlockAge = {
  /** When the upstream said it, ISO 8601. */
  asOf: string | null;
  /** Older than it should be: the upstream could not be asked, or is being asked now. */
  isStale: boolean;
  failed: boolean;
};

/** All of a bill's page. Each block fails alone. */
export type BillBlocks = {
  /** Where this one failed, `bill` holds what the index knows of it: title, latest action, origin. */
  billDetails: BlockAge & { bill: Bill };
  billActions: BlockAge & { actions: BillAction[] };
  billCosponsors: BlockAge & {
    cosponsors: Cosponsor[];
    /** Without those who withdrew. */
    count: number;
    countIncludingWithdrawnCosponsors: number;
  };
  billAmendments: BlockAge & { amendments: Amendment[] };
  billSummaries: BlockAge & { summaries: BillSummary[] };
  billText: BlockAge & { textVersions: TextVersion[] };
  billCommittees: BlockAge & { committees: BillCommittee[] };
  billSubjects: BlockAge & { subjects: BillSubjects };
  billRelated: BlockAge & { relatedBills: RelatedBill[] };
};

/** What the index of bills holds at present. */
export type BillIndexState = {
  /** When the upstream was last read through to its newest change; null before the first time. */
  asOf: string | null;
  /** Every Congress that is kept has been read once; until then the list grows. */
  isComplete: boolean;
  /** How many bills it holds, of all Congresses. */
  indexed: number;
};
