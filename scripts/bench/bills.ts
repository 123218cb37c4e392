import { siteConfig } from "#site-config";
import { createBillIndexStore } from "#features/bills/server/index-pass/bill-index-store.ts";
import { toIndexRow } from "#features/bills/server/index-pass/bill-rows.ts";
import { createBillsFeature } from "#features/bills/server/index.ts";
import type { App, AppEnv, Kernel } from "#server/feature.ts";
import { createBus } from "#server/events/bus.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createLogger } from "#server/log.ts";
import { createMetrics } from "#server/metrics.ts";
import { mountFeature } from "#server/http/calls/mount.ts";
import { createRateLimiter } from "#server/limits/rate-limit.ts";
import { readSettings } from "#server/settings/settings.ts";
import { siteFolders } from "#server/settings/site-folder.ts";
import { createCongressSandbox } from "#upstreams/congress/sandbox/congress-sandbox.ts";
import { Hono } from "hono";
import { openDatabase, type Database } from "../../src/server/database/db.ts";
import { migrateDatabase } from "../../src/server/database/migrate.ts";
import { atMost, formatMs, median, percentile, timed, type PartReport, type Result } from "./results.ts";
import { withDirectory } from "./servers.ts";

const billCount = 20_000;
const budgetMs = 30;
const rounds = 25;
const writtenAtOnce = 500;

/** Queries of the feed, from none to the hardest: common words, a partial word, far pages. */
const questions = [
  "",
  "?congress=119",
  "?congress=118&billType=hr",
  "?q=act",
  "?q=veterans+health+care",
  "?q=infra",
  "?congress=117&q=tax+cred",
  "?q=HR+1234",
  "?page=500",
  "?q=improvement&page=20",
];

/** Measures the list of bills with a full index. */
export function measureBills(): Promise<PartReport> {
  return withDirectory(async (directory) =>
    report(await measure(await openDatabase({ dataDir: `${directory}/data` }))),
  );
}

function report(results: Result[]): PartReport {
  return {
    title: "Bills",
    results,
    remarks: [
      `${billCount.toLocaleString("en-US")} synthetic bills. Each of ${questions.length} questions of the feed (filters, words, an unfinished word, far pages) ${rounds} times through the whole call; the slowest 5 % of all are left out.`,
    ],
  };
}

async function measure(database: Database): Promise<Result[]> {
  try {
    await migrateDatabase(database);
    const ask = openSite(database);
    await fillIndex(database);
    const feed = await timeQuestions(ask);
    return [
      atMost("Feed with filters, p95", percentile(feed, 95), budgetMs, formatMs),
      { name: "Feed with filters, median", value: formatMs(median(feed)) },
    ];
  } finally {
    await database.close();
  }
}

/** Opens the feature behind the real checks of a call, with its upstream in this process. */
function openSite(database: Database) {
  const sandbox = createCongressSandbox();
  const kernel: Kernel = {
    settings: readSettings({ SEARCHES_PER_MINUTE: "1000000", READS_PER_MINUTE: "1000000" }),
    site: siteConfig,
    contentDir: siteFolders({}).contentDir,
    database,
    log: createLogger({ level: "silent" }),
    metrics: createMetrics({ processMetrics: false }),
    now: () => new Date(),
    secretKey: Buffer.alloc(32, 1),
    fetch: async (input, init) =>
      sandbox.app.request(input instanceof Request ? input : input.toString(), init),
    bus: createBus({ database, log: createLogger({ level: "silent" }) }),
    publicPagesChanged: () => undefined,
  };
  const origin = "http://localhost";
  const address = { selfOrigin: () => origin, internalOrigin: () => origin };
  const app: App = new Hono<AppEnv>();
  app.use((c, next) => {
    c.set("session", null);
    c.set("isSessionUnknown", false);
    c.set("clientAddress", "bench");
    c.set("log", kernel.log);
    return next();
  });
  const { feature } = createBillsFeature(kernel, address, { jobs: createJobs(kernel) });
  mountFeature(app, feature, kernel, createRateLimiter(kernel, "bench"));
  return async function ask(path: string): Promise<void> {
    const response = await app.request(origin + path);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    await response.text();
  };
}

const subjects =
  "Veterans Health Tax Water Infrastructure Energy Border School Farm Housing Small Business Space".split(
    " ",
  );
const deeds =
  "Improvement Protection Modernization Accountability Relief Access Transparency Credit Care".split(" ");
const congresses = [119, 118, 117, 116, 115, 114, 113];
const kinds = ["HR", "HR", "HR", "S", "S", "HRES", "SRES", "HJRES"];

/** Fills the index with titles of realistic length and a vocabulary of very common and rare words. */
async function fillIndex(database: Database): Promise<void> {
  const store = createBillIndexStore({ database, source: "sandbox" });
  const at = new Date();
  for (let from = 0; from < billCount; from += writtenAtOnce) {
    const rows = Array.from({ length: writtenAtOnce }, (_unused, index) => from + index).flatMap(
      (at) => toIndexRow(sampleBill(at), "2026-01-01") ?? [],
    );
    await store.save(rows, at);
  }
  await database.pool.query("analyze bills");
}

function sampleBill(at: number) {
  const pick = (list: string[], step: number) => list[Math.floor(at / step) % list.length] ?? "";
  const day = new Date(Date.UTC(2013, 0, 3) + ((at * 7919) % 5_000) * 86_400_000).toISOString().slice(0, 10);
  return {
    congress: congresses[at % congresses.length] ?? 119,
    type: kinds[at % kinds.length] ?? "HR",
    number: String(Math.floor(at / congresses.length) + 1),
    title: `To amend title ${at % 50} of the United States Code with respect to the ${pick(subjects, 1)} ${pick(deeds, 3)} and ${pick(subjects, 17)} ${pick(deeds, 29)} Act of ${2013 + (at % 14)}, and for other purposes`,
    latestAction: { actionDate: day, actionTime: null, text: "Referred to the Committee on the Judiciary." },
    laws: [],
    originChamber: "House",
    updateDate: day,
    updateDateIncludingText: null,
  };
}

async function timeQuestions(ask: (path: string) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (const question of questions) await ask(`/api/CongressGetBills${question}`);
  for (let round = 0; round < rounds; round += 1) {
    for (const question of questions) {
      const { ms } = await timed(() => ask(`/api/CongressGetBills${question}`));
      times.push(ms);
    }
  }
  return times;
}
