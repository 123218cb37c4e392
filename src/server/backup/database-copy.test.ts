import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { missingPostgres, openMigratedDatabase } from "../../../tests/support/test-database.ts";
import { CopyDamagedError } from "./copy-lines.ts";
import { digestDatabase, exportDatabase, importDatabase } from "./database-copy.ts";
import type { Database } from "../database/db.ts";

/** From the run's engine to the run's engine; from one engine to the other in scripts/support/move.test.ts. */

let from: Database;
let to: Database;
let lines: string[];

beforeAll(async () => {
  if (missingPostgres() !== undefined) return;
  [from, to] = await Promise.all([openMigratedDatabase(), openMigratedDatabase()]);
  await addOddTable(from);
  await addOddTable(to);
  await fillOddTable(from);
  lines = await linesOf(exportDatabase(from));
});
beforeEach((context) => {
  const missing = missingPostgres();
  if (missing !== undefined) context.skip(missing);
});
afterAll(async () => {
  await Promise.all([from?.close(), to?.close()]);
});

/** Every kind of column that the site has or may come to have, and a key to itself that a later row may fill. */
async function addOddTable({ unsafeDb }: Database): Promise<void> {
  await unsafeDb.execute(sql`
    create table odd (
      id bigint primary key generated always as identity, "a ""quoted"" name" text, big bigint, exact numeric,
      real double precision, at timestamptz, day date, numbers integer[], words text[], tree jsonb, bytes bytea,
      length interval, twice bigint generated always as (big / 2) stored,
      other bigint references odd (id)
    )`);
  await unsafeDb.execute(sql`alter table odd enable row level security`);
}

const oddText = "\u0001\t\r\n\\N \"quoted\" 'ä' \u2028 \u{1f600} \u{10ffff} \ufeff";
const pictureBytes = 10 * 1024 * 1024;

async function fillOddTable({ unsafeDb }: Database): Promise<void> {
  await unsafeDb.execute(sql`
    insert into odd overriding system value values
      (9007199254740993, ${oddText}, 9223372036854775807, 'NaN', '-0', 'infinity', '-infinity', '{}', '{}', '{}', '', '1 mon -1 day'),
      (-1, '', -9223372036854775808, 1e-30, 5e-324, '2026-11-21 19:23:11.123456+05:30', '0044-03-15 BC', '{1,null,-2}',
       array['', null, 'null', '{"a",\\b}'], '[1.10, "\\u00e4", null, 12345678901234567890]', '\\x00ff5c', '-00:00:00.000001'),
      (3, null, null, 12345678901234567890.123456789000, 'Infinity', '0001-01-01 BC', null, null, null, 'null', null, null)`);
  await unsafeDb.execute(sql`update odd set other = 9007199254740993 where id = -1`);
  await unsafeDb.execute(sql`select setval('odd_id_seq', 9007199254740995, false)`);
  await unsafeDb.execute(sql`insert into odd (big) select n from generate_series(1, 5000) n`);
  await unsafeDb.execute(sql`insert into upstream_modes (upstream, mode) values ('plaid', 'live')`);
  await unsafeDb.execute(
    sql`insert into leases values ('read the bills', '5d1d6c0e-0000-4000-8000-0123456789ab', now())`,
  );
}

async function linesOf(copy: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of copy) found.push(line);
  return found;
}

async function* stream(of: readonly string[]): AsyncGenerator<string> {
  yield* of;
}

/** What a place that refuses a copy still holds: what its migrations had put there. */
async function expectUntouched(): Promise<void> {
  const held = (await digestDatabase(to)).filter(({ rows }) => rows > 0);
  expect(held.map(({ table }) => table)).toEqual(["financial_categories"]);
  const { rows } = await to.unsafeDb.execute(
    sql`select from pg_constraint where contype = 'f' and conrelid = 'odd'::regclass`,
  );
  expect(rows).toHaveLength(1);
}

