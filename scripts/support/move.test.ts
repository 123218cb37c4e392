import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { Client } from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestUser } from "../../tests/support/factories/auth-factory.ts";
import { createTestGitHubLink } from "../../tests/support/factories/github-link-factory.ts";
import { createLinkStore } from "#features/github/server/link-store.ts";
import { createTestAccessItem } from "../../tests/support/factories/access-item-factory.ts";
import { createTestProduct } from "../../tests/support/factories/product-factory.ts";
import { digestDatabase, type CopiedTableRows } from "#server/backup/database-copy.ts";
import { openDatabase, type Database } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { createCongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import { createBudgetSite } from "../../tests/support/sites/budget-site.ts";
import { createTestApp } from "../../tests/support/test-app.ts";
import {
  copyNewDataDir,
  createPostgresDatabase,
  missingPostgres,
} from "../../tests/support/test-database.ts";
import { repoRoot } from "./repo-paths.ts";
import { isFullRun } from "../../tests/support/night.ts";

/** The command itself, as its owner runs it. What needs a Postgres runs where the suite has one. */

const onPostgres = process.env["FOLIO_TEST_DATABASE"] === "postgres" && missingPostgres() === undefined;
const now = () => new Date("2026-11-21T17:00:00Z");
const secretKey = Buffer.alloc(32, 7);
const mover = { name: `mover_${randomBytes(4).toString("hex")}`, password: "n0t-to/be seen" };

/** An embedded database is made and filled, on a machine that runs other tests too. */
const hookTimeoutMs = 180_000;

let directory: string;
/** The embedded site that everything is moved from, and what is in it. */
let dataDir: string;
let digests: CopiedTableRows[];
/** An address of the site's that needs a session, and what it answers there. */
let visit: { cookie: string; paths: string[]; answers: unknown[]; userId: string };

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "folio-move-"));
  dataDir = join(directory, "data");
  await copyNewDataDir(dataDir);
  writeFileSync(join(dataDir, "secret-key"), `${secretKey.toString("hex")}\n`, { mode: 0o600 });
  await withDatabase({ dataDir, durable: false }, async (database) => {
    await migrateDatabase(database);
    visit = await useTheSite(database);
    await addOddRows(database);
    digests = await digestDatabase(database);
  });
}, hookTimeoutMs);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function withDatabase<Result>(
  options: Parameters<typeof openDatabase>[0],
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** A budget with rows, a rent with a payment, a product with pictures, a linked account, and a bill that is kept. */
async function useTheSite(database: Database): Promise<typeof visit> {
  const site = await createBudgetSite(database, { now });
  const rows = Array.from({ length: 1_500 }, (_, index) => ({
    date: "2026-11-03",
    amount: index % 2 === 0 ? 100_000 : -index,
    name: `Grün & Söhne №${index} \u{1f3e0}`,
  }));
  const [transactionId] = await site.rows(rows);
  const groceries = await site.categoryNamed("Groceries");
  await site.saveBudget({ categories: [{ financialCategoryId: groceries, estimate: 400 }] });
  const source = await site.post<{ incomeSourceId: number }>("/api/SaveIncomeSource", {
    incomeSourceId: 0,
    institutionAccessItemId: site.itemId,
    name: "Unit 2",
    description: "",
    startDate: "2026-01-01",
    endDate: null,
    amountDue: 1_000,
    dayOfMonthDue: 15,
    incomeSourceType: "Rent",
    expectedPaymentMemos: ["grün", "a,b"],
    isExisting: false,
  });
  const payment = await site.post("/api/SaveIncomePayment", {
    incomePaymentId: 0,
    incomeSourceId: source.data.incomeSourceId,
    transactionId,
    amount: 1_000,
    isManualAdjustment: false,
  });
  expect([source.status, payment.status]).toEqual([200, 200]);
  const picture = sharp({ create: { width: 900, height: 700, channels: 3, background: "#336" } });
  const product = await createTestProduct(database, { pictures: [await picture.png().toBuffer()], now });
  await createTestGitHubLink({ ...siteOn(database).kernel, secretKey }, site.userId, {
    accessToken: "gho_0123",
  });

  const paths = [
    "/api/GetBudgets",
    `/api/GetIncomeSources?institutionAccessItemId=${site.itemId}`,
    `/api/GetProductBySerialNumber?serialNumber=${product.serialNumber}`,
    "/api/CongressGetBill?congress=117&billType=hr&billNumber=1",
  ];
  const app = siteOn(database, createCongressSandbox({ now }).app.request);
  return { cookie: site.cookie, userId: site.userId, paths, answers: await ask(app, paths, site.cookie) };
}

const pictureBytes = 3 * 1024 * 1024;

/** Whatever the columns can hold, in rows that nothing on the visited screens shows. */
async function addOddRows(database: Database): Promise<void> {
  const { unsafeDb } = database;
  const { userId } = await createTestUser(database);
  const { accounts } = await createTestAccessItem(database, userId, {});
  const accountId = accounts[0]?.accountId ?? 0;
  await unsafeDb.execute(sql`
    update accounts set current_balance = 9223372036854775807, available_balance = -9223372036854775808
    where account_id = ${accountId}`);
  const withoutNul = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", ""));
  const texts = fc.sample(withoutNul, { numRuns: 300, seed: 8 });
  const values = ["\\N", "", "null", '{"a,b"}', "\u2028\ufeff\u{10ffff}\r\n", ...texts];
  await unsafeDb.execute(sql`
    insert into upstream_copies (source, key, value, etag, as_of)
    select 'odd', n::text, value, nullif(value, ''), timestamptz '0001-01-01 00:00:00.000001+00 BC' + n * interval '7.123457 days'
    from unnest(array[${sql.join(
      values.map((value) => sql`${value}::text`),
      sql`, `,
    )}]) with ordinality as given (value, n)`);
  await unsafeDb.execute(sql`
    insert into upstream_modes (upstream, mode, since) values ('plaid', 'live', 'infinity'), ('github', 'live', '-infinity')`);
  await unsafeDb.execute(sql`
    insert into product_pictures (hash, width, height, stored_at) values ('odd', 1, 1, '2026-11-21 19:23:11.123456+05:30')`);
  await unsafeDb.execute(sql`
    insert into product_picture_sizes (hash, width, bytes)
    values ('odd', 1, ''), ('odd', 2, decode(repeat('00ff5c0a', ${pictureBytes / 4}::int), 'hex'))`);
}

type Outside = (url: string, init?: RequestInit) => Response | Promise<Response>;

function siteOn(database: Database, outside: Outside = () => new Response(null, { status: 503 })) {
  return createTestApp(database, {
    now,
    fetch: async (input, init) => outside(input instanceof Request ? input.url : String(input), init),
  });
}

async function ask(site: ReturnType<typeof siteOn>, paths: string[], cookie: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const path of paths) {
    const response = await site.request(path, { headers: { cookie } });
    expect(response.status, path).toBe(200);
    answers.push(await response.json());
  }
  return answers;
}

