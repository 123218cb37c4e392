import { createTestUser } from "../../tests/support/factories/auth-factory.ts";
import { createIncomeFeature } from "#features/income/server/index.ts";
import { createTestIncomeSource } from "../../tests/support/factories/income-source-factory.ts";
import { incomePayments } from "#features/income/server/income-tables.ts";
import { createTestAccessItem } from "../../tests/support/factories/access-item-factory.ts";
import {
  createTestTransactions,
  type AccountRef,
  type TestTransaction,
} from "../../tests/support/factories/transaction-factory.ts";
import type { App, AppEnv, Kernel } from "#server/feature.ts";
import { createBus } from "#server/events/bus.ts";
import { createLogger } from "#server/log.ts";
import { createMetrics } from "#server/metrics.ts";
import { mountFeature } from "#server/http/mount.ts";
import { createRateLimiter } from "#server/limits/rate-limit.ts";
import { readSettings } from "#server/settings/settings.ts";
import { siteFolders } from "#server/settings/site-folder.ts";
import { addDays, addMonths, dayOfMonth, monthsFrom } from "#shared/time/plain-dates.ts";
import { siteConfig } from "#site-config";
import { Hono } from "hono";
import { openDatabase, type Database } from "../../src/server/database/db.ts";
import { migrateDatabase } from "../../src/server/database/migrate.ts";
import { startPostgres } from "../../tests/support/postgres-server.ts";
import { atMost, formatMs, median, percentile, type PartReport, type Result } from "./results.ts";
import { withDirectory } from "./servers.ts";

const sourceCount = 50;
const monthCount = 120;
const transactionCount = 100_000;
const budgetMs = 100;
const rounds = 40;
const paymentsAtOnce = 1_000;
const lastMonth = "2026-11";
const firstMonth = addMonths(lastMonth, 1 - monthCount);

/** Income of one institution over ten years: its month, its rent roll, suggestions and reminders, on both engines. */
export function measureIncome(): Promise<PartReport> {
  return withDirectory(async (directory) => {
    const embedded = await openDatabase({ dataDir: `${directory}/data` });
    const results = await measureEngine("Embedded", embedded, budgetMs);
    const server = await startPostgres();
    if ("reason" in server) return report(results, [], `No Postgres was measured: ${server.reason}.`);
    try {
      const postgres = await measureEngine("Postgres", await openDatabase({ databaseUrl: server.url }), null);
      return report(results, postgres, `Postgres ${server.version} over loopback, the tests’ own server.`);
    } finally {
      await server.stop();
    }
  });
}

function report(embedded: Result[], postgres: Result[], remark: string): PartReport {
  return {
    title: "Income",
    results: [...embedded, ...postgres],
    remarks: [
      `${sourceCount} sources, each paid in nearly all of ${monthCount} months, among ${transactionCount.toLocaleString("en-US")} transactions of one institution. Each call ${rounds} times, from the session’s gate to the parsed answer.`,
      remark,
    ],
  };
}

const calls = [
  {
    name: "a month (GetIncomeSources)",
    path: "/api/GetIncomeSources",
    query: "&month=6&year=2026",
    hasBudget: true,
  },
  { name: "rent roll of 12 months", path: "/api/GetRentRoll", query: "&from=2026-01", hasBudget: false },
  {
    name: "suggestions for all unpaid months",
    path: "/api/GetIncomeSuggestions",
    query: "",
    hasBudget: false,
  },
  { name: "reminders", path: "/api/GetIncomeReminders", query: "", hasBudget: false },
];

async function measureEngine(engine: string, database: Database, budget: number | null): Promise<Result[]> {
  try {
    await migrateDatabase(database);
    const { userId } = await createTestUser(database);
    const institutionAccessItemId = await fill(database, userId);
    const ask = openSite(database, userId);
    const results: Result[] = [];
    for (const { name, path, query, hasBudget } of calls) {
      const address = `${path}?institutionAccessItemId=${institutionAccessItemId}${query}`;
      const times = await timesOf(() => ask(address));
      const p95 = percentile(times, 95);
      results.push(
        hasBudget && budget !== null
          ? atMost(`${engine}: ${name}, p95`, p95, budget, formatMs)
          : { name: `${engine}: ${name}, p95`, value: formatMs(p95) },
        { name: `${engine}: ${name}, median`, value: formatMs(median(times)) },
      );
    }
    return results;
  } finally {
    await database.close();
  }
}

