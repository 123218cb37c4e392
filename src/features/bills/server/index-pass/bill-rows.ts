import { readCongressDate, type BillRow } from "#upstreams/congress/index.ts";
import { billCitation } from "../../domain/bill-citation.ts";
import { readBillType } from "../../domain/bill-types.ts";
import { wordsOf } from "../../domain/search-words.ts";
import type { bills } from "#server/tables/bill-tables.ts";

/** Longest stored title. Real ones have up to about 2,000 characters, and Postgres can't search a megabyte. */
const maxTitleCharacters = 10_000;

/** A bill's row, except for the index's own columns. */
export type IndexRow = Omit<
  typeof bills.$inferInsert,
  "source" | "changedAt" | "seenAt" | "search" | "introducedDate"
>;

/** Converts a list's row; returns null for an unknown type or a 19th-century number such as "590½". */
export function toIndexRow(row: BillRow, today: string): IndexRow | null {
  const billType = readBillType(row.type);
  if (billType === null || !/^[1-9]\d{0,5}$/.test(row.number)) return null;
  const title = clean(row.title) ?? billCitation({ billType, billNumber: row.number });
  const { actionDate = null, actionTime = null, text = null } = row.latestAction ?? {};
  return {
    congress: row.congress,
    type: billType,
    number: Number(row.number),
    title,
    words: wordsOf(title).join(" "),
    latestActionDate: actionDate,
    latestActionTime: clean(actionTime),
    latestActionText: clean(text),
    originChamber: clean(row.originChamber),
    // Lists have a day, bills an instant: only days can be compared.
    updateDate: readCongressDate(row.updateDate)?.day ?? today,
    updateDateIncludingText: clean(row.updateDateIncludingText),
    ...lawOf(text, row.laws),
  };
}

/** Returns the law that a bill became, from its details or the text of its latest action. */
export function lawOf(
  latestActionText: string | null,
  laws: readonly { number: string | null; type: string | null }[],
): { lawType: "pub" | "priv" | null; lawNumber: string | null } {
  const [, kind, numberInText] =
    /\bBecame (Public|Private) Law No:?\s*(\d{1,3}-\d{1,4})\b/i.exec(latestActionText ?? "") ?? [];
  const [law] = laws;
  const lawNumber = /^\d{1,3}-\d{1,4}$/.exec(law?.number ?? "")?.[0] ?? numberInText ?? null;
  if (lawNumber === null) return { lawType: null, lawNumber: null };
  const isPrivate = /^priv/i.test(law?.type ?? kind ?? "");
  return { lawType: isPrivate ? "priv" : "pub", lawNumber };
}

/** Returns trimmed text that a database can store and search; null if nothing is left. */
function clean(text: string | null): string | null {
  const cleaned = (text ?? "").replaceAll("\u0000", "").trim().slice(0, maxTitleCharacters).toWellFormed();
  return cleaned === "" ? null : cleaned;
}
