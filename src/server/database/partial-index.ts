import { sql } from "drizzle-orm";
import { index, uniqueIndex, type IndexBuilder } from "drizzle-orm/pg-core";

type Columns = Parameters<ReturnType<typeof index>["on"]>;

/** Creates an index of the rows that meet a condition in SQL. */
export function partialIndex(name: string, columns: Columns, condition: string): IndexBuilder {
  return index(name)
    .on(...columns)
    .where(sql.raw(condition));
}

/** Creates an index that refuses equal rows among those that meet a condition in SQL. */
export function uniquePartialIndex(name: string, columns: Columns, condition: string): IndexBuilder {
  return uniqueIndex(name)
    .on(...columns)
    .where(sql.raw(condition));
}
