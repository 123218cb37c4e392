import { escapeIdentifier } from "pg";
import type { PoolClient } from "pg";
import { tableSql, type CopiedTable } from "../database/database-tables.ts";
import type { Database } from "../database/db.ts";

/**
 * Transaction settings that fix how values are written and keep the server's limits and policies from ending it or hiding rows.
 * With `row_security` off, a table whose rows would be filtered raises an error.
 */
export const copySettings = `set local search_path to public; set local client_encoding to 'UTF8';
set local standard_conforming_strings to on; set local time zone 'UTC'; set local datestyle to 'ISO, YMD';
set local intervalstyle to 'postgres'; set local extra_float_digits to 1; set local bytea_output to 'hex';
set local row_security to off; set local statement_timeout to 0; set local lock_timeout to 0;
set local idle_in_transaction_session_timeout to 0; set local client_min_messages to warning;`;

/** Runs the checks of copied rows that wait for the end; a table with waiting ones can't get foreign keys. */
export const checkRowsSql = "set constraints all immediate";

/** Returns a connection inside a transaction that reads and writes values as `copySettings` defines. */
export async function beginCopy({ pool }: Database, statement: string): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query(`${statement}; ${copySettings}`);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Ends the transaction; if that fails, the connection is discarded and the transaction with it. */
export async function endCopy(client: PoolClient, statement: "commit" | "rollback"): Promise<void> {
  try {
    await client.query(statement);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Builds one command for all tables; only together can tables that reference each other be truncated. */
export function onAllSql(command: "truncate" | "analyze", tables: CopiedTable[]): string {
  return tables.length === 0 ? "" : `${command} ${tables.map(({ name }) => tableSql(name)).join(", ")};`;
}

/** Returns a table and its copied columns as COPY names them. */
export function copiedSql({ name, columns }: CopiedTable): string {
  return `${tableSql(name)} (${columns.map((column) => escapeIdentifier(column)).join(", ")})`;
}
