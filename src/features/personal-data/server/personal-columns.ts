import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { PersonalTable } from "./personal-tables.ts";

/** Returns the exported columns by their names in code. */
export function exportedColumns({ name, table, without = {}, alsoExported }: PersonalTable): string[] {
  // The user id is exported once, and in tables with shared rows, where it distinguishes them.
  const includesUserId = name === "you" || alsoExported !== undefined;
  const isOmitted = (column: string) => column in without || (column === "userId" && !includesUserId);
  return Object.keys(getTableColumns(table)).filter((column) => !isOmitted(column));
}

/**
 * Returns a table's key columns in index order, by their names in code: the primary key, or else the first unique
 * constraint.
 */
export function keyColumns(table: PgTable): { name: string; column: PgColumn }[] {
  const { columns, primaryKeys, uniqueConstraints } = getTableConfig(table);
  const primary = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
  const key = primary.length > 0 ? primary : (uniqueConstraints[0]?.columns ?? []);
  const named = Object.entries(getTableColumns(table));
  return key.flatMap((one) =>
    named.filter(([, { name }]) => name === one.name).map(([name, column]) => ({ name, column })),
  );
}
