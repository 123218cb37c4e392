import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createTestUser } from "../../tests/support/factories/auth-factory.ts";
import { createTestBudget } from "../../tests/support/factories/budget-factory.ts";
import { createTestAccessItem } from "../../tests/support/factories/access-item-factory.ts";
import {
  createTestTransactions,
  type TestTransaction,
} from "../../tests/support/factories/transaction-factory.ts";
import type { AccessItemView } from "#shared/finance-shapes.ts";
import { addDays, addMonths, firstDayOf, lastDayOf, monthOf } from "#shared/time/plain-dates.ts";
import { openDatabase, type Database } from "../../src/server/database/db.ts";
import { migrateDatabase } from "../../src/server/database/migrate.ts";
import { freePort } from "../../tests/support/ports.ts";
import { startBank, startSiteProcess, type SiteProcess } from "../../tests/support/sites/killable-site.ts";
import {
  atMost,
  formatMs,
  formatSeconds,
  median,
  percentile,
  timed,
  type PartReport,
  type Result,
} from "./results.ts";
import { measureChoices } from "./choices.ts";
import { measureReports } from "./reports.ts";
import { startReading } from "./reader.ts";
import { getsInTurn } from "./repeated-get.ts";
import { measureSeries } from "./series.ts";
import { withDirectory } from "./servers.ts";

const transactionCount = 100_000;
const bankCount = 5;
const daysBack = 10 * 365;
const budgetCount = 12;
const newRows = 10_000;
const warmUps = 10;
const rounds = 40;
const edits = 15;
const syncs = 3;
const secretKey = Buffer.alloc(32, 3);
const syncTimeoutMs = 120_000;
const pollMs = 100;

/** Targets in ms (p95; of `reading`, the longest). */
const promised = {
  figures: 15,
  page: 15,
  filtered: 150,
  sync: 10_000,
  reading: 120,
  register: 30,
  overview: 50,
  preview: 150,
  rule: 500,
};

/** Ids of the test data, the session to request it with, and the site's address. */
type Scene = Awaited<ReturnType<typeof fill>> & { origin: string };

/**
 * Measures 100,000 transactions of one person at five banks, over HTTP on a separate server: reading, editing, and a sync of
 * 10,000 rows.
 */
export function measureLedger(): Promise<PartReport> {
  return withDirectory(async (directory) => report(await measure(`${directory}/data`)));
}

function report(results: Result[]): PartReport {
  return {
    title: "Ledger",
    results,
    remarks: [
      `${transactionCount.toLocaleString("en-US")} transactions of one person over ten years at ${bankCount} banks; ${budgetCount} budgets of all banks, one for a year and the others for a month each. ` +
        `Every call over HTTP to a server of its own: reading ${rounds} times, editing ${edits} times. ` +
        `A sync is from the webhook to the last of ${newRows.toLocaleString("en-US")} new rows in the ledger, ${syncs} times; ` +
        "meanwhile one reader in a thread of its own asks for a budget's figures and its first page, one after the other.",
    ],
  };
}

async function measure(dataDir: string): Promise<Result[]> {
  const port = await freePort();
  const bank = await startBank(`http://localhost:${port}`);
  const link = await bank.link();
  const accounts = bank.control.truth(link.itemId).accounts.map(({ account_id }) => account_id);
  const database = await openDatabase({ dataDir });
  const scene = {
    ...(await fill(database, link, accounts)),
    origin: `http://127.0.0.1:${port}`,
  };
  await database.close();
  const site = await startSiteProcess(bank.origin, {
    PORT: String(port),
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey.toString("hex"),
    READS_PER_MINUTE: "1000000",
    WRITES_PER_MINUTE: "1000000",
  });
  try {
    const calm = await measureCalls(site, scene);
    const busy = await measureSyncs(site, scene, async (count) => {
      bank.control.addRows(link.itemId, count);
      const body = bank.control.webhookBody(link.itemId, "SYNC_UPDATES_AVAILABLE");
      const status = await site.deliver(await bank.control.signWebhook(body));
      if (status !== 200) throw new Error(`the webhook was answered with ${status}`);
    });
    return [...calm, ...busy].flatMap(resultsOf);
  } finally {
    await site.kill();
    await bank.stop();
  }
}

