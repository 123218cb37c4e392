import { z } from "zod";
import { fillPerson, readCongressDate } from "./congress-transform.ts";

/**
 * Lenient schemas that normalize api.congress.gov's responses: absent fields and unexpected types become null, absent lists
 * empty, bill numbers strings, and types upper case without dots. Each schema parses its own output unchanged, so cached copies
 * use the same ones. The fields are those of docs/reference/upstreams.md, "Congress fields"; others are dropped.
 */

/** Reads what is absent or of an unexpected type as null. */
function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null);
}

const text = lenient(z.string());
/** A day; times are dropped. */
const day = text.transform((value) => readCongressDate(value)?.day ?? null);
const digits = z.string().regex(/^\d{1,9}$/);
const wholeNumber = lenient(z.union([z.int(), digits.transform(Number)]));
/** "1" everywhere except in related bills, where it is 1. */
const numeral = lenient(z.union([z.string(), z.number()])).transform((value) => value?.toString() ?? null);
/** Upper case without dots, because older data has "H.J.Res.". */
const billType = z.string().transform((value) => value.replace(/[^a-z]/gi, "").toUpperCase());
/** URLs that a page may link to. */
const webAddress = text.transform((value) => (value !== null && /^https?:\/\//i.test(value) ? value : null));
const yesOrNo = lenient(
  z.union([z.boolean(), z.string().transform((value) => value.toUpperCase() === "Y")]),
).transform((value) => value ?? false);

/** Drops rows that are invalid or empty (older data has `{}`). */
function listOf<Row>(row: z.ZodType<Row>) {
  return z
    .unknown()
    .optional()
    .transform((value): Row[] => readRows(value, row));
}

function readRows<Row>(value: unknown, row: z.ZodType<Row>): Row[] {
  if (value === null || value === undefined) return [];
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  return rows.flatMap((candidate) => {
    const parsed = row.safeParse(candidate);
    return parsed.success && !isBlank(parsed.data) ? [parsed.data] : [];
  });
}

function isBlank(row: unknown): boolean {
  if (typeof row !== "object" || row === null) return false;
  return Object.values(row).every((value) => value === null || (Array.isArray(value) && value.length === 0));
}

function objectOrNull<Shape extends z.ZodRawShape>(shape: Shape) {
  return lenient(z.object(shape));
}

const latestAction = objectOrNull({ actionDate: day, actionTime: text, text: z.string() });
const law = z.object({ number: z.string(), type: text });
const counted = objectOrNull({ count: wholeNumber.transform((count) => count ?? 0) }).transform(
  (value) => value ?? { count: 0 },
);

const personFields = {
  bioguideId: text,
  firstName: text,
  lastName: text,
  /** "Rep. Sarbanes, John P. [D-MD-3]". */
  fullName: text,
  party: text,
  state: text,
  /** 0 is at large; null for senators. */
  district: wholeNumber,
};
const sponsor = z.object({ ...personFields, isByRequest: yesOrNo }).transform(fillPerson);
const cosponsor = z
  .object({
    ...personFields,
    isOriginalCosponsor: yesOrNo,
    sponsorshipDate: day,
    sponsorshipWithdrawnDate: day,
  })
  .transform(fillPerson);

const identity = {
  congress: wholeNumber.pipe(z.int()),
  type: billType,
  number: numeral.pipe(z.string().min(1)),
};

/** A row of a list of bills. Congress, type and number are required. */
export const billRowSchema = z.object({
  ...identity,
  title: text,
  latestAction: objectOrNull({ actionDate: day, actionTime: text, text }),
  laws: listOf(law),
  originChamber: text,
  /** A date in lists; a timestamp in the item. */
  updateDate: text,
  updateDateIncludingText: text,
});

/** A bill itself. */
export const billSchema = billRowSchema.extend({
  introducedDate: day,
  sponsors: listOf(sponsor),
  policyArea: objectOrNull({ name: z.string() }),
  cboCostEstimates: listOf(
    z.object({ title: text, description: text, pubDate: text, url: webAddress.pipe(z.string()) }),
  ),
  committeeReports: listOf(z.object({ citation: z.string() })),
  constitutionalAuthorityStatementText: text,
  legislationUrl: webAddress,
  actions: counted,
  amendments: counted,
  committees: counted,
  cosponsors: objectOrNull({ count: wholeNumber, countIncludingWithdrawnCosponsors: wholeNumber }).transform(
    (value) => ({
      count: value?.count ?? 0,
      countIncludingWithdrawnCosponsors: value?.countIncludingWithdrawnCosponsors ?? value?.count ?? 0,
    }),
  ),
  relatedBills: counted,
  subjects: counted,
  summaries: counted,
  textVersions: counted,
  titles: counted,
});

const actionSchema = z.object({
  actionDate: day,
  /** Washington's local time, "23:05:36". */
  actionTime: text,
  actionCode: text,
  text,
  type: text,
  sourceSystem: objectOrNull({ code: wholeNumber, name: text }),
  committees: listOf(z.object({ name: z.string(), systemCode: text })),
  recordedVotes: listOf(
    z.object({
      chamber: text,
      /** UTC timestamp. */
      date: text,
      rollNumber: wholeNumber.pipe(z.int()),
      sessionNumber: wholeNumber,
      url: webAddress,
    }),
  ),
  calendarNumber: objectOrNull({ calendar: text, number: numeral }),
});

const amendmentSchema = z.object({
  congress: wholeNumber,
  /** HAMDT, SAMDT or SUAMDT. */
  type: text,
  number: numeral,
  description: text,
  purpose: text,
  latestAction,
  updateDate: text,
});

const activities = listOf(z.object({ date: text, name: z.string() }));
const committeeSchema = z.object({
  name: text,
  systemCode: text,
  chamber: text,
  type: text,
  activities,
  subcommittees: listOf(z.object({ name: z.string(), systemCode: text, activities })),
});

const relatedBillSchema = z.object({
  ...identity,
  title: text,
  latestAction,
  relationshipDetails: listOf(z.object({ identifiedBy: text, type: text })),
});

const subjectsSchema = z.object({
  legislativeSubjects: listOf(z.object({ name: text, updateDate: text })),
  policyArea: objectOrNull({ name: z.string() }),
});

const summarySchema = z.object({
  actionDate: day,
  actionDesc: text,
  /** HTML from the service, not always well-formed; sanitize it before display. */
  text,
  updateDate: text,
  versionCode: numeral,
});

const textVersionSchema = z.object({
  /** Timestamp; null while unknown, mostly for the newest version. */
  date: text,
  type: text,
  formats: listOf(z.object({ type: text, url: webAddress })),
});

const titleSchema = z.object({
  title: text,
  titleType: text,
  titleTypeCode: wholeNumber,
  billTextVersionCode: text,
  billTextVersionName: text,
  chamberCode: text,
  chamberName: text,
  updateDate: text,
});

/** Schemas of the client's results, which also parse cached copies. */
export const congressSchemas = {
  bill: billSchema,
  actions: listOf(actionSchema),
  amendments: listOf(amendmentSchema),
  committees: listOf(committeeSchema),
  cosponsors: listOf(cosponsor),
  relatedBills: listOf(relatedBillSchema),
  subjects: subjectsSchema,
  summaries: listOf(summarySchema),
  textVersions: listOf(textVersionSchema),
  titles: listOf(titleSchema),
};

export type BillRow = z.output<typeof billRowSchema>;
export type Bill = z.output<typeof billSchema>;
export type BillCosponsor = z.output<typeof cosponsor>;
export type BillAction = z.output<typeof actionSchema>;
export type BillAmendment = z.output<typeof amendmentSchema>;
export type BillCommittee = z.output<typeof committeeSchema>;
export type RelatedBill = z.output<typeof relatedBillSchema>;
export type BillSubjects = z.output<typeof subjectsSchema>;
export type BillSummary = z.output<typeof summarySchema>;
export type BillTextVersion = z.output<typeof textVersionSchema>;
export type BillTitle = z.output<typeof titleSchema>;

/** The part of every response that links to the next page; items have none. */
export const envelopeSchema = z.looseObject({
  pagination: objectOrNull({
    count: wholeNumber,
    countIncludingWithdrawnCosponsors: wholeNumber,
    next: text,
  }),
});

/** `{error: {code, message}}` from the gateway, `{error: "…"}` from the API itself. */
export const errorBodySchema = z.object({
  error: z.union([z.string(), z.object({ code: z.string(), message: z.string().default("") })]),
});
