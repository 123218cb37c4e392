import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient } from "#server/upstreams/http-client.ts";
import { createFileStore } from "#sandbox/file-store.ts";
import { createLogger } from "#server/log.ts";
import { createPublicFetch } from "#server/upstreams/public-fetch.ts";
import { sumMoney } from "#shared/money.ts";
import { simpleFinConformance } from "../../../../tests/support/conformance/simplefin-conformance.ts";
import { createSimpleFin, type SimpleFinTransaction } from "../index.ts";
import { bridgeConditions, linkStateSchema, type BridgeCondition } from "./bridge-state.ts";
import { createSimpleFinSandbox } from "./simplefin-sandbox.ts";

const origin = "http://localhost:3000";
const clock = { nowMs: 0 };
const dayMs = 86_400_000;
let sandbox: ReturnType<typeof createSimpleFinSandbox>;

beforeEach(() => {
  clock.nowMs = Date.parse("2026-11-21T17:00:00Z");
  sandbox = createSimpleFinSandbox({ origin: () => origin, now: () => new Date(clock.nowMs) });
});

const http = createHttpClient({
  fetch: async (input, init) =>
    sandbox.app.request(String(input instanceof Request ? input.url : input), init),
  log: createLogger({ level: "silent" }),
  userAgent: "test",
});
const client = createSimpleFin({ http, mode: "sandbox" }, { selfOrigin: () => origin });

async function linkThat(condition: BridgeCondition) {
  const { linkId, setupToken } = sandbox.links.make(condition, origin);
  const { accessUrl } = await client.claim(setupToken);
  return { linkId, setupToken, accessUrl };
}

async function read(accessUrl: string, fromDay = "2026-10-22", beforeDay: string | null = null) {
  return client.accounts(accessUrl, { fromDay, beforeDay });
}

/** Returns the transactions of the account whose name begins so. */
async function rowsOf(accessUrl: string, name: string, fromDay?: string): Promise<SimpleFinTransaction[]> {
  const { accounts } = await read(accessUrl, fromDay);
  return accounts.find((account) => account.name.startsWith(name))?.transactions ?? [];
}