type Timing = {
  name: string;
  times: number[];
  most?: number;
  format?: (ms: number) => string;
  /** Reports the longest time as well, with its target. */
  longest?: number;
};

function resultsOf({ name, times, most, format = formatMs, longest }: Timing): Result[] {
  const p95 = percentile(times, 95);
  return [
    most !== undefined
      ? atMost(`${name}, p95`, p95, most, format)
      : { name: `${name}, p95`, value: format(p95) },
    { name: `${name}, p50`, value: format(median(times)) },
    ...(longest === undefined ? [] : [atMost(`${name}, the longest`, Math.max(...times), longest, format)]),
  ];
}

async function get<Data>(site: SiteProcess, { cookie }: Scene, path: string): Promise<Data> {
  const { status, data } = await site.call<Data>(path, { cookie });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return data;
}

const figuresOf = (budgetId: number) => `/api/GetBudget?budgetId=${budgetId}&summary=true`;
const registerPage = "/api/GetLedger?page=1&pageSize=25";
const pageOf = (budgetId: number, more = "") =>
  `/api/GetBudgetTransactions?budgetId=${budgetId}&excluded=false&page=1&pageSize=5${more}`;

async function measureCalls(site: SiteProcess, scene: Scene): Promise<Timing[]> {
  const { budgetId, yearId, itemId } = scene;
  const read = async (path: string) => {
    const headers = { cookie: scene.cookie };
    const times = await getsInTurn(`${scene.origin}${path}`, () => headers, warmUps + rounds);
    return times.slice(warmUps).map(({ lastByteMs }) => lastByteMs);
  };
  const account = `/api/GetTransactions?institutionAccessItemId=${itemId}&page=1&pageSize=5`;
  return [
    { name: "a month’s budget, its figures", times: await read(figuresOf(budgetId)), most: promised.figures },
    { name: "its first page", times: await read(pageOf(budgetId)), most: promised.page },
    {
      name: "its page filtered by words and an amount",
      times: await read(pageOf(budgetId, "&q=bakery+12&sort=amount&direction=desc")),
      most: promised.filtered,
    },
    { name: "a year’s budget, its figures", times: await read(figuresOf(yearId)) },
    { name: "a year’s budget, its first page", times: await read(pageOf(yearId)) },
    { name: "a year’s budget, its filtered page", times: await read(pageOf(yearId, "&q=bakery+12")) },
    { name: "an account’s first page (GetTransactions)", times: await read(account) },
    { name: "the register’s first page", times: await read(registerPage), most: promised.register },
    { name: "the register filtered by words", times: await read(`${registerPage}&q=bakery+12`) },
    {
      name: "the overview (GetOverview)",
      times: await read("/api/GetOverview"),
      most: promised.overview,
    },
    { name: "bills that rows suggest", times: await read("/api/GetDetectedSources") },
    ...(await measureReports(read, daysBack)),
    ...(await measureSeries({
      get: (path) => get(site, scene, path),
      post: async (path, body) =>
        (await site.call<{ seriesId: number }>(path, { cookie: scene.cookie, body })).data,
      read,
      ...scene,
    })),
    ...(await measureRules(site, scene)),
    // Last, because each rewrites what is learned for its payees, here the whole ledger.
    ...(await measureChoices(site, { ...scene, rounds: edits })),
  ];
}

