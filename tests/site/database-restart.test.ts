import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { startPostgres, type PostgresServer } from "../support/postgres-server.ts";
import { createTestApp, type TestApp } from "../support/test-app.ts";
import { openDatabase, type Database } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { isFullRun } from "../support/night.ts";

/** Uses a separate Postgres, because the test restarts it. */
const people = 8;
const runningMs = 500;
const awayMs = 1_500;
const afterwardsMs = 1_500;

let postgres: PostgresServer | { reason: string };
let database: Database;

beforeAll(async () => {
  postgres = await startPostgres();
  if ("reason" in postgres) return;
  database = await openDatabase({ databaseUrl: postgres.url });
  await migrateDatabase(database);
});
afterAll(async () => {
  if ("reason" in postgres) return;
  await database.close();
  await postgres.stop();
});

type Tally = { statuses: Set<number>; acknowledged: string[]; okAfterwards: number };

it.runIf(isFullRun)(
  "restarting Postgres under load causes 503s, but loses no acknowledged write",
  async (context) => {
    if ("reason" in postgres) context.skip(postgres.reason);
    const site = createTestApp(database);
    await site.start();
    const tallies = await restartUnderLoad(site);
    const statuses = new Set(tallies.flatMap((tally) => [...tally.statuses]));
    expect(statuses).toEqual(new Set([200, 503]));
    for (const { okAfterwards } of tallies) expect(okAfterwards).toBeGreaterThan(0);
    const { rows } = await database.unsafeDb.execute<{ name: string }>(sql`select name from budgets`);
    const stored = new Set(rows.map(({ name }) => name));
    const lost = tallies.flatMap(({ acknowledged }) => acknowledged).filter((name) => !stored.has(name));
    expect(lost, "acknowledged and gone").toEqual([]);
    expect((await site.request("/readyz")).status).toBe(200);
    await site.stop();
  },
);

async function restartUnderLoad(site: TestApp): Promise<Tally[]> {
  const load = { isOver: false, isBack: false };
  const working: Promise<Tally>[] = [];
  for (let index = 0; index < people; index += 1) {
    const { cookie } = await createTestUser(database);
    working.push(work(site, cookie, { name: `person ${index}`, load }));
  }
  await sleep(runningMs);
  await postgresOf().pause();
  expect((await site.request("/readyz")).status).toBe(503);
  expect((await site.request("/healthz")).status).toBe(200);
  await sleep(awayMs);
  await postgresOf().resume();
  load.isBack = true;
  await sleep(afterwardsMs);
  load.isOver = true;
  return Promise.all(working);
}

function postgresOf(): PostgresServer {
  if ("reason" in postgres) throw new Error(postgres.reason);
  return postgres;
}

/** Saves budgets and reads the list, one call after the other, until the load ends. */
async function work(
  site: TestApp,
  cookie: string,
  { name, load }: { name: string; load: { isOver: boolean; isBack: boolean } },
): Promise<Tally> {
  const tally: Tally = { statuses: new Set(), acknowledged: [], okAfterwards: 0 };
  for (let turn = 0; !load.isOver; turn += 1) {
    const budget = {
      budgetId: 0,
      name: `${name}, turn ${turn}`,
      startDate: "2026-11-01",
      endDate: "2026-11-30",
    };
    const saved = await site.post(
      "/api/SaveBudget",
      { ...budget, categories: [], budgetAccessItems: [] },
      { cookie },
    );
    const read = await site.request("/api/GetBudgets", { headers: { cookie } });
    tally.statuses.add(saved.status).add(read.status);
    if (saved.status === 200) tally.acknowledged.push(budget.name);
    else expect(await saved.json()).toMatchObject({ success: false, statusCode: saved.status });
    if (load.isBack && saved.status === 200) tally.okAfterwards += 1;
    await sleep(20);
  }
  return tally;
}