describe("the sandbox's SimpleFIN server", () => {
  simpleFinConformance(() => ({
    server: client,
    makeToken: async () => sandbox.links.make("none", origin).setupToken,
  }));

  it("lets a token be claimed once", async () => {
    const { setupToken } = await linkThat("none");
    await expect(client.claim(setupToken)).rejects.toMatchObject({ errorCode: "SIMPLEFIN_CLAIM_REFUSED" });
  });

  it("refuses unknown tokens and other credentials", async () => {
    const { accessUrl } = await linkThat("none");
    for (const path of ["nothing", "0".repeat(32), "../accounts"])
      expect(
        (await sandbox.app.request(`${origin}/sandbox/simplefin/claim/${path}`, { method: "POST" })).ok,
      ).toBe(false);
    const wrong = new URL(accessUrl);
    wrong.password = "wrong";
    await expect(read(wrong.href)).rejects.toMatchObject({ errorCode: "SIMPLEFIN_ACCESS_REVOKED" });
    expect((await sandbox.app.request(`${origin}/sandbox/simplefin/accounts`)).status).toBe(403);
  });

  it("has a household with two banks, cards owed as negative, and points that aren't money", async () => {
    const { accessUrl } = await linkThat("none");
    const set = await read(accessUrl);
    expect(set.connections.map(({ name }) => name)).toEqual(["Pinewater Credit Union", "Harborstone Bank"]);
    expect(set.accounts.map(({ name, currency }) => `${name} ${currency}`)).toEqual([
      "Free Checking (3071) USD",
      "Share Savings (3089) USD",
      "Harborstone Visa (5520) USD",
      "Northbound Chequing (7714) CAD",
    ]);
    expect(set.customCurrencyCount).toBe(1);
    expect(set.accounts.map(({ balance }) => Math.sign(balance ?? 0))).toEqual([1, 1, -1, 1]);
    const payroll = set.accounts[0]?.transactions.filter(({ payee }) => payee === "Mossbridge Studio") ?? [];
    expect(payroll.map(({ date, amount }) => [date, amount])).toEqual([
      ["2026-11-01", 248_015],
      ["2026-11-15", 248_015],
    ]);
  });

  it("changes balances by what posts", async () => {
    const { accessUrl } = await linkThat("none");
    const before = await read(accessUrl);
    clock.nowMs += 9 * dayMs;
    const after = await read(accessUrl);
    for (const [index, account] of after.accounts.entries()) {
      const known = new Set(before.accounts[index]?.transactions.map(({ id }) => id));
      const posted = account.transactions.filter(({ id, pending }) => !pending && !known.has(id));
      const change = (account.balance ?? 0) - (before.accounts[index]?.balance ?? 0);
      expect(change).toBe(sumMoney(posted.map(({ amount }) => amount)));
    }
  });

  it("posts a pending row under another ID, without a reference", async () => {
    const { accessUrl } = await linkThat("none");
    const pending = (await rowsOf(accessUrl, "Harborstone Visa")).filter((row) => row.pending);
    expect(pending.length).toBeGreaterThan(0);
    clock.nowMs += 4 * dayMs;
    const later = await rowsOf(accessUrl, "Harborstone Visa");
    for (const row of pending) {
      expect(later.some(({ id }) => id === row.id)).toBe(false);
      const posted = later.find(
        ({ transactedOn, amount }) => transactedOn === row.date && amount === row.amount,
      );
      expect(posted).toMatchObject({ pending: false, name: row.name });
    }
  });

  it("reads its banks once a day", async () => {
    const { accessUrl } = await linkThat("none");
    const before = await read(accessUrl);
    clock.nowMs += 3_600_000;
    expect(await read(accessUrl)).toEqual(before);
    clock.nowMs = Date.parse("2026-11-22T10:00:00Z");
    expect((await read(accessUrl)).accounts[0]?.balanceAt).toEqual(new Date("2026-11-22T10:00:00Z"));
  });

  it("numbers its rows anew every day, if a link is to", async () => {
    const { accessUrl } = await linkThat("renumbering");
    const words = ({ date, amount, name }: SimpleFinTransaction) => `${date} ${amount} ${name}`;
    const before = (await rowsOf(accessUrl, "Free Checking", "2026-10-22")).filter((row) => !row.pending);
    clock.nowMs += dayMs;
    const after = (await rowsOf(accessUrl, "Free Checking", "2026-10-22")).filter((row) => !row.pending);
    expect(after.map(words)).toEqual(expect.arrayContaining(before.map(words)));
    expect(after.filter(({ id }) => before.some((row) => row.id === id))).toEqual([]);
  });

  it("gives accounts other IDs after the person has linked their banks anew", async () => {
    const { accessUrl, linkId } = await linkThat("none");
    const before = (await read(accessUrl)).accounts;
    sandbox.links.change(linkId, { generation: 2 });
    const after = (await read(accessUrl)).accounts;
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    expect(after.map(({ id }) => id)).not.toEqual(expect.arrayContaining([before[0]?.id]));
  });

  it("wants a sign-in a little after the claim, until it is done on its page", async () => {
    const { accessUrl } = await linkThat("sign-in");
    expect((await read(accessUrl)).problems).toEqual([]);
    clock.nowMs += 25_000;
    const set = await read(accessUrl);
    expect(set.problems).toMatchObject([{ code: "con.auth", scope: "connection" }]);
    expect(set.problems[0]?.connectionId).toBe(set.connections[1]?.id);
    const page = await (await sandbox.app.request(`${origin}/sandbox/simplefin/banks`)).text();
    expect(page).toContain("Sign in to Harborstone Bank");
    const done = await sandbox.app.request(`${origin}/sandbox/simplefin/banks`, { method: "POST" });
    expect(done.status).toBe(303);
    expect((await read(accessUrl)).problems).toEqual([]);
  });

  it("says that an account is incomplete", async () => {
    const { accessUrl } = await linkThat("incomplete");
    const { accounts, problems } = await read(accessUrl);
    expect(problems).toMatchObject([{ code: "act.missingdata", accountId: accounts[1]?.id }]);
    expect(accounts[1]?.transactions).toEqual([]);
  });

  it("speaks version 1, too", async () => {
    const { accessUrl } = await linkThat("version-1");
    const { accounts, connections } = await read(accessUrl);
    expect(connections.map(({ name }) => name)).toContain("Harborstone Bank");
    expect(accounts[0]?.connectionId).toBe("pinewater.example");
  });

  it.each([
    ["unpaid", "SIMPLEFIN_PAYMENT_REQUIRED"],
    ["revoked", "SIMPLEFIN_ACCESS_REVOKED"],
    ["busy", "RATE_LIMIT"],
    ["down", null],
  ] as const)("answers as %s", async (condition, errorCode) => {
    const { accessUrl } = await linkThat(condition);
    await expect(read(accessUrl)).rejects.toMatchObject({ errorCode });
  });

  it("answers 24 times a day", async () => {
    const { accessUrl } = await linkThat("none");
    for (let call = 0; call < 24; call += 1) await read(accessUrl);
    await expect(read(accessUrl)).rejects.toMatchObject({ errorCode: "RATE_LIMIT" });
    clock.nowMs += dayMs;
    await read(accessUrl);
  });

  it("has a page that makes a token for each way to behave", async () => {
    const page = await sandbox.app.request(`${origin}/sandbox/simplefin/create`);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const html = await page.text();
    for (const condition of bridgeConditions) expect(html).toContain(`value="${condition}"`);
    const made = await sandbox.app.request(`${origin}/sandbox/simplefin/create`, {
      method: "POST",
      body: new URLSearchParams({ condition: "unpaid" }),
    });
    const setupToken = /<textarea[^>]*>([^<]+)</.exec(await made.text())?.[1] ?? "";
    const { accessUrl } = await client.claim(setupToken);
    await expect(read(accessUrl)).rejects.toMatchObject({ errorCode: "SIMPLEFIN_PAYMENT_REQUIRED" });
  });
});

