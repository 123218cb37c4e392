import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createCookieBrowser, type CookieBrowser } from "../support/cookie-browser.ts";
import { readEvents } from "../support/event-reader.ts";
import { isFullRun } from "../support/night.ts";
import {
  searchesPerMinute,
  startSeveralServers,
  type SeveralServers,
  type SomeBody,
} from "../support/sites/several-servers.ts";

/**
 * Uses processes instead of apps in one process, because only they share nothing but the database. The tests are one story;
 * each continues where the previous one ended.
 */
let started: SeveralServers | null = null;
const browser = createCookieBrowser();

beforeAll(async () => {
  started = await startSeveralServers();
}, 150_000);
afterAll(() => started?.stop());

function site(): NonNullable<SeveralServers> {
  if (started === null) throw new Error("The servers exist only inside tests.");
  return started;
}

const soon = { timeout: 10_000, interval: 50 };

/** Returns what each live server's page says. */
async function pagesOfAll(ports = site().ports): Promise<string[]> {
  const { originOf, proxy } = site();
  const host = new URL(proxy.origin).host;
  return Promise.all(
    ports.map(async (port) => (await fetch(`${originOf(port)}/`, { headers: { host } })).text()),
  );
}

/** Opens a stream of changes at one server. */
function listenAt(port: number, cookie: string): Promise<Response> {
  const host = new URL(site().proxy.origin).host;
  return fetch(`${site().originOf(port)}/api/Events`, { headers: { cookie, host } });
}

async function residentMegabytes(port: number): Promise<number> {
  const host = new URL(site().proxy.origin).host;
  const metrics = await (await fetch(`${site().originOf(port)}/metrics`, { headers: { host } })).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]) / 1e6;
}