type Run = { code: number | null; said: string };

/** `npm run move`, killed without warning after a line that holds `killAt`. */
function move(args: string[], options: { environment?: object; killAt?: string } = {}): Promise<Run> {
  const child = spawn(process.execPath, [join(repoRoot, "scripts/move.ts"), ...args], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, ...options.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const hear = (chunk: Buffer): void => {
    said += chunk.toString();
    if (options.killAt !== undefined && said.includes(options.killAt)) child.kill("SIGKILL");
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code, said }));
  });
}

/** An empty database of an account that owns it and is nobody's superuser, as hosts give them out. */
async function emptyPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const own = await createPostgresDatabase();
  if (own === undefined) throw new Error("This needs a Postgres.");
  const url = new URL(own.url);
  await asSuperuser(own.url, [
    `do $$ begin create role app_user nologin; exception when duplicate_object or unique_violation then null; end $$`,
    `do $$ begin create role ${mover.name} login password '${mover.password}'; exception when duplicate_object then null; end $$`,
    `grant app_user to ${mover.name}`,
    `alter database ${url.pathname.slice(1)} owner to ${mover.name}`,
    `alter schema public owner to ${mover.name}`,
  ]);
  url.username = mover.name;
  url.password = mover.password;
  return { url: url.href, drop: () => own.drop() };
}