const conformanceToken = process.env["SIMPLEFIN_CONFORMANCE_TOKEN"];

describe.skipIf(conformanceToken === undefined)("a real SimpleFIN server", () => {
  const outside = createHttpClient({
    fetch: createPublicFetch(),
    log: createLogger({ level: "silent" }),
    userAgent: "Folio conformance",
  });
  simpleFinConformance(() => ({
    server: createSimpleFin({ http: outside, mode: "live" }, { selfOrigin: () => origin }),
    makeToken: async () => conformanceToken ?? "",
  }));
});

describe("the site's own store", () => {
  const directory = mkdtempSync(join(tmpdir(), "folio-simplefin-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  it("keeps links for the next start, and ignores what it can't read", () => {
    const store = createFileStore(join(directory, "links"), linkStateSchema);
    expect(store.ids()).toEqual([]);
    const first = createSimpleFinSandbox({ origin: () => origin, store });
    const { linkId } = first.links.make("sign-in", origin);
    const accessUrl = first.links.claim(linkId, origin);
    expect(accessUrl).toContain(linkId);
    const next = createSimpleFinSandbox({
      origin: () => origin,
      store: createFileStore(join(directory, "links"), linkStateSchema),
    });
    expect(next.links.claim(linkId, origin)).toBeNull();
    expect(next.links.all()).toMatchObject([{ linkId, state: { condition: "sign-in" } }]);
    expect(store.read("0".repeat(32))).toBeNull();
  });
});
