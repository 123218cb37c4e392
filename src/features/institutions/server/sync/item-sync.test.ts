import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { TransactionView } from "#shared/finance-shapes.ts";
import {
  answerWith,
  createBankSite,
  type BankSite,
  type Person,
} from "../../../../../tests/support/sites/bank-site.ts";
import { askForRepeated } from "../../../../../tests/support/repeated-work.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { bankJobs } from "./bank-jobs.ts";
import { institutionAccessItems as items } from "#server/tables/institution-tables.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
let site: BankSite;
let avery: Person;
let linked: { id: number; itemId: string };

beforeEach(async () => {
  site = createBankSite(database(), { servers: 2 });
  avery = await site.signInLater();
  linked = await site.link(avery);
  site.calls.length = 0;
});

const callsOf = (path: string) => site.calls.filter((call) => call.path === path);
const view = async () => (await avery.get(`/api/GetUserAccessItem?userAccessItemId=${linked.id}`)).data;
const refresh = () => avery.post("/api/SyncAccessItem", { institutionAccessItemId: linked.id });

const row = () => site.row(linked.id);

const sync = () => site.sync(linked.id);

/** Advances one day in steps that keep the session alive. */
async function passDay(): Promise<void> {
  for (let quarters = 0; quarters < 4; quarters += 1) {
    await site.pass(dayMs / 4);
    await view();
  }
}

async function expectLedgerToFit(): Promise<void> {
  const { ours, banks } = await site.ledgerFits(linked.itemId);
  expect(ours).toEqual(banks);
}