describe("a copy of a database", () => {
  it.each([
    ["is cut short", (of: string[]) => of.slice(0, -1), "cut short"],
    ["is cut within a table", (of: string[]) => of.slice(0, 4), "cut short"],
    ["is empty", () => [], "cut short"],
    ["lacks a page", (of: string[]) => without(of, '{"rowsOf":"odd"'), "other rows of odd"],
    ["lacks a table's end", (of: string[]) => without(of, '{"endOf":"odd"'), "within the table odd"],
    ["has a table twice", (of: string[]) => twice(of, '"odd"'), "the table odd refuses"],
    ["has an empty table twice", (of: string[]) => twice(of, '"jobs"'), "other tables"],
    [
      "has an altered letter",
      (of: string[]) => altered(of, "12345678901234567890.1", "2"),
      "other rows of odd",
    ],
    [
      "has a value that no column takes",
      (of: string[]) => altered(of, '"9223372036854775807"', '"x"'),
      "refuses",
    ],
    ["has a line of something else", (of: string[]) => of.toSpliced(3, 0, "{}"), "a line that is none"],
    ["goes on after its end", (of: string[]) => [...of, ...of.slice(-1)], "a line that is none"],
    ["is no copy", () => ["PK\u0003\u0004"], "does not begin"],
    ["has other sequences", (of: string[]) => without(of, '{"sequence":'), "other sequences"],
  ])("is refused where it %s, and leaves nothing behind", async (_, spoil, reason) => {
    const refused: unknown = await importDatabase(to, stream(spoil(lines))).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CopyDamagedError);
    expect(refused).toHaveProperty("message", expect.stringContaining(reason));
    await expectUntouched();
  });

  it.each([
    ["of a newer form", { format: 2 }, "newer version of Folio, in a form"],
    [
      "with migrations that the place has not",
      { migrations: (of: Migrations) => [...of, { name: "9999_later", hash: "" }] },
      "newer than this database: it has the migrations 9999_later",
    ],
    [
      "without migrations that the place has",
      { migrations: (of: Migrations) => of.slice(1) },
      "older than this database: it lacks the migrations 0000_app_role",
    ],
    [
      "after a migration that was another one",
      { migrations: (of: Migrations) => of.map((migration) => ({ ...migration, hash: "other" })) },
      "0000_app_role",
    ],
  ])("%s is refused", async (_, change, reason) => {
    const header = JSON.parse(lines[0] ?? "") as { migrations: Migrations };
    const migrations = "migrations" in change ? change.migrations?.(header.migrations) : header.migrations;
    const first = JSON.stringify({ ...header, ...change, migrations });
    await expect(importDatabase(to, stream([first, ...lines.slice(1)]))).rejects.toThrow(reason);
    await expectUntouched();
  });

  it("is refused by a database that holds rows, which it names, and which stays as it was", async () => {
    await to.unsafeDb.execute(sql`insert into upstream_modes (upstream, mode) values ('github', 'live')`);
    await to.unsafeDb.execute(
      sql`update financial_categories set name = name where financial_category_id = 1`,
    );
    const before = await digestDatabase(to);
    await expect(importDatabase(to, stream(lines))).rejects.toThrow(
      "rows in financial_categories, upstream_modes.",
    );
    expect(await digestDatabase(to)).toEqual(before);
    await to.unsafeDb.execute(sql`truncate upstream_modes, financial_categories cascade`);
  });

  it("is of one moment while others write, holds nobody up between its lines, and leaves nothing behind", async () => {
    const addUpstream = (name: string) =>
      from.unsafeDb.execute(sql`insert into upstream_modes (upstream, mode) values (${name}, 'live')`);
    const copy = exportDatabase(from);
    const { value: header } = await copy.next();
    expect(header).toContain('"folio":"database"');
    // On the embedded database this would wait for ever if the copy kept the one connection.
    await addUpstream("later");
    const rest = await linesOf(copy);
    expect(rest.join("")).toContain("plaid");
    expect(rest.join("")).not.toContain("later");

    const given = exportDatabase(from);
    await given.next();
    await given.return(undefined);
    await addUpstream("after a copy that was given up");
    const { rows } = await from.unsafeDb.execute(sql`select from pg_class where relname like 'copied%'`);
    expect(rows).toEqual([]);
  });

  it(
    "puts every row into an empty one and has read it back, odd values and all",
    { timeout: 120_000 },
    async () => {
      await from.unsafeDb.execute(
        sql`insert into odd (bytes) select decode(repeat(md5(n::text), n), 'hex') from unnest(array[${pictureBytes / 16}::int, 9000]) n`,
      );
      const digests = await digestDatabase(from);
      const whole = await linesOf(exportDatabase(from));
      // Bytes are written with two letters each; two such rows are not in one page.
      expect(Math.max(...whole.map(({ length }) => length))).toBeLessThan(2 * pictureBytes + 1024 * 1024);

      const told: string[] = [];
      const { tables, header } = await importDatabase(to, stream(whole), {
        onTable: ({ table }) => told.push(table),
      });
      expect(header).toMatchObject({ folio: "database", format: 1, engine: from.kind });
      expect(tables).toEqual(digests);
      expect(await digestDatabase(to)).toEqual(digests);
      expect(told).toEqual(digests.map(({ table }) => table));
      expect(tables).toContainEqual(expect.objectContaining({ table: "odd", rows: 5005 }));

      const compared = sql`
      select "a ""quoted"" name" as text, big::text, exact::text, "real"::text, extract(epoch from at)::text as at, day::text,
        numbers::text, words::text, tree::text, length(bytes) as bytes, length::text, twice::text, other::text
      from odd order by id limit 10`;
      const [there, here] = await Promise.all([
        to.unsafeDb.execute(compared),
        from.unsafeDb.execute(compared),
      ]);
      expect(there.rows).toEqual(here.rows);
      expect(there.rows.at(-1)).toMatchObject({ bytes: null });
      expect(there.rows).toContainEqual(
        expect.objectContaining({ text: oddText, real: "-0", at: "Infinity" }),
      );
    },
  );

  it("leaves ids, foreign keys and statistics as a server needs them, and no lease of another one", async () => {
    const { rows } = await to.unsafeDb.execute<{ id: string; leased: number; known: number }>(sql`
      select nextval('odd_id_seq')::text as id, (select count(*)::int from leases) as leased,
        (select reltuples::int from pg_class where relname = 'odd') as known`);
    expect(rows).toEqual([{ id: "9007199254745997", leased: 0, known: 5005 }]);
    await expect(to.unsafeDb.execute(sql`update odd set other = 77 where id = -1`)).rejects.toThrow();
    const keysOf = async (database: Database) =>
      (
        await database.unsafeDb.execute(
          sql`select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2`,
        )
      ).rows;
    expect(await keysOf(to)).toEqual(await keysOf(from));
  });
});

type Migrations = { name: string; hash: string }[];

const at = (of: string[], start: string) => of.findIndex((line) => line.includes(start));
/** Without the first line that holds this. */
const without = (of: string[], start: string) => of.toSpliced(at(of, start), 1);

function twice(of: string[], table: string): string[] {
  const first = at(of, `{"table":${table}`);
  const last = at(of, `{"endOf":${table}`);
  return of.toSpliced(last + 1, 0, ...of.slice(first, last + 1));
}

function altered(of: string[], text: string, by: string): string[] {
  expect(at(of, text)).toBeGreaterThan(0);
  return of.map((line) => line.replace(text, by));
}
