/**
 * A bill as the product shows it, in the field names of api.congress.gov (docs/reference/upstreams.md, "Congress
 * fields"). Whatever the upstream may leave out is optional, except lists, which are complete and always present.
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
  /** Upper case, as in the upstream: `HJRES`. */
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
  /** Page on www.congress.gov. */
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
  /** HAMDT, SAMDT, or SUAMDT. */
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
  /** HTML, sanitized by the server; headings from h3 down. */
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

/** Age of a block. If `failed`, it couldn't be loaded and there is no copy; its list is empty and its age null. */
export type BlockAge = {
  /** Time the upstream returned it, ISO 8601. */
  asOf: string | null;
  /** True if it is overdue, because the upstream couldn't be asked or is being asked now. */
  isStale: boolean;
  failed: boolean;
};

/** All blocks of a bill's page, which fail independently. */
export type BillBlocks = {
  /** If this block failed, `bill` holds the index's data: title, latest action, origin. */
  billDetails: BlockAge & { bill: Bill };
  billActions: BlockAge & { actions: BillAction[] };
  billCosponsors: BlockAge & {
    cosponsors: Cosponsor[];
    /** Excludes withdrawn cosponsors. */
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

/** State of the bill index. */
export type BillIndexState = {
  /** Time the upstream was last read up to its newest change; null before the first time. */
  asOf: string | null;
  /** True once every covered Congress has been read; until then the list grows. */
  isComplete: boolean;
  /** True if the last call for a Congress failed. It's retried automatically. */
  isFailing: boolean;
  /** Number of bills, of all Congresses. */
  indexed: number;
};