describe("a sync", () => {
  it("applies new, changed, and removed transactions", async () => {
    const { control } = site;
    const pending = control.addRow(linked.itemId, { minor: -1_999, pending: true, name: "KIOSK" });
    const wrong = control.addRow(linked.itemId, { minor: -500 });
    await sync();
    await expectLedgerToFit();
    control.postRow(linked.itemId, pending, { minor: -2_150 });
    control.removeRow(linked.itemId, wrong);
    control.addRow(linked.itemId, { minor: 250_000, name: "PAYROLL" });
    await sync();
    await expectLedgerToFit();
  });

  it("reads all pages before changing anything", async () => {
    site.control.addRows(linked.itemId, 1_300);
    const before = (await view()).item.transactionCount;
    const seen: number[] = [];
    site.intercept(({ path }) => {
      if (path !== "/transactions/sync" || callsOf(path).length !== 2) return undefined;
      return view().then(async ({ item }) => {
        seen.push(item.transactionCount);
        return answerWith("{}", 500);
      });
    });
    await sync();
    expect(seen).toEqual([before]);
    expect(callsOf("/transactions/sync").length).toBeGreaterThan(3);
    await expectLedgerToFit();
  });

  it("reads the whole list if the bank rejects the cursor, and loses nothing", async () => {
    const { transactionCount } = (await view()).item;
    await database().unsafeDb.update(items).set({ syncCursor: "of another list" });
    site.control.addRow(linked.itemId, { minor: -700 });
    await sync();
    expect((await view()).item).toMatchObject({
      state: "healthy",
      transactionCount: transactionCount + 1,
    });
    await expectLedgerToFit();
  });

  it("knows while the bank's earlier transactions are still to come", async () => {
    const status = { transactions_update_status: "INITIAL_UPDATE_COMPLETE" };
    site.intercept(async ({ path, body }) => {
      const page: object = await (await site.askSandbox(path, body)).json();
      return answerWith(JSON.stringify(path === "/transactions/sync" ? { ...page, ...status } : page));
    });
    await sync();
    expect(await row()).toMatchObject({ state: "healthy", historyComplete: false });
    site.intercept(null);
    await sync();
    expect(await row()).toMatchObject({ historyComplete: true });
  });

  it("keeps a status that the bank reported during the sync", async () => {
    const expiresAt = new Date(site.clock.nowMs + 5 * dayMs);
    site.intercept(({ path, body }) =>
      path === "/transactions/sync"
        ? database()
            .unsafeDb.update(items)
            .set({ state: "expiring", stateCode: "PENDING_DISCONNECT", expiresAt })
            .then(() => site.askSandbox(path, body))
        : undefined,
    );
    await sync();
    site.intercept(null);
    await sync();
    expect((await view()).item).toMatchObject({ state: "expiring", expiresAt: expiresAt.toISOString() });
  });

  it("changes nothing when repeated", async () => {
    const { rows: before } = await database().unsafeDb.execute(
      sql`select * from transactions order by transaction_id`,
    );
    await sync();
    const { rows: after } = await database().unsafeDb.execute(
      sql`select * from transactions order by transaction_id`,
    );
    expect(after).toEqual(before);
  });

  it("restarts at the first cursor if the list changes during paging", async () => {
    const first = (await row())?.syncCursor;
    site.control.addRows(linked.itemId, 600);
    site.control.mutateDuringPaging(linked.itemId);
    await sync();
    const cursors = callsOf("/transactions/sync").map(({ body }) => body["cursor"]);
    expect(cursors.filter((cursor) => cursor === first)).toHaveLength(2);
    await expectLedgerToFit();
  });

  it("applies nothing if a row is invalid, and shows the bank as down", async () => {
    const before = await row();
    const { transactionCount } = (await view()).item;
    site.control.addRows(linked.itemId, 3);
    site.intercept(({ path, body }) =>
      path === "/transactions/sync"
        ? site.askSandbox(path, body).then(async (response) => {
            const page = await response.text();
            return answerWith(page.replace(/"amount":\s*[\d.]+/, '"amount": "a lot"'));
          })
        : undefined,
    );
    await sync();
    const after = await view();
    expect(after.item).toMatchObject({
      state: "down",
      stateReason: "Your bank sent data we can’t read. Nothing was changed. We’ll retry automatically.",
      transactionCount,
    });
    expect((await row())?.syncCursor).toBe(before?.syncCursor);
    site.intercept(null);
    await site.pass(16 * minuteMs);
    expect((await view()).item.state).toBe("healthy");
    await expectLedgerToFit();
  });

  it("rounds an amount with three decimals half to even, notes that, and skips an absurd amount", async () => {
    site.control.addRow(linked.itemId, { minor: -7_771, name: "FINE FUEL" });
    site.control.addRow(linked.itemId, { minor: -7_772, name: "ABSURD" });
    site.control.addRow(linked.itemId, { minor: -7_773, name: "PLAIN" });
    site.intercept(({ path, body }) =>
      path === "/transactions/sync"
        ? site.askSandbox(path, body).then(async (response) => {
            const page = await response.text();
            return answerWith(page.replace("77.71", "77.705").replace("77.72", "90071992547409.91"));
          })
        : undefined,
    );
    await sync();
    expect((await view()).item.state).toBe("healthy");
    const path = `/api/GetTransactions?institutionAccessItemId=${linked.id}`;
    const { data } = await avery.get<{ transactions: TransactionView[] }>(path);
    const rows = new Map(data.transactions.map((one) => [one.name, one]));
    expect(rows.get("FINE FUEL")).toMatchObject({ amount: -77.7, roundedFrom: "77.705" });
    expect(rows.get("PLAIN")).toMatchObject({ amount: -77.73, roundedFrom: null });
    expect(rows.has("ABSURD")).toBe(false);
    const { institutionName } = (await row()) ?? {};
    expect(site.everythingLogged()).toContain("Skipped transactions whose amounts are too large.");
    expect(site.everythingLogged()).toContain(`"institutionName":"${institutionName}"`);
  });

  it("stays importing and checks again while the bank isn't ready", async () => {
    site = createBankSite(database(), { startsReadyAfterMs: 3 * minuteMs });
    avery = await site.signInLater();
    linked = await site.link(avery);
    expect((await view()).item).toMatchObject({
      state: "importing",
      stateReason: "Your bank is still preparing your transactions. We’ll check again shortly.",
      transactionCount: 0,
    });
    expect((await row())?.syncCursor).toBeNull();
    for (let minutes = 0; minutes < 8; minutes += 1) await site.pass(minuteMs);
    expect((await view()).item.state).toBe("healthy");
    await expectLedgerToFit();
    expect(callsOf("/transactions/sync").length, "not asked all the time").toBeLessThan(15);
  });

  it("uses the bank's own time of the last update", async () => {
    await site.pass(6 * 60 * minuteMs);
    await sync();
    const truth = await site.askSandbox("/item/get", { access_token: site.accessTokens[0] });
    const { status } = (await truth.json()) as {
      status: { transactions: { last_successful_update: string } };
    };
    const { lastSuccessfulUpdate } = (await view()).item;
    expect(Date.parse(lastSuccessfulUpdate ?? "")).toBe(
      Date.parse(status.transactions.last_successful_update),
    );
  });

  it("hides an account that the bank no longer lists but keeps its history", async () => {
    const { accounts, item } = await view();
    site.control.closeAccount(linked.itemId, "savings");
    await sync();
    const after = await view();
    expect(after.accounts).toHaveLength(accounts.length - 1);
    expect(after.item.transactionCount).toBe(item.transactionCount);
  });
});

