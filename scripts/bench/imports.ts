import { z } from "zod";
import { createTestAccessItem } from "../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../tests/support/factories/auth-factory.ts";
import { csv, ofx, type StatementLine } from "../../tests/support/factories/import-factory.ts";
import { createTestTransactions } from "../../tests/support/factories/transaction-factory.ts";
import { siteConfig } from "#site-config";
import { addDays } from "#shared/time/plain-dates.ts";
import { openDatabase } from "../../src/server/database/db.ts";
import { migrateDatabase } from "../../src/server/database/migrate.ts";
import {
  atMost,
  formatMb,
  formatMs,
  formatSeconds,
  percentile,
  timed,
  type PartReport,
  type Result,
} from "./results.ts";
import { districts, samplePayees } from "./ledger.ts";
import { startProbedSite, withDirectory, type ProbedServer } from "./servers.ts";

const rowCount = 50_000;
const years = 8;
const readerRows = 2_000;
const warmUpReads = 200;

/** Targets: seconds and reads in ms, memory in bytes. */
const promised = { preview: 3_000, commit: 5_000, read: 100, memory: 80e6 };

const formats = [
  ["OFX", (rows: StatementLine[]) => ofx(rows)],
  ["CSV", (rows: StatementLine[]) => csv(rows)],
] as const;

const previewSchema = z.object({ data: z.object({ importId: z.int() }) });

type Scene = { cookie: string; accountId: number; spareId: number; readerCookie: string };

/** Measures statements of 50,000 rows: previewing and importing them, while another person reads their own ledger. */
export async function measureImports(): Promise<PartReport> {
  const results: Result[] = [];
  for (const [name, write] of formats)
    results.push(...(await withDirectory((directory) => measure(`${directory}/data`, name, write(lines())))));
  return {
    title: "Imports",
    results,
    remarks: [
      `A file of ${rowCount.toLocaleString("en-US")} rows into an empty account, over HTTP, on a new server for each format. ` +
        "Meanwhile another person asks for a page of their ledger, one request after the other. " +
        "Memory: the most resident in the server’s process, less what was before; threads included, Postgres not.",
    ],
  };
}

async function measure(dataDir: string, name: string, file: string): Promise<Result[]> {
  const scene = await fill(dataDir);
  const site = await startProbedSite(dataDir, {});
  try {
    // A first file and readers, so that the server has read its programs, and has the memory that any work takes.
    await importFile(site, { ...scene, accountId: scene.spareId }, csv(lines().slice(0, 5_000)));
    for (let count = 0; count < warmUpReads; count += 1) await readPage(site, scene);
    const before = await site.memory();
    const previewed = await timed(() => preview(site, scene, file));
    const committed = await timed(() => commit(site, scene, previewed.value));
    const after = await site.memory();
    const times = await readMeanwhile(site, scene, () =>
      importFile(site, { ...scene, accountId: scene.spareId }, file),
    );
    return [
      atMost(`${name}: preview`, previewed.ms, promised.preview, formatSeconds),
      atMost(`${name}: import`, committed.ms, promised.commit, formatSeconds),
      atMost(`${name}: memory`, after.peakResident - before.resident, promised.memory, formatMb),
      atMost(`${name}: another’s reads meanwhile, p95`, percentile(times, 95), promised.read, formatMs),
    ];
  } finally {
    await site.stop();
  }
}

async function fill(dataDir: string): Promise<Scene> {
  const database = await openDatabase({ dataDir });
  try {
    await migrateDatabase(database);
    const { userId, cookie } = await createTestUser(database);
    const bank = await createTestAccessItem(database, userId, { accounts: [{}, { name: "Spare" }] });
    const [first, spare] = bank.accounts;
    const reader = await createTestUser(database);
    const theirs = await createTestAccessItem(database, reader.userId);
    const account = { ...theirs, userId: reader.userId, accountId: theirs.accounts[0]?.accountId ?? 0 };
    const rows = lines()
      .slice(0, readerRows)
      .map(({ date, amount, payee }) => ({ date, amount: Math.round(amount * 100), name: payee }));
    await createTestTransactions(database, account, rows);
    return {
      cookie,
      accountId: first?.accountId ?? 0,
      spareId: spare?.accountId ?? 0,
      readerCookie: reader.cookie,
    };
  } finally {
    await database.close();
  }
}

/** Reads a page again and again, like a person who keeps working, until the work is over; returns the times in ms. */
async function readMeanwhile(site: ProbedServer, scene: Scene, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const state = { isOver: false };
  const working = work().finally(() => (state.isOver = true));
  while (!state.isOver) times.push((await timed(() => readPage(site, scene))).ms);
  await working;
  return times;
}

async function readPage({ origin }: ProbedServer, { readerCookie }: Scene): Promise<void> {
  const url = `${origin}/api/GetLedger?page=1&pageSize=25`;
  const response = await fetch(url, { headers: { cookie: readerCookie } });
  if (!response.ok) throw new Error(`GetLedger answered ${response.status}`);
  await response.text();
}

async function importFile(site: ProbedServer, scene: Scene, file: string): Promise<void> {
  await commit(site, scene, await preview(site, scene, file));
}

/** Uploads a file for the account, and returns the ID of its preview. */
async function preview(site: ProbedServer, { cookie, accountId }: Scene, file: string): Promise<number> {
  const body = new FormData();
  body.set("file", new File([file], "statement"));
  body.set("accountId", String(accountId));
  const answer = previewSchema.parse(await post(site, "PreviewImport", { cookie, body }));
  return answer.data.importId;
}

async function commit(site: ProbedServer, { cookie, accountId }: Scene, importId: number): Promise<void> {
  const body = JSON.stringify({ importId, accounts: [{ index: 0, accountId }] });
  await post(site, "CommitImport", { cookie, body });
}

async function post(
  { origin }: ProbedServer,
  name: string,
  { cookie, body }: { cookie: string; body: FormData | string },
): Promise<unknown> {
  const headers = new Headers({ cookie, origin, "x-tenant": siteConfig.tenant });
  if (typeof body === "string") headers.set("content-type", "application/json");
  const response = await fetch(`${origin}/api/${name}`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  return response.json();
}

/** Rows of eight years, with IDs; a salary each month, purchases otherwise. */
function lines(): StatementLine[] {
  const today = new Date().toISOString().slice(0, 10);
  return Array.from({ length: rowCount }, (_unused, row) => {
    const date = addDays(today, -Math.floor((row * years * 365) / rowCount));
    const isPay = row % 500 === 0;
    const shop = `${samplePayees[(row * 7) % samplePayees.length]} ${districts[row % districts.length]}`;
    const payee = isPay ? "ACME Payroll" : `${shop} ${row % 400}`;
    return { id: `T${row}`, date, payee, amount: isPay ? 3_000 : -(5 + ((row * 37) % 20_000) / 100) };
  });
}
