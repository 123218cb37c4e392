import type { ImportState } from "#shared/import-states.ts";
import type { Days, SourcedRow } from "../row-match.ts";
import type { LedgerFacts } from "../ledger-plan.ts";
import type { FilePart } from "./file-parts.ts";

/** A row of a statement's file, in the form of the ledger. */
export type FileRow = LedgerFacts & {
  payeeKey: string;
  /** Line of the file where it starts; several rows can be on one. */
  line: number;
  /** The bank's id, as far as the file has one. */
  externalId: string | null;
  /** Set if it replaces or takes back an earlier row of that id. */
  correction: { externalId: string; action: "replace" | "delete" } | null;
  /** Category that the file names. */
  fileCategory: string | null;
  merchantCode: string | null;
  typeCode: string | null;
  /** Parts that the file divides it into; absent if it comes whole. */
  parts?: readonly FilePart[] | undefined;
};

/** A row of the ledger that a statement may bring again. */
export type KeptRow = SourcedRow & {
  transactionId: number;
  merchantName: string | null;
  /** Payee that is shown. */
  payee: string;
  pending: boolean;
  /** A bank delivers it. Otherwise it's of files if it has `facts`, and else the person typed it. */
  isOfBank: boolean;
  /** The person deleted it. */
  isDeleted: boolean;
  /** The person said that it's one of its own: only what is known of it finds it. */
  isKeptApart: boolean;
  /** The row that this was before the person joined it with the one of `transactionId`; null if it's that row itself. */
  joinedFrom: number | null;
  /** A file of the kind that is planned may split it (docs/reference/import-matching.md, "Categories and kinds"). */
  canBeSplit?: boolean | undefined;
  facts: readonly FileFact[];
};

/** Data of a file about a row of the ledger. */
export type FileFact = SourcedRow & {
  dialect: string;
  /** Null if the bank's ids weren't to be trusted in that file. */
  externalId: string | null;
};

/** Rows of an account that a statement may bring again, and the days that each source covers: `bank`, or the files of a dialect. */
export type KeptRows = { rows: readonly KeptRow[]; covered: ReadonlyMap<string, readonly Days[]> };

/** Why a row has its state. */
export type RowReason =
  /** It's nowhere in the ledger. */
  | "new"
  /** The same, though the file has several that are equal: each counts. */
  | "repeated"
  /** An earlier file had the same id. */
  | "sameId"
  /** An earlier file had the same day, amount and payee. */
  | "equal"
  /** The same, under another id: the bank has numbered its rows anew. */
  | "renumbered"
  /** The bank delivered it. */
  | "ofBank"
  /** A file of another kind brought it. */
  | "otherFile"
  /** The file itself replaces it, or takes it back. */
  | "superseded"
  /** It takes back what isn't here. */
  | "nothingToTakeBack"
  | "typed"
  | "posted"
  /** The bank has changed the amount. */
  | "amount"
  /** The bank replaces an earlier row. */
  | "corrected"
  /** The bank takes an earlier row back. */
  | "withdrawn"
  | "maybe"
  | "deleted"
  | "stillPending";

/** A row of a file, and the row of the ledger that it is about; null for none. */
export type PlannedRow = { row: FileRow; state: ImportState; reason: RowReason; kept: KeptRow | null };

/** Rows of a file as planned, in its order. */
export type StatementPlan = {
  rows: readonly PlannedRow[];
  /** False if the bank's ids aren't to be trusted in this file. */
  hasTrustedIds: boolean;
};

/** Returns true for a row that the person typed, and that nothing else has delivered. */
export function isTyped({ isOfBank, facts }: KeptRow): boolean {
  return !isOfBank && facts.length === 0;
}

/** Returns true if a row of a file brings its parts: to a new row, or to one of its amount that may be split. */
export function bringsParts({ parts, amount }: FileRow, kept: KeptRow | null): boolean {
  if (parts === undefined || kept === null) return parts !== undefined;
  return kept.canBeSplit === true && kept.joinedFrom === null && kept.amount === amount;
}
