import { and, eq, sql, type SQL } from "drizzle-orm";
import { searchedWords } from "../domain/bill-words.ts";
import type { BillKey, BillType } from "../domain/bill-types.ts";
import { bills } from "./bill-tables.ts";

/** What narrows a list of bills. */
export type BillFilter = {
  congress?: number | undefined;
  billType?: BillType | undefined;
  /** Words of the title, or the bill that was cited. */
  match?: BillMatch | undefined;
};

export type BillMatch =
  | { kind: "words"; text: string }
  | { kind: "number"; billType: BillType; billNumber: string; congress: number | null }
  | { kind: "none" };

/** The row of one bill, of whatever source. */
export function isBill({ congress, billType, billNumber }: BillKey): SQL | undefined {
  return and(eq(bills.congress, congress), eq(bills.type, billType), eq(bills.number, Number(billNumber)));
}

/** What a row must meet, but for its source. */
export function isListed({ congress, billType, match }: BillFilter): SQL | undefined {
  return and(
    congress === undefined ? undefined : eq(bills.congress, congress),
    billType === undefined ? undefined : eq(bills.type, billType),
    match === undefined ? undefined : isMatch(match),
  );
}

function isMatch(match: BillMatch): SQL | undefined {
  if (match.kind === "none") return sql`false`;
  if (match.kind === "words") return hasWords(match.text);
  return and(
    eq(bills.type, match.billType),
    eq(bills.number, Number(match.billNumber)),
    match.congress === null ? undefined : eq(bills.congress, match.congress),
  );
}

/** Every word, as a stem or as it is written; an unfinished last one as the beginning of a word. */
function hasWords(text: string): SQL {
  const { words, isLastUnfinished } = searchedWords(text);
  if (words.length === 0) return sql`false`;
  const parts = words.map((word, index) => {
    const isPrefix = isLastUnfinished && index === words.length - 1;
    // Words are letters and digits only: nothing in them could end the quotes.
    const written = isPrefix ? `'${word}':*` : `'${word}'`;
    return sql`(plainto_tsquery('english', ${word}) || to_tsquery('simple', ${written}))`;
  });
  return sql`${bills.search} @@ (${sql.join(parts, sql` && `)})`;
}
