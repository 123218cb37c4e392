import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase, type Database } from "../../src/server/database/db.ts";
import { migrateDatabase } from "../../src/server/database/migrate.ts";
import { startPostgres } from "../../tests/support/postgres-server.ts";
import { formatCount, formatRatio, median, type PartReport, type Result } from "./results.ts";
import { withDirectory } from "./servers.ts";

const rounds = 5;
const roundMs = 500;
const warmUpCommits = 50;
const pageBytes = 8192;

type Rates = { insert: number; transaction: number };
/** Something that can be measured for one round at a time, so that all meet the same machine. */
type Contestant = { measureRound: () => Promise<void>; rates: () => Rates; close: () => Promise<void> };

/** Commits per second, one after the other on one connection: the same statements on every engine, in turns. */
export function measureDatabase(): Promise<PartReport> {
  return withDirectory(async (directory) => {
    const disk = openDisk(join(directory, "syncs"));
    const durable = await contestant(await openDatabase({ dataDir: join(directory, "durable") }));
    const fast = await contestant(await openDatabase({ dataDir: join(directory, "fast"), durable: false }));
    const { postgres, remark } = await openPostgres();
    const all = [durable, fast, ...(postgres === null ? [] : [postgres])];
    try {
      for (let round = 0; round < rounds; round += 1) {
        disk.measureRound();
        for (const one of all) await one.measureRound();
      }
      return report(disk.rate(), durable.rates(), fast.rates(), postgres?.rates() ?? null, remark);
    } finally {
      disk.close();
      for (const one of all) await one.close();
    }
  });
}

function report(
  syncs: number,
  durable: Rates,
  fast: Rates,
  postgres: Rates | null,
  remark: string,
): PartReport {
  return {
    title: "Database",
    results: [
      { name: "Bare disk: write 8 KB in place and sync, per second", value: formatCount(syncs) },
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
      `Commits per second, median of ${rounds} rounds in turns. “One insert” commits by itself; “a user’s transaction” ` +
        "begins, takes the user’s role (row-level security), inserts and commits.",
      remark,
    ],
  };
}

function engineRows(name: string, rates: Rates): Result[] {
  return [
    { name: `${name}: one insert`, value: formatCount(rates.insert) },
    { name: `${name}: a user’s transaction`, value: formatCount(rates.transaction) },
  ];
}

function openDisk(path: string) {
  const file = openSync(path, "w", 0o600);
  const page = Buffer.alloc(pageBytes);
  const rates: number[] = [];
  return {
    measureRound() {
      const startedAt = performance.now();
      let count = 0;
      while (performance.now() - startedAt < roundMs) {
        // In place, as the database writes its log into files made ahead.
        writeSync(file, page, 0, pageBytes, 0);
        fdatasyncSync(file);
        count += 1;
      }
      rates.push((count * 1000) / (performance.now() - startedAt));
    },
    rate: () => median(rates),
    close: () => closeSync(file),
  };
}

async function openPostgres(): Promise<{ postgres: Contestant | null; remark: string }> {
  const server = await startPostgres();
  if ("reason" in server) return { postgres: null, remark: `No Postgres was measured: ${server.reason}.` };
  const postgres = await contestant(await openDatabase({ databaseUrl: server.url }));
  return {
    postgres: {
      ...postgres,
      close: async () => {
        await postgres.close();
        await server.stop();
      },
    },
    remark: `Postgres ${server.version} over loopback, the tests’ own server: it never syncs.`,
  };
}

async function contestant(database: Database): Promise<Contestant> {
  await migrateDatabase(database);
  const { unsafeDb } = database;
  await unsafeDb.execute(sql`create table bench_rows (
    id integer generated always as identity primary key, user_id text not null, amount bigint not null, note text not null
  )`);
  const insert = sql`insert into bench_rows (user_id, amount, note) values ('bench', 1250, 'one row of the benchmark')`;
  const insertOnce = () => unsafeDb.execute(insert);
  const runTransaction = () => database.asUser("bench", (tx) => tx.execute(insert));
  for (let index = 0; index < warmUpCommits; index += 1) await insertOnce().then(runTransaction);
  const inserts: number[] = [];
  const transactions: number[] = [];
  return {
    measureRound: async () => {
      inserts.push(await commitsPerSecond(insertOnce));
      transactions.push(await commitsPerSecond(runTransaction));
    },
    rates: () => ({ insert: median(inserts), transaction: median(transactions) }),
    close: () => database.close(),
  };
}

async function commitsPerSecond(commit: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < roundMs) {
    await commit();
    count += 1;
  }
  return (count * 1000) / (performance.now() - startedAt);
}