async function timesOf(work: () => Promise<void>): Promise<number[]> {
  for (let warm = 0; warm < 3; warm += 1) await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** The feature behind the real gates of a call, for somebody who is signed in. */
function openSite(database: Database, userId: string): (path: string) => Promise<void> {
  const now = () => new Date(`${lastMonth}-21T17:00:00Z`);
  const kernel: Kernel = {
    settings: readSettings({ READS_PER_MINUTE: "1000000" }),
    site: siteConfig,
    contentDir: siteFolders({}).contentDir,
    database,
    log: createLogger({ level: "silent" }),
    metrics: createMetrics({ processMetrics: false }),
    now,
    secretKey: Buffer.alloc(32, 1),
    fetch: () => Promise.reject(new Error("income asks nobody")),
    bus: createBus({ database, log: createLogger({ level: "silent" }) }),
    publicPagesChanged: () => undefined,
  };
  const signedInAt = now().toISOString();
  const app: App = new Hono<AppEnv>();
  app.use((c, next) => {
    c.set("session", {
      sessionId: "bench",
      userId,
      userDetails: "bench",
      identityProvider: "aad",
      isMember: true,
      signedInAt,
      lastSeenAt: signedInAt,
      isIdle: false,
    });
    c.set("isSessionUnknown", false);
    c.set("clientAddress", "bench");
    c.set("log", kernel.log);
    return next();
  });
  const { feature } = createIncomeFeature(kernel, { isMember: async () => true });
  mountFeature(app, feature, kernel, createRateLimiter(kernel, "bench"));
  return async (path) => {
    const response = await app.request(`http://localhost${path}`);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    await response.text();
  };
}

/** Ten years of a landlord's account: rents of 50 tenants, and much else that moves. */
async function fill(database: Database, userId: string): Promise<number> {
  const { institutionAccessItemId, accounts } = await createTestAccessItem(database, userId);
  const account: AccountRef = { userId, institutionAccessItemId, accountId: accounts[0]?.accountId ?? 0 };
  const months = monthsFrom(firstMonth, lastMonth);
  const payments: { incomeSourceId: number; month: string; date: string; row: TestTransaction }[] = [];
  for (let at = 0; at < sourceCount; at += 1) {
    const amountDue = 900 + at * 10;
    const dayOfMonthDue = (at % 28) + 1;
    const source = await createTestIncomeSource(database, userId, institutionAccessItemId, {
      name: `Unit ${at + 1}`,
      startDate: `${firstMonth}-01`,
      amountDue,
      dayOfMonthDue,
      raises: [2, 5, 8].map((year) => ({
        effectiveFrom: addMonths(firstMonth, year * 12),
        amountDue: amountDue + year * 25,
        dayOfMonthDue,
      })),
    });
    for (const [index, month] of months.entries()) {
      // One in fifty stays unpaid: there is something to suggest and to remind of.
      if ((at + index) % 50 === 0) continue;
      const date = addDays(dayOfMonth(month, dayOfMonthDue), (at + index) % 4);
      const row = { date, amount: amountDue * 100, name: `TENANT ${at + 1} RENT` };
      payments.push({ incomeSourceId: source.incomeSourceId, month, date, row });
    }
  }
  const made = await createTestTransactions(
    database,
    account,
    payments.map(({ row }) => row),
  );
  const links = payments.flatMap(({ incomeSourceId, month, date }, at) => {
    const transactionId = made[at]?.transactionId;
    if (transactionId === undefined) return [];
    const memo = { paymentMemo: "RENT", isManualAdjustment: false, createdAt: new Date() };
    return [{ userId, incomeSourceId, transactionId, paymentDate: date, creditedMonth: month, ...memo }];
  });
  for (let from = 0; from < links.length; from += paymentsAtOnce)
    await database.unsafeDb.insert(incomePayments).values(links.slice(from, from + paymentsAtOnce));
  await createTestTransactions(
    database,
    account,
    Array.from({ length: transactionCount - payments.length }, (_unused, at) => otherRow(at)),
  );
  await database.pool.query("analyze");
  return institutionAccessItemId;
}

/** Everything else: one in ten comes in. */
function otherRow(at: number): TestTransaction {
  const date = addDays(`${firstMonth}-01`, (at * 7919) % (monthCount * 30));
  const amount = ((at * 104_729) % 90_000) + 100;
  return { date, amount: at % 10 === 0 ? amount : -amount, name: `Store ${at % 900}` };
}
