import { compareDates } from "#shared/time/compare-dates.ts";
import type { Amendment, BillBlocks, BillSummary } from "./bill-shapes.ts";

/** A summary without its text, for the list of versions. */
export type SummaryVersion = Omit<BillSummary, "text">;

type Age = Pick<BillBlocks["billDetails"], "asOf" | "isStale" | "failed">;

/**
 * The part of a bill that its page shows at first: everything but long tails (hundreds of amendments, older summaries),
 * which load on request. This keeps the page light: a tax bill has 180 KB of them.
 */
export type BillPageView = Omit<BillBlocks, "billAmendments" | "billSummaries"> & {
  billAmendments: Age & { amendments: Amendment[]; total: number };
  billSummaries: Age & { latest: BillSummary | null; versions: SummaryVersion[] };
};

/** Amendments shown before the reader asks for more. */
export const firstAmendments = 10;

/** @see BillPageView */
export function billPageView(blocks: BillBlocks): BillPageView {
  const { billAmendments, billSummaries } = blocks;
  const summaries = newestFirst(billSummaries.summaries);
  return {
    ...blocks,
    billAmendments: {
      ...billAmendments,
      amendments: billAmendments.amendments.slice(0, firstAmendments),
      total: billAmendments.amendments.length,
    },
    billSummaries: {
      asOf: billSummaries.asOf,
      isStale: billSummaries.isStale,
      failed: billSummaries.failed,
      latest: summaries[0] ?? null,
      versions: summaries.map(({ text: _text, ...version }) => version),
    },
  };
}

/** Sorts summaries by the action they describe, newest first; on the same day, the later version first. */
export function newestFirst(summaries: readonly BillSummary[]): BillSummary[] {
  return summaries.toSorted(
    (a, b) =>
      compareDates(b.actionDate ?? "", a.actionDate ?? "") ||
      (b.versionCode ?? "").localeCompare(a.versionCode ?? "") ||
      compareDates(b.updateDate ?? "", a.updateDate ?? ""),
  );
}
