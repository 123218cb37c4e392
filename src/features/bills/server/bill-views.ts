import type { z } from "zod";
import { compareDates } from "#shared/time/compare-dates.ts";
import { htmlToText } from "#server/pages/sanitize-html.ts";
import type * as upstream from "#upstreams/congress/index.ts";
import {
  billBlocksSchema,
  type Amendment,
  type Bill,
  type BillAction,
  type BillCommittee,
  type BillSubjects,
  type BillSummary,
  type Cosponsor,
  type RelatedBill,
  type TextVersion,
} from "../domain/bill-shapes.ts";
import { billCitation, congressGovUrl } from "../domain/bill-citation.ts";
import type { BillKey } from "../domain/bill-types.ts";
import type { IndexedBill } from "./bill-store.ts";
import { createSummaryCleaner } from "./index-pass/summary-cleaner.ts";

const cleanSummary = createSummaryCleaner();
const blocks = billBlocksSchema.shape;
const billSchema = blocks.billDetails.shape.bill;
const subjectsSchema = blocks.billSubjects.shape.subjects;

/** Returns a value without its nulls, which stand for what the upstream left out. */
function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_name, field: unknown) => field ?? undefined));
}

/** Returns rows with the contract's fields only, without incomplete rows. */
function rowsOf<Row>({ element }: z.ZodArray<z.ZodType<Row>>, rows: readonly unknown[]): Row[] {
  return rows.flatMap((row) => {
    const parsed = element.safeParse(withoutNulls(row));
    return parsed.success ? [parsed.data] : [];
  });
}

/** Converts the upstream's bill to the contract's shape: without nulls, with sanitized HTML, without incomplete rows. */
export function viewBill(key: BillKey, bill: upstream.Bill): Bill {
  const view = withoutNulls({
    ...bill,
    congress: key.congress,
    type: key.billType.toUpperCase(),
    number: key.billNumber,
    title: titleOf(bill.title) ?? billCitation(key),
    latestAction: bill.latestAction?.text === null ? null : bill.latestAction,
    legislationUrl: bill.legislationUrl ?? congressGovUrl(key),
    sponsors: rowsOf(
      billSchema.shape.sponsors,
      bill.sponsors.map(({ isByRequest, ...sponsor }) =>
        Object.assign(sponsor, { isByRequest: isByRequest ? "Y" : "N" }),
      ),
    ),
    cboCostEstimates: bill.cboCostEstimates.map(({ title, description, ...estimate }) =>
      Object.assign(estimate, { title: lineOf(title), description: lineOf(description) }),
    ),
    laws: bill.laws.map(({ number, type }) => ({ number, type: type ?? "Public Law" })),
    constitutionalAuthorityStatementText: linesOf(bill.constitutionalAuthorityStatementText),
  });
  return billSchema.parse(view);
}

/** Returns null for a missing or blank title. */
function titleOf(title: string | null): string | null {
  const trimmed = title?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** Converts an index row to a bill, for when the upstream can't be asked. */
export function viewIndexedBill({ key, item }: IndexedBill): Bill {
  return billSchema.parse({
    ...item,
    congress: key.congress,
    legislationUrl: congressGovUrl(key),
    sponsors: [],
    cboCostEstimates: [],
    committeeReports: [],
  });
}

export function viewActions(actions: readonly upstream.BillAction[]): BillAction[] {
  return rowsOf(blocks.billActions.shape.actions, actions);
}

export function viewCosponsors(cosponsors: readonly upstream.BillCosponsor[]): Cosponsor[] {
  return rowsOf(blocks.billCosponsors.shape.cosponsors, cosponsors);
}

export function viewAmendments(amendments: readonly upstream.BillAmendment[]): Amendment[] {
  const rows = amendments.map(({ description, purpose, ...amendment }) =>
    Object.assign(amendment, { description: lineOf(description), purpose: lineOf(purpose) }),
  );
  return rowsOf(blocks.billAmendments.shape.amendments, rows);
}

/** Newest first. */
export function viewSummaries(summaries: readonly upstream.BillSummary[]): BillSummary[] {
  const rows = summaries.map(({ text, actionDesc, ...summary }) =>
    Object.assign(summary, {
      text: text === null ? null : cleanSummary(text),
      actionDesc: lineOf(actionDesc),
    }),
  );
  return rowsOf(blocks.billSummaries.shape.summaries, rows).toSorted((a, b) =>
    orderOf(b).localeCompare(orderOf(a)),
  );
}

function orderOf({ actionDate = "", updateDate = "" }: BillSummary): string {
  return `${actionDate} ${updateDate}`;
}

/** Newest first: one without a date is the newest of all (docs/reference/upstreams.md, "Congress fields"). */
export function viewTextVersions(versions: readonly upstream.BillTextVersion[]): TextVersion[] {
  const rows = versions.map(({ formats, ...version }) =>
    Object.assign(version, { formats: formats.filter(({ url }) => url !== null) }),
  );
  return rowsOf(blocks.billText.shape.textVersions, rows).toSorted((a, b) =>
    compareDates(b.date ?? "9", a.date ?? "9"),
  );
}

export function viewCommittees(committees: readonly upstream.BillCommittee[]): BillCommittee[] {
  return rowsOf(blocks.billCommittees.shape.committees, committees);
}

export function viewSubjects({ legislativeSubjects, policyArea }: upstream.BillSubjects): BillSubjects {
  return {
    legislativeSubjects: rowsOf(subjectsSchema.shape.legislativeSubjects, legislativeSubjects),
    policyArea: policyArea ?? undefined,
  };
}

export function viewRelatedBills(bills: readonly upstream.RelatedBill[]): RelatedBill[] {
  return rowsOf(blocks.billRelated.shape.relatedBills, bills);
}

/** Returns a text with its line breaks, such as `Article I, Section 8` on its own line. */
function linesOf(text: string | null): string | undefined {
  const lines = (text ?? "").split(/\n|<(?:br|\/p|\/div)\b[^>]*>/i).map(htmlToText);
  return lines.filter((line) => line !== "").join("\n") || undefined;
}

/** Returns a text as one plain line: some of the upstream's plain texts contain markup. */
function lineOf(text: string | null): string | undefined {
  const line = text === null ? "" : htmlToText(text);
  return line === "" ? undefined : line;
}
