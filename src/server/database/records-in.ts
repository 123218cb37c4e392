import { sql, type SQL } from "drizzle-orm";
import { arraysIn, type Columns } from "../threads/packed-records.ts";

/** Returns a piece of packed records (`packRecords`) as a table of those columns for a statement's `from`. */
export function recordsIn(columns: Columns, piece: Uint8Array): SQL {
  const arrays = arraysIn(piece);
  const listed = Object.entries(columns).map(
    ([name, type], index) => sql`unnest(${arrays[index]}::${sql.raw(type)}[]) as ${sql.identifier(name)}`,
  );
  return sql`(select ${sql.join(listed, sql`, `)})`;
}