describe("several servers", () => {
  it("sync a bank on one of them at a time", async () => {
    let atOnce = 0;
    let most = 0;
    site.control.addRows(linked.itemId, 700);
    site.intercept(({ path, body }) => {
      if (path !== "/transactions/sync") return undefined;
      most = Math.max(most, ++atOnce);
      return site.askSandbox(path, body).finally(() => (atOnce -= 1));
    });
    await database().unsafeDb.transaction((tx) =>
      site.server(1).jobs.enqueue(tx, { kind: bankJobs.sync, key: String(linked.id) }),
    );
    const runs = await Promise.all([site.server(0).jobs.runDue(), site.server(1).jobs.runDue()]);
    expect(runs.reduce((all, one) => all + one)).toBe(1);
    expect(most).toBe(1);
    await expectLedgerToFit();
  });

  it("take over from a server that died between two pages, which then changes nothing", async () => {
    site.control.addRows(linked.itemId, 700);
    const { promise: isStuck, resolve: stick } = Promise.withResolvers<undefined>();
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    let pages = 0;
    site.intercept(({ path, body }) => {
      if (path !== "/transactions/sync" || ++pages !== 2) return undefined;
      stick(undefined);
      return released.then(() => site.askSandbox(path, body));
    });
    await database().unsafeDb.transaction((tx) =>
      site.server().jobs.enqueue(tx, { kind: bankJobs.sync, key: String(linked.id) }),
    );
    const dead = site.server(0).jobs.runDue();
    await isStuck;
    const { transactionCount } = (await view()).item;
    await database().unsafeDb.execute(
      sql`update jobs set held_until = now() - interval '1 second' where holder is not null`,
    );
    expect(await site.server(1).jobs.runDue()).toBe(1);
    await expectLedgerToFit();
    const cursor = (await row())?.syncCursor;
    expect((await view()).item.transactionCount).toBe(transactionCount + 700);
    release(undefined);
    await dead;
    expect((await row())?.syncCursor).toBe(cursor);
    await expectLedgerToFit();
  });

  it("share the limit of two refreshes a minute per bank", async () => {
    const other = await site.link(avery, { person: "morgan" });
    const on = (index: number, id: number) =>
      site
        .server(index)
        .post("/api/SyncAccessItem", { institutionAccessItemId: id }, { cookie: avery.cookie });
    expect((await on(0, linked.id)).status).toBe(200);
    site.clock.nowMs += 20_000;
    expect((await on(1, linked.id)).status).toBe(200);
    const refused = await on(0, linked.id);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("40");
    expect((await on(1, other.id)).status).toBe(200);
    site.clock.nowMs += 41_000;
    expect((await on(1, linked.id)).status).toBe(200);
    expect((await on(0, linked.id)).status).toBe(429);
  });
});

