import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase, type Database } from "../../src/server/db.ts";
import { migrateDatabase } from "../../src/server/migrate.ts";
import { startPostgres } from "../../tests/support/postgres-server.ts";
import { formatCount, formatRatio, type PartReport, type Result } from "./results.ts";
import { withDirectory } from "./servers.ts";

const measureMs = 2500;
const warmUpCommits = 50;
const pageBytes = 8192;

type Rates = { insert: number; transaction: number };

/** Commits per second, one after the other on one connection: the same statements on every engine. */
export async function measureDatabase(): Promise<PartReport> {
  const syncs = await withDirectory((directory) => Promise.resolve(syncsPerSecond(join(directory, "syncs"))));
  const durable = await embedded(true);
  const fast = await embedded(false);
  const { rates: postgres, remark } = await postgresRates();
  return {
    title: "Database",
    results: [
      { name: "Bare disk: append 8 KB and sync, per second", value: formatCount(syncs) },
      ...engineRows("Embedded, durable (as the site runs)", durable),
      { name: "… one insert against the bare disk", value: formatRatio(durable.insert, syncs) },
      ...engineRows("Embedded, without syncs", fast),
      { name: "… durable against without, one insert", value: formatRatio(durable.insert, fast.insert) },
      ...(postgres === null
        ? []
        : [
            ...engineRows("Postgres, without syncs", postgres),
            {
              name: "… embedded against Postgres, without syncs, one insert",
              value: formatRatio(fast.insert, postgres.insert),
            },
          ]),
    ],
    remarks: [
      "Commits per second. “One insert” commits by itself; “a user’s transaction” begins, takes the user’s role " +
        "(row-level security), inserts and commits.",
      remark,
    ].filter((text) => text !== ""),
  };
}

function engineRows(name: string, rates: Rates): Result[] {
  return [
    { name: `${name}: one insert`, value: formatCount(rates.insert) },
    { name: `${name}: a user’s transaction`, value: formatCount(rates.transaction) },
  ];
}

function syncsPerSecond(path: string): number {
  const file = openSync(path, "w", 0o600);
  const page = Buffer.alloc(pageBytes);
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < measureMs) {
    writeSync(file, page);
    fdatasyncSync(file);
    count += 1;
  }
  closeSync(file);
  return (count * 1000) / measureMs;
}

function embedded(durable: boolean): Promise<Rates> {
  return withDirectory(async (dataDir) => ratesOf(await openDatabase({ dataDir, durable })));
}

async function postgresRates(): Promise<{ rates: Rates | null; remark: string }> {
  const server = await startPostgres();
  if ("reason" in server) return { rates: null, remark: `No Postgres was measured: ${server.reason}.` };
  try {
    const rates = await ratesOf(await openDatabase({ databaseUrl: server.url }));
    return {
      rates,
      remark: `Postgres ${server.version} over loopback, the tests’ own server: it never syncs.`,
    };
  } finally {
    await server.stop();
  }
}

async function ratesOf(database: Database): Promise<Rates> {
  try {
    await migrateDatabase(database);
    const { unsafeDb } = database;
    await unsafeDb.execute(sql`create table bench_rows (
      id integer generated always as identity primary key, user_id text not null, amount bigint not null, note text not null
    )`);
    const insert = sql`insert into bench_rows (user_id, amount, note) values ('bench', 1250, 'one row of the benchmark')`;
    return {
      insert: await commitsPerSecond(() => unsafeDb.execute(insert)),
      transaction: await commitsPerSecond(() => database.asUser("bench", (tx) => tx.execute(insert))),
    };
  } finally {
    await database.close();
  }
}

async function commitsPerSecond(commit: () => Promise<unknown>): Promise<number> {
  for (let index = 0; index < warmUpCommits; index += 1) await commit();
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < measureMs) {
    await commit();
    count += 1;
  }
  return (count * 1000) / (performance.now() - startedAt);
}
