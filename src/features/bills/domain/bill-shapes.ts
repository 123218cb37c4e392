import { z } from "zod";

/*
 * A bill as the product shows it, in the field names of api.congress.gov (docs/reference/upstreams.md, "Congress
 * fields"). Whatever the upstream may leave out is optional, except lists, which are complete and always present.
 */

const text = z.string().optional();
const count = z.int().nonnegative();
const named = z.object({ name: z.string() });

const latestActionSchema = z.object({
  /** YYYY-MM-DD. */
  actionDate: text,
  /** HH:MM:SS in Washington. */
  actionTime: text,
  text: z.string(),
});

const lawSchema = z.object({ number: z.string(), type: z.string() });

/** A row of the list, from our index. */
export const billListItemSchema = z.object({
  congress: z.int(),
  /** Upper case, as in the upstream: `HJRES`. */
  type: z.string(),
  number: z.string(),
  title: z.string(),
  introducedDate: text,
  latestAction: latestActionSchema.optional(),
  originChamber: text,
  /** YYYY-MM-DD. */
  updateDate: z.string(),
  laws: z.array(lawSchema),
});

const legislatorSchema = z.object({
  bioguideId: text,
  fullName: z.string(),
  firstName: text,
  lastName: text,
  /** One letter: D, R, I. */
  party: text,
  /** Two letters. */
  state: text,
  /** Absent for senators; 0 is "at large". */
  district: z.int().optional(),
});

const billSchema = z.object({
  congress: z.int(),
  type: z.string(),
  number: z.string(),
  title: z.string(),
  introducedDate: text,
  originChamber: text,
  updateDate: text,
  latestAction: latestActionSchema.optional(),
  /** Page on www.congress.gov. */
  legislationUrl: z.string(),
  sponsors: z.array(legislatorSchema.extend({ isByRequest: text })),
  cboCostEstimates: z.array(z.object({ title: text, description: text, pubDate: text, url: z.string() })),
  committeeReports: z.array(z.object({ citation: z.string() })),
  laws: z.array(lawSchema),
  policyArea: named.optional(),
  /** Plain text. */
  constitutionalAuthorityStatementText: text,
});

const recordedVoteSchema = z.object({
  chamber: text,
  rollNumber: z.int(),
  sessionNumber: z.int().optional(),
  /** An instant. */
  date: text,
  url: text,
});

const billActionSchema = z.object({
  /** YYYY-MM-DD. */
  actionDate: z.string(),
  /** HH:MM:SS in Washington. */
  actionTime: text,
  actionCode: text,
  text: z.string(),
  type: text,
  /** The Senate has no code; 9 is the Library of Congress, whose rows repeat the chambers' events. */
  sourceSystem: z.object({ code: z.int().optional(), name: text }).optional(),
  committees: z.array(named.extend({ systemCode: text })),
  recordedVotes: z.array(recordedVoteSchema),
  calendarNumber: z.object({ calendar: text, number: text }).optional(),
});

const cosponsorSchema = legislatorSchema.extend({
  isOriginalCosponsor: z.boolean().optional(),
  sponsorshipDate: text,
  sponsorshipWithdrawnDate: text,
});

const amendmentSchema = z.object({
  congress: z.int().optional(),
  /** HAMDT, SAMDT, or SUAMDT. */
  type: z.string(),
  number: z.string(),
  description: text,
  purpose: text,
  latestAction: latestActionSchema.optional(),
  updateDate: text,
});

const billSummarySchema = z.object({
  versionCode: text,
  actionDate: text,
  actionDesc: text,
  updateDate: text,
  /** HTML, sanitized by the server; headings from h3 down. */
  text: z.string(),
});

const textVersionSchema = z.object({
  type: text,
  /** An instant or a date. */
  date: text,
  formats: z.array(z.object({ type: text, url: z.string() })),
});

const committeeActivitySchema = named.extend({ date: text });
const activities = z.array(committeeActivitySchema);

const billCommitteeSchema = z.object({
  name: z.string(),
  systemCode: text,
  chamber: text,
  type: text,
  activities,
  subcommittees: z.array(named.extend({ systemCode: text, activities })),
});

const billSubjectsSchema = z.object({
  legislativeSubjects: z.array(named),
  policyArea: named.optional(),
});

const relatedBillSchema = z.object({
  congress: z.int(),
  type: z.string(),
  number: z.string(),
  title: text,
  latestAction: latestActionSchema.optional(),
  relationshipDetails: z.array(z.object({ type: text, identifiedBy: text })),
});

/** Age of a block. If `failed`, it couldn't be loaded and there is no copy; its list is empty and its age null. */
const blockAgeSchema = z.object({
  /** Time the upstream returned it. */
  asOf: z.iso.datetime().nullable(),
  /** True if it is overdue, because the upstream couldn't be asked or is being asked now. */
  isStale: z.boolean(),
  failed: z.boolean(),
});

/** All blocks of a bill's page, which fail independently. */
export const billBlocksSchema = z.object({
  /** If this block failed, `bill` holds the index's data: title, latest action, origin. */
  billDetails: blockAgeSchema.extend({ bill: billSchema }),
  billActions: blockAgeSchema.extend({ actions: z.array(billActionSchema) }),
  billCosponsors: blockAgeSchema.extend({
    cosponsors: z.array(cosponsorSchema),
    /** Excludes withdrawn cosponsors. */
    count,
    countIncludingWithdrawnCosponsors: count,
  }),
  billAmendments: blockAgeSchema.extend({ amendments: z.array(amendmentSchema) }),
  billSummaries: blockAgeSchema.extend({ summaries: z.array(billSummarySchema) }),
  billText: blockAgeSchema.extend({ textVersions: z.array(textVersionSchema) }),
  billCommittees: blockAgeSchema.extend({ committees: z.array(billCommitteeSchema) }),
  billSubjects: blockAgeSchema.extend({ subjects: billSubjectsSchema }),
  billRelated: blockAgeSchema.extend({ relatedBills: z.array(relatedBillSchema) }),
});

/** State of the bill index. */
export const billIndexStateSchema = z.object({
  /** Time the upstream was last read up to its newest change; null before the first time. */
  asOf: z.iso.datetime().nullable(),
  /** True once every covered Congress has been read; until then the list grows. */
  isComplete: z.boolean(),
  /** True if the last call for a Congress failed. It's retried automatically. */
  isFailing: z.boolean(),
  /** Number of bills, of all Congresses. */
  indexed: count,
});

export type LatestAction = z.infer<typeof latestActionSchema>;
export type Law = z.infer<typeof lawSchema>;
export type BillListItem = z.infer<typeof billListItemSchema>;
export type Bill = z.infer<typeof billSchema>;
export type RecordedVote = z.infer<typeof recordedVoteSchema>;
export type BillAction = z.infer<typeof billActionSchema>;
export type Cosponsor = z.infer<typeof cosponsorSchema>;
export type Amendment = z.infer<typeof amendmentSchema>;
export type BillSummary = z.infer<typeof billSummarySchema>;
export type TextVersion = z.infer<typeof textVersionSchema>;
export type CommitteeActivity = z.infer<typeof committeeActivitySchema>;
export type BillCommittee = z.infer<typeof billCommitteeSchema>;
export type BillSubjects = z.infer<typeof billSubjectsSchema>;
export type RelatedBill = z.infer<typeof relatedBillSchema>;
export type BlockAge = z.infer<typeof blockAgeSchema>;
export type BillBlocks = z.infer<typeof billBlocksSchema>;
export type BillIndexState = z.infer<typeof billIndexStateSchema>;