describe("a refresh", () => {
  it("responds once the sync is done", async () => {
    const app = site.server();
    await app.start();
    try {
      site.control.addRow(linked.itemId, { minor: -4_200, name: "BOOKSHOP" });
      const { transactionCount } = (await view()).item;
      const { status, data } = await refresh();
      expect(status).toBe(200);
      expect(data.item.transactionCount).toBe(transactionCount + 1);
    } finally {
      await app.stop();
    }
  });

  it("is rejected for an unlinked bank", async () => {
    await avery.post("/api/RemoveAccessItem", { institutionAccessItemId: linked.id, keepHistory: true });
    await site.settle();
    const { status, errors } = await refresh();
    expect(status).toBe(409);
    expect(errors).toEqual({
      institutionAccessItemId: ["This bank is no longer linked. Link it again."],
    });
  });
});

describe("the daily sync", () => {
  it("syncs every bank once for all servers and finds changes without webhooks", async () => {
    const other = await site.link(avery, { person: "morgan" });
    for (const index of [0, 1]) await askForRepeated(database(), site.server(index).jobs, bankJobs.daily);
    for (let minutes = 0; minutes < 2; minutes += 1) await site.pass(minuteMs);
    site.control.addRow(linked.itemId, { minor: -700 });
    site.control.requireLogin(other.itemId);
    site.calls.length = 0;
    await passDay();
    await site.pass(minuteMs);
    expect(callsOf("/item/get")).toHaveLength(2);
    await expectLedgerToFit();
    const states = (await avery.get<{ item: { state: string } }[]>("/api/GetUserAccessItems")).data;
    expect(states.map(({ item }) => item.state).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "healthy",
      "repair",
    ]);
  });
});

describe("another person's bank", () => {
  it("returns 404 to every call and changes nothing", async () => {
    const morgan = await site.signIn();
    const before = await row();
    const body = { institutionAccessItemId: linked.id };
    const answers = [
      await morgan.get(`/api/GetUserAccessItem?userAccessItemId=${linked.id}`),
      await morgan.get(`/api/GetAccessItemUsage?institutionAccessItemId=${linked.id}`),
      await morgan.post(`/api/CreateFinancialLinkToken?accessToken=${linked.id}`, {}),
      await morgan.post("/api/RepairedAccessItem", body),
      await morgan.post("/api/SyncAccessItem", body),
      await morgan.post("/api/RemoveAccessItem", { ...body, keepHistory: false }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const missing = await morgan.get("/api/GetUserAccessItem?userAccessItemId=999999");
    expect(missing).toEqual(answers[0]);
    await site.settle();
    expect(await row()).toEqual(before);
    expect(site.calls).toEqual([]);
    expect((await morgan.get("/api/GetUserAccessItems")).data).toEqual([]);
  });

  it("isn't found in the other mode either", async () => {
    await database().unsafeDb.update(items).set({ mode: "live" });
    expect((await avery.get("/api/GetUserAccessItems")).data).toEqual([]);
    expect((await avery.get(`/api/GetUserAccessItem?userAccessItemId=${linked.id}`)).status).toBe(404);
    expect((await refresh()).status).toBe(404);
    await sync();
    expect(site.calls).toEqual([]);
  });
});

describe("the metrics of syncs", () => {
  it("count outcomes, transactions, and banks by state", async () => {
    const metrics = await site.server().kernel.metrics.registry.metrics();
    expect(metrics).toContain('folio_bank_syncs_total{outcome="done"} 1');
    expect(metrics).toMatch(/folio_bank_rows_total\{change="added"\} [1-9]/);
    const second = await site.server(1).kernel.metrics.registry.metrics();
    expect(second, "read from the database").toContain('folio_bank_items{state="healthy"} 1');
  });
});
