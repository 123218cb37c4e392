import { escapeIdentifier } from "pg";
import type { PoolClient } from "pg";

/** A table of schema `public`, and its copied columns; generated columns are recomputed. */
export type CopiedTable = { name: string; columns: string[] };

/** An applied migration (`migrate.ts`). */
export type AppliedMigration = { name: string; hash: string };

/** A foreign key, with the SQL to drop and recreate it. */
export type ForeignKey = { dropSql: string; addSql: string };

/** State of a sequence. The value is a string, because it may exceed JavaScript's safe integers. */
export type SequenceState = { name: string; lastValue: string; isCalled: boolean };

/**
 * Tables that aren't copied: which server holds which lease, until when, because a copy has other servers (holds of jobs are
 * kept, since they expire within a minute); the ledger's sums, which triggers make again from its rows; and the index of public
 * code, which is large and read from GitHub again.
 */
const leftOut = [
  "leases",
  "ledger_sums",
  "category_sums",
  "payee_sums",
  "code_repositories",
  "code_commits",
  "code_texts",
  "code_files",
  "code_definitions",
  "code_index_states",
];

/**
 * Returns the database's tables by name, from its catalog, so that a new table is copied without being listed anywhere.
 * Unlogged tables are skipped; any crash may empty them.
 */
export async function readTables(client: PoolClient): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> all ($1)
     group by c.relname order by c.relname collate "C"`,
    [leftOut],
  );
  return rows;
}

/** Returns all foreign keys of schema `public`. */
export async function readForeignKeys(client: PoolClient): Promise<ForeignKey[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by 1, 2`,
  );
  return rows.map(({ table, name, definition }) => ({
    dropSql: `alter table ${table} drop constraint ${name}`,
    addSql: `alter table ${table} add constraint ${name} ${definition}`,
  }));
}

/** Returns all sequences of schema `public` by name, including those of identity columns. */
export async function readSequences(client: PoolClient): Promise<SequenceState[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' and relpersistence = 'p'
     order by relname collate "C"`,
  );
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${tableSql(name)}`,
    );
    for (const { last, called } of rows) states.push({ name, lastValue: last, isCalled: called });
  }
  return states;
}

/** Returns the quoted name of a table or sequence of schema `public`. */
export function tableSql(name: string): string {
  return `public.${escapeIdentifier(name)}`;
}

/** Returns the applied migrations by name; none if `migrate.ts` never ran. */
export async function readMigrations(client: PoolClient): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query<{ found: boolean }>(
    "select to_regclass('folio_kernel.migrations') is not null as found",
  );
  if (!found.some((row) => row.found)) return [];
  const { rows } = await client.query<AppliedMigration>(
    `select name, hash from folio_kernel.migrations order by name collate "C"`,
  );
  return rows;
}
