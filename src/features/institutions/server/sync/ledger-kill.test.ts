import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createTestMarks } from "../../../../../tests/support/factories/marks-factory.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { openDatabase } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { freePort } from "../../../../../tests/support/ports.ts";
import {
  startBank,
  startSiteProcess,
  type SiteProcess,
} from "../../../../../tests/support/sites/killable-site.ts";
import { isFullRun } from "../../../../../tests/support/night.ts";
import { createPostgresDatabase } from "../../../../../tests/support/test-database.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";

const kills = 20;
const secretKey = Buffer.alloc(32, 5);
const firstRows = 900;
const moreRows = 240;
const rowsPerEdit = 400;
/** Few enough that each sync reads several pages. */
const rowsPerPage = 60;
const fitTimeoutMs = 60_000;

/** Bulk edit that was running when the server was killed. */
type Edit = { ids: number[]; categoryId: number | null };
type Row = Pick<TransactionView, "transactionId" | "transaction_id" | "amount" | "date" | "removedByBank"> & {
  categoryId: number | null;
};

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** Prepares a person with a linked bank, a database that survives every server, and the servers' settings. */
async function prepare() {
  const port = await freePort();
  const siteOrigin = `http://localhost:${port}`;
  let onPage = () => {};
  const bank = await startBank(siteOrigin, { onPage: () => onPage(), rowsPerPage });
  ending.push(() => bank.stop());
  const postgres = await createPostgresDatabase();
  ending.push(() => postgres.drop());
  const dataDir = mkdtempSync(join(tmpdir(), "folio-kill-"));
  ending.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await openDatabase({ databaseUrl: postgres.url });
  await migrateDatabase(database);
  const { userId, cookie } = await createTestUser(database);
  const link = await bank.link();
  const accounts = bank.control.truth(link.itemId).accounts;
  const item = await createTestAccessItem(database, userId, {
    link: { ...link, secretKey },
    accounts: accounts.map(({ account_id }) => ({ providerAccountId: account_id })),
  });
  const { budgetId, categoryId } = await createTestMarks(database, { userId, ...item });
  const [other] = await database.unsafeDb
    .insert(financialCategories)
    .values({ userId, name: "Other", nameKey: "other" })
    .returning();
  await database.unsafeDb.execute(sql`update budgets set start_date = '2000-01-01', end_date = '2100-01-01'`);
  ending.push(() => database.close());

  async function start(): Promise<SiteProcess> {
    // The dead server's leases would expire only after a while.
    await database.unsafeDb.execute(sql`update jobs set held_until = now() - interval '1 second'`);
    const server = await startSiteProcess(bank.origin, {
      PORT: String(port),
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey.toString("hex"),
      READS_PER_MINUTE: "100000",
      WRITES_PER_MINUTE: "100000",
      DATABASE_URL: postgres.url,
    });
    ending.push(() => server.kill());
    return server;
  }
  return {
    bank,
    itemId: link.itemId,
    institutionAccessItemId: item.institutionAccessItemId,
    cookie,
    budgetId,
    categories: [categoryId, other?.financialCategoryId ?? 0, null],
    start,
    listen: (listener: () => void) => void (onPage = listener),
  };
}

type Scene = Awaited<ReturnType<typeof prepare>>;

async function readRows(server: SiteProcess, scene: Scene): Promise<Row[]> {
  const path = `/api/GetTransactions?institutionAccessItemId=${scene.institutionAccessItemId}`;
  const { status, data } = await server.call<{ transactions: TransactionView[] }>(path, scene);
  expect(status).toBe(200);
  // Only what the person chose: rows that nobody has edited learn from those that were.
  return data.transactions.map(({ category, ...row }) =>
    Object.assign(row, {
      categoryId: row.categorySource === "person" ? (category?.financialCategoryId ?? null) : null,
    }),
  );
}

/** Sends a webhook and waits until the ledger matches the bank row by row. */
async function waitUntilFits(server: SiteProcess, { bank, itemId, ...scene }: Scene): Promise<Row[]> {
  const wanted = bank.control
    .truth(itemId)
    .transactions.map((row) => `${row.transaction_id} ${(-row.amount).toFixed(2)} ${row.date}`)
    .toSorted();
  const until = performance.now() + fitTimeoutMs;
  const body = bank.control.webhookBody(itemId, "SYNC_UPDATES_AVAILABLE");
  expect(await server.deliver(await bank.control.signWebhook(body))).toBe(200);
  for (;;) {
    const rows = await readRows(server, { bank, itemId, ...scene });
    const found = rows
      .filter(({ removedByBank }) => !removedByBank)
      .map((row) => `${row.transaction_id} ${row.amount.toFixed(2)} ${row.date}`)
      .toSorted();
    if (found.length === wanted.length && found.every((line, index) => line === wanted[index])) return rows;
    if (performance.now() > until) {
      expect(found).toEqual(wanted);
      throw new Error("the ledger doesn't match the bank");
    }
    await pause(150);
  }
}

