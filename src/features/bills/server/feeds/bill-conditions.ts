import { and, eq, sql, type SQL } from "drizzle-orm";
import { searchedWords } from "../../domain/search-words.ts";
import type { BillKey, BillType } from "../../domain/bill-types.ts";
import { bills } from "#server/tables/bill-tables.ts";

/** Filter of a list of bills. */
export type BillFilter = {
  congress?: number | undefined;
  billType?: BillType | undefined;
  /** Words of the title, or the cited bill. */
  match?: BillMatch | undefined;
};

export type BillMatch =
  | { kind: "words"; text: string }
  | { kind: "number"; billType: BillType; billNumber: string; congress: number | null }
  | { kind: "none" };

/** Matches the row of one bill, whatever its source. */
export function isBill({ congress, billType, billNumber }: BillKey): SQL | undefined {
  return and(eq(bills.congress, congress), eq(bills.type, billType), eq(bills.number, Number(billNumber)));
}

/** Matches the rows of a filter, whatever their source. */
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

/**
 * Matches every word, stemmed or as written; an incomplete last one as a prefix. Stop words such as "the" are ignored
 * unless there are no others.
 */
function hasWords(text: string): SQL {
  const { words, isLastUnfinished } = searchedWords(text);
  if (words.length === 0) return sql`false`;
  const parts = words.map((word, index) => {
    const isPrefix = isLastUnfinished && index === words.length - 1;
    // Words contain only letters and digits, so they can't break out of the quotes.
    return {
      stem: sql`plainto_tsquery('english', ${word})`,
      written: sql`to_tsquery('simple', ${isPrefix ? `'${word}':*` : `'${word}'`})`,
    };
  });
  const telling = parts.map(
    ({ stem, written }) =>
      sql`(case when numnode(${stem}) = 0 then ''::tsquery else ${stem} || ${written} end)`,
  );
  const all = sql.join(telling, sql` && `);
  const asWritten = sql.join(
    parts.map(({ written }) => written),
    sql` && `,
  );
  return sql`${bills.search} @@ (case when numnode(${all}) = 0 then ${asWritten} else ${all} end)`;
}
