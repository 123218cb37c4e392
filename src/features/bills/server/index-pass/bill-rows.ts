import { readCongressDate, type BillRow } from "#upstreams/congress/index.ts";
import { billCitation } from "../../domain/bill-citation.ts";
import { readBillType } from "../../domain/bill-types.ts";
import { wordsOf } from "../../domain/bill-words.ts";
import type { bills } from "#server/tables/bill-tables.ts";

/** The longest title of a bill has some two thousand; Postgres cannot search a megabyte. */
const mostCharacters = 10_000;

/** A bill as the index keeps it, but for what the index itself adds. */
export type IndexRow = Omit<
  typeof bills.$inferInsert,
  "source" | "changedAt" | "seenAt" | "search" | "introducedDate"
>;

/** Null for a row that is no bill of ours: an unknown type, or a number such as "590½" of the 19th century. */
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
    latestActionDate: readCongressDate(actionDate)?.day ?? null,
    latestActionTime: clean(actionTime),
    latestActionText: clean(text),
    originChamber: clean(row.originChamber),
    // A day in lists and an instant in the item: the day alone can be compared.
    updateDate: readCongressDate(row.updateDate)?.day ?? today,
    updateDateIncludingText: clean(row.updateDateIncludingText),
    ...lawOf(text, row.laws),
  };
}

/** The law that a bill became, from its own page or from the words of its latest action. */
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

/** Text that a database takes and can search, without spaces around it; null where nothing is left. */
function clean(text: string | null): string | null {
  const cleaned = (text ?? "").replaceAll("\u0000", "").trim().slice(0, mostCharacters).toWellFormed();
  return cleaned === "" ? null : cleaned;
}
