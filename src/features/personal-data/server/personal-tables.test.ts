import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { exportedColumns, keyColumns } from "./personal-columns.ts";
import { personalTables } from "./personal-tables.ts";

const database = useTestDatabase({ emptyBefore: "all" });
const known = personalTables.map(({ table }) => getTableName(table));

/** Tables with personal data that aren't exported, with the reason. They are still deleted. */
const omittedTables: Readonly<Record<string, string>> = {
  ledger_sums: "sums of the transactions that are exported",
  category_sums: "sums of the transactions that are exported",
  payee_sums: "sums of the transactions that are exported",
};

/** Finds tables with a person's id and tables that reference them, directly or indirectly. */
async function tablesOfPeople(): Promise<string[]> {
  const { rows } = await database().unsafeDb.execute<{ name: string }>(sql`
    with recursive reached(id) as (
      select 'public.users'::regclass::oid
      union
      select attrelid from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'user_id' and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      union
      select conrelid from pg_constraint join reached on confrelid = reached.id where contype = 'f'
    )
    select c.relname as name from reached join pg_class c on c.oid = reached.id order by 1`);
  return rows.map(({ name }) => name);
}

describe("the list of personal tables", () => {
  it("names every table with personal data, or the reason for omitting it", async () => {
    const forgotten = (await tablesOfPeople()).filter(
      (name) => !known.includes(name) && !(name in omittedTables),
    );
    expect(forgotten, "add these to personalTables, or to omittedTables with the reason").toEqual([]);
  });

  it("names each table once, and only existing ones", async () => {
    const { rows } = await database().unsafeDb.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const there = new Set(rows.map(({ name }) => name));
    const named = [...known, ...Object.keys(omittedTables)];
    expect(named.filter((name) => !there.has(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    expect(new Set(personalTables.map(({ name }) => name)).size).toBe(personalTables.length);
  });

  it("has only foreign keys that delete rows with the person", async () => {
    const { rows } = await database().unsafeDb.execute<{ name: string }>(sql`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass and confdeltype <> 'c'`);
    expect(rows).toEqual([]);
  });

  it("has key columns for paging through each table", () => {
    for (const { name, table } of personalTables) expect(keyColumns(table).length, name).toBeGreaterThan(0);
    const bankRows = personalTables.find(({ name }) => name === "bank-rows");
    // In index order, so that no page needs sorting.
    expect(bankRows && keyColumns(bankRows.table).map(({ name }) => name)).toEqual([
      "providerTransactionId",
      "accountId",
      "source",
    ]);
  });

  it("exports no secrets, and names only existing columns", () => {
    for (const one of personalTables) {
      const columns = Object.keys(getTableColumns(one.table));
      const isSecret = (column: string) => /token|sealed|secret|hash|^keyId$|cursor/i.test(column);
      expect(exportedColumns(one).filter(isSecret), one.name).toEqual([]);
      expect(
        Object.keys(one.without ?? {}).filter((column) => !columns.includes(column)),
        one.name,
      ).toEqual([]);
      expect(
        (one.money?.columns ?? []).filter((column) => !columns.includes(column)),
        one.name,
      ).toEqual([]);
    }
  });

  it("knows every column in minor units", async () => {
    const { rows } = await database().unsafeDb.execute<{ table: string; column: string }>(sql`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'bigint'`);
    const money = personalTables.flatMap((one) =>
      (one.money?.columns ?? []).map((column) => {
        const { name } = getTableColumns(one.table)[column] ?? { name: "" };
        return `${getTableName(one.table)}.${name}`;
      }),
    );
    // A passkey counts its uses, up to 2^32.
    const ofPeople = rows.filter(({ table, column }) => known.includes(table) && column !== "counter");
    expect(ofPeople.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(money.toSorted());
  });
});