async function asSuperuser(connectionString: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const digestOf = (options: Parameters<typeof openDatabase>[0]) => withDatabase(options, digestDatabase);

describe("npm run move", { timeout: 180_000 }, () => {
  it("wants one address of a Postgres, and says how it is called", async () => {
    for (const args of [
      ["--to", "mysql://x/y"],
      ["--to", "postgres://a/b", "--from", "postgres://a/b"],
    ]) {
      const { code, said } = await move(args);
      expect(said).toContain("npm run move -- --to postgres://");
      expect(code).toBe(2);
    }
  });

  it("has nothing to move where there is no database, and makes none", async () => {
    const empty = join(directory, "nothing");
    const { code, said } = await move(["--to", "postgres://127.0.0.1:9/folio"], {
      environment: { DATA_DIR: empty },
    });
    expect(said).toBe(`There is nothing to move: ${empty} holds no database.\nNothing was moved.\n`);
    expect(code).toBe(1);
    expect(existsSync(empty)).toBe(false);
  });

  it("names a Postgres that does not answer, without the password", async () => {
    const { code, said } = await move(["--to", "postgres://folio:hush-hush@127.0.0.1:9/site"]);
    expect(said).toContain("The database at 127.0.0.1:9/site cannot be reached.");
    expect(said).toContain("ECONNREFUSED");
    expect(said).not.toContain("hush-hush");
    expect(code).toBe(1);
  });

  it("waits for nobody: a server that runs on DATA_DIR is named", async () => {
    await withDatabase({ dataDir, durable: false }, async () => {
      const { code, said } = await move(["--to", "postgres://127.0.0.1:9/folio"]);
      expect(said).toContain(`is in use by process ${process.pid} on`);
      expect(said).toContain("Stop the server first.");
      expect(code).toBe(1);
    });
  });
});

describe.runIf(onPostgres && isFullRun)("npm run move with a Postgres", { timeout: 300_000 }, () => {
  let postgres: { url: string; drop: () => Promise<void> };
  beforeAll(async () => {
    postgres = await emptyPostgres();
  });
  afterAll(async () => {
    await postgres.drop();
  });

  it("refuses a place with tables of somebody else's, and one of another version", async () => {
    const place = await emptyPostgres();
    await withDatabase({ databaseUrl: place.url }, (database) =>
      database.pool.query("create table theirs ()"),
    );
    const foreign = await move(["--to", place.url]);
    expect(foreign.said).toContain("The Postgres database is not empty: it has the tables theirs.");
    await withDatabase({ databaseUrl: place.url }, async (database) => {
      await database.pool.query("drop table theirs");
      await migrateDatabase(database);
      await database.pool.query(
        "delete from folio_kernel.migrations where name = (select max(name) from folio_kernel.migrations)",
      );
    });
    const older = await move(["--to", place.url]);
    expect(older.said).toContain("The Postgres database is of an older version: it lacks 00");
    await withDatabase({ databaseUrl: place.url }, (database) =>
      database.pool.query("insert into folio_kernel.migrations (name, hash) values ('9999_later', '')"),
    );
    const newer = await move(["--to", place.url]);
    expect(newer.said).toContain("written by a newer version of Folio (it has 9999_later");
    expect([foreign.code, older.code, newer.code]).toEqual([1, 1, 1]);
    await place.drop();
  });

  it("begins anew after it was killed in the middle or just before the comparison", async () => {
    for (const table of ["transactions", "webhook_inbox"]) {
      const { code, said } = await move(["--to", postgres.url], { killAt: `  ${table} ` });
      expect(said).not.toContain("Moved:");
      expect(code).toBeNull();
      const left = (await digestOf({ databaseUrl: postgres.url })).filter(({ rows }) => rows > 0);
      expect(left.map((rows) => rows.table)).toEqual(["financial_categories"]);
    }
  });

  it("moves every row, says the counts and what to do next, and leaves the source as it was", async () => {
    const { code, said } = await move(["--to", postgres.url]);
    expect(said).toMatch(/^ {2}transactions +1,500 {2}[0-9a-f]{16}$/m);
    expect(said).toContain(`Moved: ${digests.length} tables with `);
    expect(said).toContain("the same count and checksum of each table in both databases.");
    expect(said).toContain("Set DATABASE_URL to the address that you gave");
    expect(said).toContain(`Set SECRET_KEY to the content of ${dataDir}/secret-key`);
    expect(said).not.toContain(secretKey.toString("hex"));
    expect(said).not.toContain(mover.password);
    expect(said).not.toContain(encodeURIComponent(mover.password));
    expect(code).toBe(0);
    expect(await digestOf({ databaseUrl: postgres.url })).toEqual(digests);
    expect(await digestOf({ dataDir })).toEqual(digests);
  });

  it("says that everything is there where the last run could not", async () => {
    const { code, said } = await move(["--to", postgres.url]);
    expect(said).toContain("Everything was there already:");
    expect(code).toBe(0);
  });

  it("waits until a server that is connected to the Postgres has gone, and refuses where it stays", async () => {
    await withDatabase({ databaseUrl: postgres.url }, async ({ pool }) => {
      const kept = await pool.connect();
      const { code, said } = await move(["--from", postgres.url], {
        environment: { DATA_DIR: join(directory, "refused") },
      });
      expect(said).toContain("A server of Folio is connected to the Postgres database (1 connection).");
      expect(code).toBe(1);
      kept.release();
    });
  });

  it("goes back into a DATA_DIR without a database, after it was killed on the way too", async () => {
    const back = join(directory, "back");
    const environment = { DATA_DIR: back, SECRET_KEY: secretKey.toString("hex") };
    await move(["--from", postgres.url], { environment, killAt: "  accounts " });
    expect(existsSync(join(back, "database"))).toBe(false);
    const { code, said } = await move(["--from", postgres.url], { environment });
    expect(said).toContain("Keep SECRET_KEY as it is");
    expect(code).toBe(0);
    expect(existsSync(join(back, "moving"))).toBe(false);
    expect(await digestOf({ dataDir: back })).toEqual(digests);
    const again = await move(["--from", postgres.url], { environment });
    expect(again.said).toContain("Everything was there already:");
  });

  it("has moved a site that goes on: sessions, kept bills, pictures, sealed tokens and the next id", async () => {
    await withDatabase({ databaseUrl: postgres.url }, async (database) => {
      const site = siteOn(database);
      expect(await ask(site, visit.paths, visit.cookie)).toEqual(visit.answers);
      const [picture] = JSON.stringify(visit.answers).match(/\/images\/[^"]+/) ?? [];
      expect((await site.request(picture ?? "/no-picture")).status).toBe(200);
      const link = await createLinkStore({ database, now, secretKey }).find(visit.userId, "sandbox");
      expect(link?.accessToken).toBe("gho_0123");
      const saved = await site.post(
        "/api/SaveProduct",
        {
          productId: 0,
          name: "Lamp",
          serialNumber: "NEXT-1",
          grade: "",
          description: "",
          imageIds: [],
          altTexts: [],
        },
        { cookie: visit.cookie },
      );
      expect(saved.status).toBe(200);
      expect(await database.unsafeDb.execute(sql`select count(*)::int as made from products`)).toMatchObject({
        rows: [{ made: 2 }],
      });
    });
  });

  it("refuses a place that has gone on since, and names where its rows are", async () => {
    const there = await digestOf({ databaseUrl: postgres.url });
    const to = await move(["--to", postgres.url]);
    expect(to.said).toMatch(/The database is not empty: there are rows in .*products/);
    const from = await move(["--from", postgres.url]);
    expect(from.said).toContain(`${dataDir}/database is a database already.`);
    expect([to.code, from.code]).toEqual([1, 1]);
    expect(await digestOf({ databaseUrl: postgres.url })).toEqual(there);
    expect(await digestOf({ dataDir })).toEqual(digests);
  });
});
