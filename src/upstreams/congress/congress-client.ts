import { z } from "zod";
import {
  connectCongress,
  unexpectedAnswer,
  parseAnswer,
  type CongressClientOptions,
  type CongressConnection,
  type CongressLimit,
} from "./congress-connection.ts";
import { readCompleteList, type ListPage } from "./congress-paging.ts";
import {
  billRowSchema,
  billSchema,
  congressSchemas,
  type Bill,
  type BillAction,
  type BillAmendment,
  type BillCommittee,
  type BillCosponsor,
  type BillRow,
  type BillSubjects,
  type BillSummary,
  type BillTextVersion,
  type BillTitle,
  type RelatedBill,
} from "./congress-schemas.ts";

/** Identifies a bill; the type in upper or lower case. Rows of lists and related bills fit. */
export type BillRef = { congress: number; type: string; number: string };

/**
 * Filters a list of bills. Dates apply to the bill's update, not its action (docs/reference/upstreams.md, "Congress
 * parameters").
 */
export type BillListQuery = {
  congress?: number;
  /** Only with `congress`. */
  billType?: string;
  fromDateTime?: Date;
  toDateTime?: Date;
  /** Newest action first by default. */
  sort?: "updateDate+asc" | "updateDate+desc";
  /** 250 by default, the maximum. */
  limit?: number;
};

export type BillPage = {
  bills: BillRow[];
  /** Length of the whole list, as the service counts. */
  count: number | null;
  /** Pass it as `next` to read on; it can be stored. Null at the end. */
  next: string | null;
  /** Rows that don't identify a bill. */
  unreadableRows: number;
};

/** Client of api.congress.gov. Every call rejects only with a CongressError. */
export type CongressClient = {
  /** Returns one page of a list. Rows can repeat or be missing between pages while the service changes. */
  listBills: (query: BillListQuery | { next: string }, signal?: AbortSignal) => Promise<BillPage>;
  bill: (ref: BillRef, signal?: AbortSignal) => Promise<Bill>;
  /** Complete like all lists below, with every page; newest first. */
  actions: (ref: BillRef, signal?: AbortSignal) => Promise<BillAction[]>;
  amendments: (ref: BillRef, signal?: AbortSignal) => Promise<BillAmendment[]>;
  committees: (ref: BillRef, signal?: AbortSignal) => Promise<BillCommittee[]>;
  /** Includes withdrawn cosponsors, with the date. */
  cosponsors: (ref: BillRef, signal?: AbortSignal) => Promise<BillCosponsor[]>;
  relatedBills: (ref: BillRef, signal?: AbortSignal) => Promise<RelatedBill[]>;
  subjects: (ref: BillRef, signal?: AbortSignal) => Promise<BillSubjects>;
  summaries: (ref: BillRef, signal?: AbortSignal) => Promise<BillSummary[]>;
  textVersions: (ref: BillRef, signal?: AbortSignal) => Promise<BillTextVersion[]>;
  titles: (ref: BillRef, signal?: AbortSignal) => Promise<BillTitle[]>;
  /** Finds the bill that became a law: "P.L. 117-1" is congress 117, number 1. */
  lawBill: (
    law: { congress: number; lawType: "pub" | "priv"; number: number },
    signal?: AbortSignal,
  ) => Promise<BillRef>;
  /** Returns the key's hourly limit according to the last response; null before the first, or if it had none. */
  rateLimit: () => CongressLimit | null;
};

type List<Row> = {
  path: string;
  element: string;
  schema: z.ZodType<Row[]>;
  /** Identifies a row; by default the whole row, because actions and titles have no id. */
  keyOf?: (row: Row) => string;
  expectedRows?: (page: ListPage) => number | null;
};

const mostRows = 250;
const itemSchema = z.object({ bill: billSchema });

/**
 * Creates a client of api.congress.gov v3 (docs/reference/upstreams.md, "Congress calls"), always requesting JSON, because the
 * default is XML.
 */
