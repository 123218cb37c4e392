import { and, asc, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import type { StoredRow } from "../domain/export-row.ts";
import { keyColumns, personalTables, theirs, type PersonalTable, type Person } from "./personal-tables.ts";

/** Anything that runs queries: a transaction, or the database itself. */
type Reader = Pick<Transaction, "select" | "$count">;

/** A page is this many rows: some hundred kilobytes. */
const rowsPerPage = 1_000;

/** Runs a query where it may see the rows. */
export type Reading = <Result>(query: (reader: Reader) => Promise<Result>) => Promise<Result>;

/** Hands `work` the person's own rows (row-level security), all of one moment, whatever is written meanwhile. */
export function readingAs<Result>(
  database: Pick<Database, "asUser">,
  userId: string,
  work: (read: Reading) => Promise<Result>,
): Promise<Result> {
  return database.asUser(userId, (tx) => work((query) => query(tx)), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

/** The rows of a table that go out, a page at a time in the order of the primary key. */
export async function* pagesOf(
  read: Reading,
  known: PersonalTable,
  person: Person,
): AsyncGenerator<StoredRow[]> {
  const { table, alsoOut } = known;
  const keys = keyColumns(table);
  const isOut = or(theirs(known, person), alsoOut);
  const order = keys.map(({ column }) => asc(column));
  let after: unknown[] | null = null;
  for (;;) {
    const isAfter =
      after === null
        ? undefined
        : sql`(${sql.join(
            keys.map(({ column }) => sql`${column}`),
            sql`, `,
          )}) > (${sql.join(
            after.map((value) => sql`${value}`),
            sql`, `,
          )})`;
    const rows: StoredRow[] = await read((reader) =>
      reader
        .select()
        .from(table)
        .where(and(isOut, isAfter))
        .orderBy(...order)
        .limit(rowsPerPage),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < rowsPerPage) return;
    after = keys.map(({ name }) => last[name]);
  }
}

/** How many rows of each table are the person's own, by the names of the catalogue; tables without one are left out. */
export async function countHeld(
  reader: Pick<Reader, "$count">,
  person: Person,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const known of personalTables) {
    const count = await reader.$count(known.table, theirs(known, person));
    if (count > 0) counts[known.name] = count;
  }
  return counts;
}