const renderedAt = (page: string): string => /(\d+\.?\d*) \{/.exec(page)?.[1] ?? "";
const cookieOf = ({ cookies }: CookieBrowser): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

async function whoIs(cookie: string): Promise<string | null> {
  const answer = await site().call("/.auth/me", { cookie });
  const who = z.object({ clientPrincipal: z.object({ userDetails: z.string() }).nullable() });
  return who.parse(await answer.json()).clientPrincipal?.userDetails ?? null;
}

describe("three servers on one Postgres", () => {
  it("finish a sign-in on a different server than it began, and share the session", async () => {
    const { proxy, ports } = site();
    const callback = "/.auth/login/aad/callback";
    const back = await browser.follow(await browser.visit(`${proxy.origin}/.auth/login/aad`), callback);
    const begun = proxy.answers.find(({ path }) => path === "/.auth/login/aad");
    // The proxy's next server is one of the other two.
    await browser.visit(back.url);
    const finished = proxy.answers.find(({ path }) => path.startsWith(callback));
    expect(finished?.port).not.toBe(begun?.port);
    for (const _ of ports) expect(await whoIs(cookieOf(browser))).toContain("avery");
  });

  it("count a caller together", async () => {
    const guesses = Array.from({ length: searchesPerMinute }, (_, guess) =>
      site().call(`/api/GetProductBySerialNumber?serialNumber=NONE-${guess}`),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(searchesPerMinute / 2);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(searchesPerMinute / 2);
    for (const { headers } of refused) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
    }
    // Which of the three were asked late is chance; the next three calls reach each of them.
    for (const _ of site().ports) {
      const again = await site().call("/api/GetProductBySerialNumber?serialNumber=NONE");
      expect(again.status).toBe(429);
    }
    const asked = new Set(
      site()
        .proxy.answers.filter(({ status }) => status === 429)
        .map(({ port }) => port),
    );
    expect(asked.size).toBe(3);
  });

  it("all show what WordPress announced to one of them", async () => {
    const scene = site();
    const before = await pagesOfAll();
    const [post] = scene.wordPress.site.posts;
    if (post === undefined) throw new Error("the sandbox has posts");
    post.title = "Published a moment ago";
    for (const page of before) expect(page).not.toContain(post.title);
    expect((await scene.publish()).status).toBe(200);
    await vi.waitFor(async () => {
      for (const page of await pagesOfAll()) expect(page).toContain("Published a moment ago");
    }, soon);
  });

  it("notify a browser at one server within two seconds of a change on another", async () => {
    const [here = 0, there = 0] = site().ports;
    const { cookie } = await site().somebody();
    const stream = readEvents(await listenAt(here, cookie));
    await stream.until(() => expect(stream.events()).toHaveLength(1));
    const body = { financialCategoryId: 0, name: "Ferry" };
    const at = site().originOf(there);
    const saved = await site().call("/api/SaveFinancialCategory", { cookie, body, at });
    expect(saved.status).toBe(200);
    await stream.until(() => expect(stream.topics()).toEqual(["categories"]));
    await stream.close();
  });

  it.runIf(isFullRun)("hold 200 open streams of changes in 20 MB", async () => {
    const [port = 0] = site().ports;
    const cookies = await Promise.all(
      Array.from({ length: 40 }, async () => (await site().somebody()).cookie),
    );
    const open = async () => {
      const answers = await Promise.all(
        cookies.flatMap((cookie) => Array.from({ length: 5 }, () => listenAt(port, cookie))),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return answers;
    };
    const close = (answers: Response[]) => Promise.all(answers.map(async ({ body }) => body?.cancel()));
    // One-time heap use of many calls isn't due to the streams.
    await close(await open());
    const before = await residentMegabytes(port);
    const answers = await open();
    expect((await residentMegabytes(port)) - before).toBeLessThan(20);
    await close(answers);
  });

  it("all rerender their pages when a product is saved on one", async () => {
    const before = await pagesOfAll();
    expect(await pagesOfAll()).toEqual(before);
    const saved = await site().call("/api/SaveProduct", {
      cookie: cookieOf(browser),
      body: { productId: 0, name: "Lamp", serialNumber: "LAMP-1" },
    });
    expect(saved.status).toBe(200);
    await vi.waitFor(async () => {
      for (const [index, page] of (await pagesOfAll()).entries())
        expect(renderedAt(page)).not.toBe(renderedAt(before[index] ?? ""));
    }, soon);
  });

  it.runIf(isFullRun)(
    "lose nothing and repeat nothing when one is killed during a sync and writes",
    async () => {
      const scene = site();
      const { bank, call, ports, servers } = scene;
      const itemId = await linkBank();
      await ledgerFits(itemId);

      const people = await Promise.all([1, 2, 3].map(() => scene.somebody()));
      const writing = new AbortController();
      const writers = people.map((person) => writeUntil(writing.signal, person));
      bank.control.addRows(itemId, 600);
      const victim = await secondPageOfSync(() => deliver(itemId));
      await servers[ports.indexOf(victim)]?.kill();
      await afterHoldOfDead(itemId);
      await ledgerFits(itemId);
      await pause(500);
      writing.abort();

      for (const [index, acknowledged] of (await Promise.all(writers)).entries()) {
        expect(acknowledged.length).toBeGreaterThan(3);
        expect(await namesOf(people[index]?.userId ?? "")).toEqual(acknowledged.toSorted());
      }
      expect(await whoIs(cookieOf(browser))).toContain("avery");
      const living = new Set(ports.filter((port) => port !== victim));
      const failed = scene.proxy.answers.filter(
        ({ port, status }) => living.has(port) && (status ?? 500) >= 500,
      );
      expect(failed).toEqual([]);
      expect(scene.proxy.answers.some(({ port, status }) => port === victim && status === null)).toBe(true);
      expect((await call("/readyz")).status).toBe(200);
    },
  );
});

/** Links a bank through the proxy as the signed-in person; returns the bank's id of the link. */
async function linkBank(): Promise<string> {
  const { bank, call, proxy, database } = site();
  const publicToken = bank.control.link({ webhook: `${proxy.origin}/api/PlaidWebhook`, days: 60 });
  const linked = await call("/api/SetInstitutionAccessToken", {
    cookie: cookieOf(browser),
    body: { public_token: publicToken },
  });
  expect(linked.status).toBe(200);
  const { rows } = await database.unsafeDb.execute<{ item: string }>(
    sql`select item_id as item from institution_access_items where item_id is not null`,
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.item ?? "";
}

/** Waits until the ledger has exactly what the bank lists, each row once. */
async function ledgerFits(itemId: string): Promise<void> {
  const { bank, database } = site();
  const banks = bank.control.truth(itemId).transactions.map((row) => row.transaction_id);
  await vi.waitFor(
    async () => {
      const { rows } = await database.unsafeDb.execute<{ id: string }>(sql`
        select p.provider_transaction_id as id from provider_transactions p
        join transactions t on t.transaction_id = p.transaction_id
        where p.removed_at is null and t.removed_by_bank_at is null`);
      expect(rows.map(({ id }) => id).toSorted()).toEqual(banks.toSorted());
    },
    { timeout: 30_000, interval: 200 },
  );
}

async function deliver(itemId: string): Promise<void> {
  const { bank, proxy } = site();
  const body = bank.control.webhookBody(itemId, "SYNC_UPDATES_AVAILABLE");
  const { text, headers } = await bank.control.signWebhook(body);
  const answer = await fetch(`${proxy.origin}/api/PlaidWebhook`, { method: "POST", headers, body: text });
  expect(answer.status).toBe(200);
}

/** Returns the port of the server in the middle of a sync. */
async function secondPageOfSync(begin: () => Promise<void>): Promise<number> {
  const asking = new Promise<number>((resolve) => {
    let pages = 0;
    site().onPage((port) => {
      pages += 1;
      if (pages === 2) resolve(port);
    });
  });
  await begin();
  return asking;
}

/** Simulates the passing of 45 seconds, so that the others can take over the dead server's work. */
async function afterHoldOfDead(itemId: string): Promise<void> {
  const { database } = site();
  const { rows } = await database.unsafeDb.execute(sql`
    update jobs set held_until = now() - interval '1 second'
    where kind = 'bank-sync' and held_until is not null returning key`);
  expect(rows, `the sync of ${itemId} was under way`).toHaveLength(1);
}

/**
 * Creates budgets and income sources until told to stop, each repeated with the same id until acknowledged; returns their
 * names.
 */
async function writeUntil(
  stop: AbortSignal,
  { cookie, institutionAccessItemId }: SomeBody,
): Promise<string[]> {
  const acknowledged: string[] = [];
  while (!stop.aborted) {
    const requestId = randomUUID();
    const isBudget = acknowledged.length % 2 === 0;
    const name = `${isBudget ? "Budget" : "Rent"} ${acknowledged.length}`;
    const days = { startDate: "2026-11-01", endDate: "2026-11-30" };
    const creation = isBudget
      ? { budgetId: 0, name, ...days, categories: [], budgetAccessItems: [institutionAccessItemId] }
      : {
          incomeSourceId: 0,
          institutionAccessItemId,
          name,
          startDate: "2026-01-01",
          amountDue: 1_000,
          incomeSourceType: "Rent",
        };
    const path = isBudget ? "/api/SaveBudget" : "/api/SaveIncomeSource";
    for (;;) {
      const { status } = await site().call(path, { cookie, body: { ...creation, requestId } });
      if (status === 200) break;
      // From the proxy, for a write to the killed server.
      expect(status).toBe(502);
    }
    acknowledged.push(name);
    await pause(30);
  }
  return acknowledged;
}

async function namesOf(userId: string): Promise<string[]> {
  const { rows } = await site().database.unsafeDb.execute<{ name: string }>(sql`
    select name from budgets where user_id = ${userId} union all
    select name from income_sources where user_id = ${userId}`);
  return rows.map(({ name }) => name).toSorted();
}