export function createCongressClient(options: CongressClientOptions): CongressClient {
  const connection = connectCongress(options);

  function lister<Row>(list: List<Row>) {
    return (ref: BillRef, signal?: AbortSignal) => readList(connection, ref, list, signal);
  }

  async function item(path: string, signal?: AbortSignal): Promise<Bill> {
    return (await connection.readItem(`${path}?format=json`, itemSchema, signal)).bill;
  }

  return {
    listBills: (query, signal) => readBills(connection, query, signal),
    bill: (ref, signal) => item(billPath(ref), signal),
    actions: lister({ path: "actions", element: "actions", schema: congressSchemas.actions }),
    amendments: lister({
      path: "amendments",
      element: "amendments",
      schema: congressSchemas.amendments,
      keyOf: keyOfRef,
    }),
    committees: lister({ path: "committees", element: "committees", schema: congressSchemas.committees }),
    cosponsors: lister({
      path: "cosponsors",
      element: "cosponsors",
      schema: congressSchemas.cosponsors,
      // Someone who withdrew and came back is listed twice, with two dates.
      keyOf: ({ bioguideId, fullName, sponsorshipDate }) => `${bioguideId ?? fullName} ${sponsorshipDate}`,
      expectedRows: ({ count, countIncludingWithdrawn }) => countIncludingWithdrawn ?? count,
    }),
    relatedBills: lister({
      path: "relatedbills",
      element: "relatedBills",
      schema: congressSchemas.relatedBills,
      keyOf: keyOfRef,
    }),
    subjects: (ref, signal) => readSubjects(connection, ref, signal),
    summaries: lister({ path: "summaries", element: "summaries", schema: congressSchemas.summaries }),
    textVersions: lister({ path: "text", element: "textVersions", schema: congressSchemas.textVersions }),
    titles: lister({ path: "titles", element: "titles", schema: congressSchemas.titles }),
    lawBill: async ({ congress, lawType, number }, signal) => {
      const bill = await item(`law/${congress}/${lawType}/${number}`, signal);
      return { congress: bill.congress, type: bill.type, number: bill.number };
    },
    rateLimit: connection.rateLimit,
  };
}

async function readBills(
  connection: CongressConnection,
  query: BillListQuery | { next: string },
  signal?: AbortSignal,
): Promise<BillPage> {
  const address = "next" in query ? checkNext(query.next) : listAddress(query);
  const { content, count, next } = await connection.readPage(address, "bills", signal);
  const rows = parseAnswer(z.array(z.unknown()), content ?? [], address);
  const bills = rows.flatMap((row) => {
    const parsed = billRowSchema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  if (rows.length > 0 && bills.length === 0) throw unexpectedAnswer(address, "no row identifies a bill");
  return { bills, count, next, unreadableRows: rows.length - bills.length };
}

async function readList<Row>(
  connection: CongressConnection,
  ref: BillRef,
  list: List<Row>,
  signal?: AbortSignal,
): Promise<Row[]> {
  const path = `${billPath(ref)}/${list.path}`;
  return readCompleteList(`${path}?format=json&limit=${mostRows}`, {
    read: (address) => connection.readPage(address, list.element, signal),
    rowsOf: ({ content }) => list.schema.parse(parseAnswer(z.array(z.unknown()), content ?? [], path)),
    keyOf: list.keyOf ?? ((row) => JSON.stringify(row)),
    expectedRows: list.expectedRows ?? (({ count }) => count),
  });
}

/** Reads subjects, an object with a list inside. Every page repeats the policy area and includes it in the count. */
async function readSubjects(
  connection: CongressConnection,
  ref: BillRef,
  signal?: AbortSignal,
): Promise<BillSubjects> {
  const path = `${billPath(ref)}/subjects`;
  let policyArea: BillSubjects["policyArea"] = null;
  const legislativeSubjects = await readCompleteList(`${path}?format=json&limit=${mostRows}`, {
    read: (address) => connection.readPage(address, "subjects", signal),
    rowsOf: ({ content }) => {
      const subjects = parseAnswer(congressSchemas.subjects, content ?? {}, path);
      policyArea ??= subjects.policyArea;
      return subjects.legislativeSubjects;
    },
    keyOf: ({ name }) => name ?? "",
    expectedRows: ({ count }) => (count === null || policyArea === null ? count : count - 1),
  });
  return { legislativeSubjects, policyArea };
}

function keyOfRef(row: { congress: number | null; type: string | null; number: string | null }): string {
  return `${row.congress} ${row.type} ${row.number}`;
}

function listAddress(query: BillListQuery): string {
  const { congress, billType, fromDateTime, toDateTime, sort, limit = mostRows } = query;
  const ofType = congress === undefined || billType === undefined ? [] : [billType.toLowerCase()];
  const path = ["bill", ...(congress === undefined ? [] : [String(congress)]), ...ofType];
  const parameters = new URLSearchParams({ format: "json", limit: String(limit) });
  if (fromDateTime !== undefined) parameters.set("fromDateTime", toSecond(fromDateTime));
  if (toDateTime !== undefined) parameters.set("toDateTime", toSecond(toDateTime));
  if (sort !== undefined) parameters.set("sort", sort.replace("+", " "));
  return `${path.map(encodeURIComponent).join("/")}?${parameters.toString()}`;
}

/** Formats as `YYYY-MM-DDT00:00:00Z`, as documented, without fractions of a second. */
function toSecond(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Validates a stored `next`, which must lead to a list of bills and nowhere else. */
function checkNext(next: string): string {
  if (/^bill(?:\/\d+(?:\/[a-z]+)?)?\?[^#\s]*$/.test(next)) return next;
  throw unexpectedAnswer("bill", "invalid link to the next page");
}

function billPath({ congress, type, number }: BillRef): string {
  // The service doesn't accept upper case in URLs (docs/reference/upstreams.md, "Congress calls").
  return ["bill", String(congress), type.toLowerCase(), number].map(encodeURIComponent).join("/");
}