/** Changes the bank's list: new, changed, and removed transactions, and pending ones that post. */
function changeBank({ bank: { control }, itemId }: Scene, round: number): void {
  const listed = control.truth(itemId).transactions;
  const at = (step: number) => listed[(round * 97 + step * 31) % listed.length]?.transaction_id ?? "";
  const chosen = [...new Set(Array.from({ length: 12 }, (_, step) => at(step)))];
  for (const [index, id] of chosen.entries()) {
    if (index % 3 === 0) control.removeRow(itemId, id);
    else control.changeRow(itemId, id, { name: `CHANGED IN ROUND ${round}` });
  }
  for (const { transaction_id: id, pending } of listed)
    if (pending && !chosen.includes(id)) control.postRow(itemId, id, { namesPending: round % 2 === 0 });
  for (let count = 0; count < 6; count += 1)
    control.addRow(itemId, { minor: -100 - count, pending: true, name: `KIOSK ${round}` });
  control.addRows(itemId, moreRows, round % 2 === 0 ? "checking" : "savings");
}

/** Edits in bulk until the server dies; adds acknowledged edits to `expected` and returns the interrupted one. */
async function editUntilDead(
  server: SiteProcess,
  { cookie, budgetId, categories }: Scene,
  rows: Row[],
  expected: Map<number, number | null>,
): Promise<Edit> {
  const ids = rows.filter(({ removedByBank }) => !removedByBank).map(({ transactionId }) => transactionId);
  for (let count = 0; ; count += 1) {
    const from = (count * 173) % Math.max(1, ids.length - rowsPerEdit);
    const edit = {
      ids: ids.slice(from, from + rowsPerEdit),
      categoryId: categories[count % categories.length] ?? null,
    };
    const body = edit.ids.map((transactionId) => ({
      transactionId,
      financialCategoryId: edit.categoryId ?? -1,
      budgetId,
    }));
    const answer = await server
      .call("/api/BulkUpdateTransactionCategory", { cookie, body })
      .catch(() => null);
    if (answer === null) return edit;
    // 404 if the bank has removed one of the rows: all are edited or none.
    if (answer.status === 200) for (const id of edit.ids) expected.set(id, edit.categoryId);
    else expect(answer.status).toBe(404);
  }
}

/** Checks that every acknowledged edit is stored, and the interrupted one completely or not at all. */
function checkEdits(rows: Row[], expected: Map<number, number | null>, edit: Edit): void {
  const byId = new Map(rows.map((row) => [row.transactionId, row]));
  const underWay = new Set(edit.ids);
  for (const [id, categoryId] of expected) {
    // A removed row without edits disappears.
    if (underWay.has(id) || (categoryId === null && !byId.has(id))) continue;
    expect(byId.get(id)?.categoryId, `row ${id}`).toBe(categoryId);
  }
  const changing = edit.ids.filter((id) => byId.has(id) && (expected.get(id) ?? null) !== edit.categoryId);
  const changed = changing.filter((id) => byId.get(id)?.categoryId === edit.categoryId);
  expect([0, changing.length]).toContain(changed.length);
  if (changed.length > 0 || changing.length === 0)
    for (const id of edit.ids) expected.set(id, edit.categoryId);
}

/** Waits for a moment during a sync: at one of its pages, or while it is applied. */
async function momentOfKill(scene: Scene, round: number): Promise<void> {
  const pages = round % 4;
  const afterMs = pages === 0 ? Math.random() * 400 : Math.random() * 120;
  let left = pages === 0 ? 5 : pages;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 10_000);
    scene.listen(() => {
      left -= 1;
      if (left > 0) return;
      clearTimeout(timer);
      resolve();
    });
  });
  await pause(afterMs);
  scene.listen(() => {});
}

it.runIf(isFullRun)(
  `loses nothing when the server is killed ${kills} times during syncs and bulk edits`,
  { timeout: 1_200_000 },
  async () => {
    const scene = await prepare();
    scene.bank.control.addRows(scene.itemId, firstRows);
    let server = await scene.start();
    let rows = await waitUntilFits(server, scene);
    const expected = new Map<number, number | null>();
    for (let round = 0; round < kills; round += 1) {
      changeBank(scene, round);
      const moment = momentOfKill(scene, round);
      const edits = editUntilDead(server, scene, rows, expected);
      const { control } = scene.bank;
      const body = control.webhookBody(scene.itemId, "SYNC_UPDATES_AVAILABLE");
      expect(await server.deliver(await control.signWebhook(body))).toBe(200);
      await moment;
      await server.kill();
      const edit = await edits;
      server = await scene.start();
      checkEdits(await readRows(server, scene), expected, edit);
      rows = await waitUntilFits(server, scene);
      checkEdits(rows, expected, { ids: [], categoryId: null });
    }
  },
);