/** Previews a rule, applies it to the past, and takes it back; the second rule matches a sixth of the ledger. */
async function measureRules(site: SiteProcess, { cookie, categories }: Scene): Promise<Timing[]> {
  const post = async (path: string, body: object) => {
    const { status } = await site.call(path, { cookie, body });
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
  };
  const ruleOf = (field: "payee" | "text", op: "is" | "contains", value: string) => ({
    ruleId: 0,
    conditions: [{ field, op, values: [value] }],
    actions: [{ field: "category", value: categories[0] }],
  });
  const one = ruleOf("payee", "is", "Corner Bakery Riverside");
  const many = ruleOf("text", "contains", "bakery");
  const words = {
    ...one,
    actions: [
      { field: "tags", value: ["Bread", "Work"] },
      { field: "note", value: "From the bakery" },
    ],
  };
  const apply = async (rule: object) => {
    const applied: number[] = [];
    const undone: number[] = [];
    for (let round = 0; round < edits; round += 1) {
      const undoId = randomUUID();
      applied.push(
        (await timed(() => post("/api/SaveRule", { ...rule, appliesFrom: "2000-01-01", undoId }))).ms,
      );
      undone.push((await timed(() => post("/api/Undo", { undoId }))).ms);
    }
    return { applied, undone };
  };
  const preview = (rule: object) => timesOf(rounds, () => post("/api/PreviewRule", rule));
  const [previewed, previewedMany] = [await preview(one), await preview(many)];
  const [ofOne, ofMany, ofWords] = [await apply(one), await apply(many), await apply(words)];
  return [
    { name: "preview of a rule for a payee", times: previewed, most: promised.preview },
    { name: "preview of a rule for a sixth of all rows", times: previewedMany, most: promised.preview },
    { name: "a payee’s rule applied to the past", times: ofOne.applied, most: promised.rule },
    { name: "the same undone", times: ofOne.undone, most: promised.rule },
    { name: "a payee’s rule for a note and tags, applied", times: ofWords.applied, most: promised.rule },
    { name: "the same undone", times: ofWords.undone, most: promised.rule },
    { name: "a rule applied to a sixth of all rows", times: ofMany.applied },
    { name: "the latter undone", times: ofMany.undone },
  ];
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < warmUps; warm += 1) await work();
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) times.push((await timed(work)).ms);
  return times;
}

async function measureSyncs(
  site: SiteProcess,
  scene: Scene,
  news: (count: number) => Promise<void>,
): Promise<Timing[]> {
  const syncMs = async (count: number) => {
    const expected = (await rowsOf(site, scene)) + count;
    const { ms } = await timed(async () => {
      await news(count);
      const until = performance.now() + syncTimeoutMs;
      while ((await rowsOf(site, scene)) < expected) {
        if (performance.now() > until) throw new Error("the sync did not end");
        await pause(pollMs);
      }
    });
    return ms;
  };
  const urls = [figuresOf(scene.budgetId), pageOf(scene.budgetId)].map((path) => `${scene.origin}${path}`);
  // The first one loads what talks to banks.
  await syncMs(1);
  const durations: number[] = [];
  const reads: number[] = [];
  for (let round = 0; round < syncs; round += 1) {
    const stopReading = startReading(urls, scene.cookie);
    durations.push(await syncMs(newRows));
    reads.push(...(await stopReading()));
  }
  return [
    {
      name: `sync of ${newRows.toLocaleString("en-US")} new rows`,
      times: durations,
      most: promised.sync,
      format: formatSeconds,
    },
    { name: "reading during a sync", times: reads, longest: promised.reading },
  ];
}

async function rowsOf(site: SiteProcess, scene: Scene): Promise<number> {
  const path = `/api/GetUserAccessItem?userAccessItemId=${scene.itemId}`;
  return (await get<AccessItemView>(site, scene, path)).item.transactionCount;
}

/**
 * Creates five banks of two accounts each, the last of them linked, with a budget for a year and eleven for a month each over
 * all of them.
 */
