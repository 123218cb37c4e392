import { and, asc, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import type { StoredRow } from "../domain/export-row.ts";
import { keyColumns } from "./personal-columns.ts";
import { personalTables, ownedBy, type PersonalTable, type Person } from "./personal-tables.ts";

/** Transaction, or the database itself. */
type Reader = Pick<Transaction, "select" | "$count">;

/** Rows per page, a few hundred kilobytes. */
const rowsPerPage = 1_000;

/** Runs a query with access to the rows. */
export type Reading = <Result>(query: (reader: Reader) => Promise<Result>) => Promise<Result>;

/** Runs `work` on a consistent snapshot of the person's rows (row-level security). */
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

/** Reads a table's exported rows page by page, ordered by primary key. */
export async function* pagesOf(
  read: Reading,
  known: PersonalTable,
  person: Person,
): AsyncGenerator<StoredRow[]> {
  const { table, alsoExported } = known;
  const keys = keyColumns(table);
  const isExported = or(ownedBy(known, person), alsoExported);
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
        .where(and(isExported, isAfter))
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

/** Counts the person's rows by table name; omits empty tables. */
export async function countHeld(
  reader: Pick<Reader, "$count">,
  person: Person,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const known of personalTables) {
    const count = await reader.$count(known.table, ownedBy(known, person));
    if (count > 0) counts[known.name] = count;
  }
  return counts;
}