async function fill(
  database: Database,
  link: { itemId: string; accessToken: string },
  linkedAccounts: string[],
) {
  await migrateDatabase(database);
  const { userId, cookie } = await createTestUser(database);
  const today = new Date().toISOString().slice(0, 10);
  const perAccount = transactionCount / (bankCount * 2);
  const items: number[] = [];
  for (let at = 0; at < bankCount; at += 1) {
    const isLinked = at === bankCount - 1;
    const item = await createTestAccessItem(database, userId, {
      institutionName: `Bank ${at + 1}`,
      accounts: isLinked
        ? linkedAccounts.map((providerAccountId) => ({ providerAccountId }))
        : [{ name: "Checking" }, { name: "Card", type: "credit", subtype: "credit card" }],
      ...(isLinked ? { link: { ...link, secretKey } } : {}),
    });
    items.push(item.institutionAccessItemId);
    for (const [index, { accountId }] of item.accounts.entries()) {
      const rows = Array.from({ length: perAccount }, (_unused, row) =>
        sampleRow(row, at * 2 + index, today, perAccount),
      );
      await createTestTransactions(database, { ...item, userId, accountId }, rows);
    }
  }
  const { rows: categories } = await database.pool.query<{ id: number }>(
    "select financial_category_id as id from financial_categories where user_id is null order by 1 limit 12",
  );
  const ids = categories.map(({ id }) => id);
  await database.pool.query(
    "update transactions set financial_category_id = ($1::int[])[1 + transaction_id % 12] where transaction_id % 3 > 0",
    [ids],
  );
  await database.pool.query("update accounts set current_balance = 1234500");
  // As Postgres does by itself, a minute after so many rows.
  await database.pool.query("vacuum analyze");
  const budget = {
    budgetAccessItems: items,
    categories: ids.map((id) => ({ financialCategoryId: id, estimate: 400 })),
  };
  const make = (firstDaysAgo: number) =>
    createTestBudget(database, userId, {
      ...budget,
      startDate: addDays(today, -firstDaysAgo),
      endDate: today,
    });
  const { budgetId } = await make(29);
  const { budgetId: yearId } = await make(364);
  for (let months = 1; months <= budgetCount - 2; months += 1) {
    const month = addMonths(monthOf(today), -months);
    const period = { startDate: firstDayOf(month), endDate: lastDayOf(month) };
    await createTestBudget(database, userId, { ...budget, ...period });
  }
  return { cookie, budgetId, yearId, itemId: items.at(-1) ?? 0, categories: ids };
}

/** Payees of invented rows. */
export const samplePayees = [
  "Corner Bakery",
  "Blue Fig",
  "Harbour Fuel",
  "Green Grocer",
  "Night Owl Books",
  "City Transit",
];

export const districts = [
  "Riverside",
  "Northgate",
  "Oldtown",
  "Hillcrest",
  "Station",
  "Market",
  "Lakeview",
  "Eastend",
  "Parkside",
  "Harborfront",
];

/** Returns a purchase, income or transfer, spread evenly over the years so that each month has its share. */
function sampleRow(row: number, account: number, today: string, perAccount: number): TestTransaction {
  const date = addDays(today, -Math.floor((row * daysBack) / perAccount));
  const payee = samplePayees[(row * 7 + account) % samplePayees.length] ?? "";
  // Thirty payees of about 3,200 rows each.
  const merchantName = `${payee} ${districts[(row + account) % districts.length] ?? ""}`;
  const spent = { date, name: `${payee} ${row % 400}`, merchantName };
  if (row % 60 === 0) {
    const amount = 180_000 + (row % 900);
    return { date, name: "PAYROLL", amount, bankCategory: "INCOME", bankCategoryDetailed: "INCOME_WAGES" };
  }
  if (row % 45 === 0) {
    const amount = (account % 2 === 0 ? -1 : 1) * (20_000 + (row % 700));
    const bankCategory = account % 2 === 0 ? "TRANSFER_OUT" : "TRANSFER_IN";
    return {
      date,
      name: "TRANSFER",
      amount,
      bankCategory,
      bankCategoryDetailed: `${bankCategory}_ACCOUNT_TRANSFER`,
    };
  }
  return {
    ...spent,
    amount: -(150 + ((row * 7_919 + account) % 20_000)),
    bankCategory: "FOOD_AND_DRINK",
    bankCategoryDetailed: "FOOD_AND_DRINK_GROCERIES",
  };
}
