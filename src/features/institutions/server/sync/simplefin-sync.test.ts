import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createSimpleFinSite,
  type SimpleFinPerson,
  type SimpleFinRow,
  type SimpleFinSite,
} from "../../../../../tests/support/sites/simplefin-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { BridgeCondition } from "#upstreams/simplefin/sandbox/bridge-state.ts";
import { accounts, institutionAccessItems as items } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { AccessItemView } from "../../contract.ts";

const database = useTestDatabase();
const dayMs = 86_400_000;
let site: SimpleFinSite;
let rowan: SimpleFinPerson;

beforeEach(async () => {
  site = createSimpleFinSite(database());
  rowan = await site.signIn();
});

const view = async (id: number) => (await rowan.get(`/api/GetUserAccessItem?userAccessItemId=${id}`)).data;
const reads = () => site.calls.filter((call) => call.startsWith("/accounts"));
const windows = () =>
  reads().flatMap((call) => {
    const query = new URL(`http://x${call}`).searchParams;
    const day = (name: string) => {
      const at = query.get(name);
      return at === null ? null : new Date(Number(at) * 1000).toISOString().slice(0, 10);
    };
    return query.has("balances-only") ? [] : [[day("start-date"), day("end-date"), query.get("pending")]];
  });
const words = ({ account, date, amount, name }: SimpleFinRow) => `${account} ${date} ${amount} ${name}`;

/** Returns rows that every household has, whenever it was linked, in one order. */
const lately = (rows: SimpleFinRow[]) =>
  rows
    .filter(({ date }) => date >= "2026-06-01")
    .map(words)
    .toSorted();

/** Fails unless no row is in the ledger twice, and everything that the server has is. */
async function expectWholeLedger(id: number): Promise<SimpleFinRow[]> {
  const rows = await site.ledger(id);
  expect(rows.every(({ fact }) => fact !== "")).toBe(true);
  expect(new Set(rows.map(({ fact }) => fact)).size).toBe(rows.length);
  return rows;
}

describe("the first sync", () => {
  it("reads 60 days at a time, until two windows are empty", async () => {
    await site.link(rowan);
    expect(windows()).toEqual([
      ["2026-09-22", null, "1"],
      ["2026-07-24", "2026-09-22", null],
      ["2026-05-25", "2026-07-24", null],
      ["2026-03-26", "2026-05-25", null],
      ["2026-01-25", "2026-03-26", null],
      ["2025-11-26", "2026-01-25", null],
    ]);
  });

  it("keeps what it has read if the server wants a pause, and goes on the next day", async () => {
    let left = 3;
    site.intercept((url) => {
      if (!url.searchParams.has("start-date")) return undefined;
      left -= 1;
      return left < 0 ? new Response("", { status: 429 }) : undefined;
    });
    const { id } = await site.link(rowan);
    const first = (await site.ledger(id))[0]?.date ?? "";
    expect(first > "2026-05-24").toBe(true);
    expect((await view(id)).item.state).toBe("healthy");
    site.intercept(null);
    site.calls.length = 0;
    await site.passDays(id, 1);
    expect(windows()).toEqual([
      ["2026-10-23", null, "1"],
      ["2026-03-26", "2026-05-25", null],
      ["2026-01-25", "2026-03-26", null],
      ["2025-11-26", "2026-01-25", null],
    ]);
    expect((await site.ledger(id))[0]?.date).toMatch(/^2026-05-(?:0|10)/);
    site.calls.length = 0;
    await site.passDays(id, 1);
    expect(windows()).toHaveLength(1);
  });
});

describe("a daily sync", () => {
  it("is one call for 30 days, and brings what is new", async () => {
    const { id } = await site.link(rowan);
    const before = await site.ledger(id);
    site.calls.length = 0;
    await site.passDays(id, 3);
    expect(windows()).toEqual([
      ["2026-10-23", null, "1"],
      ["2026-10-24", null, "1"],
      ["2026-10-25", null, "1"],
    ]);
    const after = await expectWholeLedger(id);
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.at(-1)?.date).toBe("2026-11-24");
  });

  it("reads further back after a longer break", async () => {
    const { id } = await site.link(rowan);
    site.calls.length = 0;
    site.clock.nowMs += 100 * dayMs;
    await site.sync(id);
    expect(windows()).toEqual([
      ["2026-12-31", null, "1"],
      ["2026-11-14", "2026-12-31", null],
    ]);
    await expectWholeLedger(id);
  });

  it("changes nothing if it is repeated", async () => {
    const { id } = await site.link(rowan);
    const before = await site.ledger(id);
    await site.sync(id);
    expect(await site.ledger(id)).toEqual(before);
  });

  it("posts pending rows under their new IDs, with everything the person did", async () => {
    const { id } = await site.link(rowan);
    const pending = (await site.ledger(id)).filter((row) => row.pending);
    expect(pending.length).toBeGreaterThan(0);
    const marked = pending.at(-1);
    await database()
      .unsafeDb.update(transactions)
      .set({ chosenKind: "leftOut" })
      .where(eq(transactions.transactionId, marked?.id ?? 0));
    await site.passDays(id, 5);
    const after = await expectWholeLedger(id);
    const posted = after.find((row) => row.id === marked?.id);
    expect(posted).toMatchObject({
      pending: false,
      amount: marked?.amount,
      name: marked?.name,
      removed: false,
    });
    expect(posted?.fact).toContain("/TRN-");
    expect(after.filter((row) => pending.some(({ fact }) => fact === row.fact))).toEqual([]);
  });

  it("ends a pending row that never posts, but no posted one", async () => {
    const { id } = await site.link(rowan);
    const before = await site.ledger(id);
    const gone = before.findLast((row) => row.pending);
    const posted = before.findLast((row) => !row.pending);
    const known = new Set(
      before.flatMap((row) => (row.pending || row === posted ? [] : [row.fact.split("/")[1] ?? ""])),
    );
    site.leaveOut((number) => !known.has(number));
    await site.passDays(id, 1);
    const after = await site.ledger(id);
    expect(after.filter((row) => row.id === gone?.id)).toEqual([]);
    expect(after.find((row) => row.id === posted?.id)).toMatchObject({ fact: posted?.fact, removed: false });
  });

  it("concludes nothing about an account that the bank hasn't read since", async () => {
    const { id } = await site.link(rowan);
    const before = await site.ledger(id);
    site.leaveOut((number) => number.startsWith("PND-"));
    await site.sync(id);
    expect(await site.ledger(id)).toEqual(before);
  });
});

describe("other IDs", () => {
  it("of all transactions every day leave one ledger, with everything the person did", async () => {
    const { id } = await site.link(rowan, "renumbering");
    const before = await site.ledger(id);
    const marked = before.findLast((row) => !row.pending && row.date > "2026-11-01");
    await database()
      .unsafeDb.update(transactions)
      .set({ chosenKind: "leftOut" })
      .where(eq(transactions.transactionId, marked?.id ?? 0));
    await site.passDays(id, 4);
    const after = await expectWholeLedger(id);
    const known = new Set(before.map((row) => row.id));
    const posted = before.filter((row) => !row.pending);
    // Every row is where it was, under another number if it was read again.
    expect(after.filter((row) => posted.some((one) => one.id === row.id)).map(words)).toEqual(
      posted.map(words),
    );
    expect(after.find((row) => row.id === marked?.id)?.fact).not.toBe(marked?.fact);
    // Without renumbering, a second household has the same rows.
    const plain = await site.signIn();
    const { id: other } = await site.link(plain);
    expect(lately(await site.ledger(other))).toEqual(lately(after));
    expect(after.every(({ id: row, date }) => known.has(row) || date >= "2026-11-19")).toBe(true);
  });

  it("of an earlier day that come back find their rows, too", async () => {
    const { id, linkId } = await site.link(rowan);
    const before = await site.ledger(id);
    site.links.change(linkId, { condition: "renumbering" });
    await site.passDays(id, 1);
    site.links.change(linkId, { condition: "none" });
    await site.passDays(id, 1);
    const after = await expectWholeLedger(id);
    const posted = before.filter((row) => !row.pending);
    expect(after.filter((row) => posted.some((one) => one.id === row.id)).map(words)).toEqual(
      posted.map(words),
    );
    const plain = await site.signIn();
    const { id: other } = await site.link(plain);
    expect(lately(after)).toEqual(lately(await site.ledger(other)));
  });

  it("of all accounts keep accounts and rows, too", async () => {
    const { id, linkId } = await site.link(rowan);
    const before = await site.ledger(id);
    const accountIds = async () =>
      (await database().unsafeDb.select().from(accounts).where(eq(accounts.institutionAccessItemId, id)))
        .map(({ accountId, closedAt }) => `${accountId} ${String(closedAt)}`)
        .toSorted();
    const own = await accountIds();
    site.links.change(linkId, { generation: 2 });
    await site.passDays(id, 1);
    expect(await accountIds()).toEqual(own);
    const posted = before.filter((row) => !row.pending);
    const after = await expectWholeLedger(id);
    expect(after.filter((row) => posted.some((one) => one.id === row.id)).map(words)).toEqual(
      posted.map(words),
    );
    const plain = await site.signIn();
    const { id: other } = await site.link(plain);
    expect(lately(after)).toEqual(lately(await site.ledger(other)));
  });
});

describe("the state of a bank", () => {
  const refresh = (id: number) => rowan.post("/api/SyncAccessItem", { institutionAccessItemId: id });
  const repaired = (id: number) => rowan.post("/api/RepairedAccessItem", { institutionAccessItemId: id });

  it("is repair if one of its banks wants a sign-in, and the others go on", async () => {
    const { id } = await site.link(rowan, "sign-in");
    expect((await view(id)).item.state).toBe("healthy");
    const before = (await site.ledger(id)).length;
    await site.passDays(id, 2);
    const { item } = await view(id);
    expect(item.state).toBe("repair");
    expect(item.stateReason).toBe(
      "Sign in to your bank again at SimpleFIN to resume updates. SimpleFIN says: “Connection to Harborstone Bank may need attention. Auth required”",
    );
    expect((await site.ledger(id)).length).toBeGreaterThan(before);
    site.links.change(site.links.all()[0]?.linkId ?? "", { signedInAtMs: site.clock.nowMs });
    const { data } = await repaired(id);
    await site.settle();
    expect(data.item.repairUrl).toBe("/sandbox/simplefin/banks");
    const after = (await view(id)).item;
    expect(after.state).toBe("healthy");
    expect(after.stateReason).toBeUndefined();
  });

  it.each([
    [
      "incomplete",
      "down",
      "Some transactions of an account are missing at SimpleFIN. We’ll retry automatically. SimpleFIN says: “Some transactions of Share Savings (3089) are missing. Try again later.”",
    ],
    ["unpaid", "expiring", "Your SimpleFIN subscription has ended. Renew it at SimpleFIN to keep updating."],
    [
      "revoked",
      "revoked",
      "SimpleFIN no longer accepts this link. Your history is kept. Link again with a new setup token to resume updates.",
    ],
    ["busy", "down", "Your bank received too many requests. We’ll retry automatically."],
    ["down", "down", "Couldn’t reach your bank. We’ll retry automatically."],
  ] satisfies [BridgeCondition, string, string][])(
    "of a server that is %s is %s",
    async (condition, state, reason) => {
      const { id, linkId } = await site.link(rowan);
      const before = await site.ledger(id);
      site.links.change(linkId, { condition });
      site.calls.length = 0;
      await site.sync(id);
      expect((await view(id)).item).toMatchObject({ state, stateReason: reason });
      expect(await site.ledger(id)).toEqual(before);
      // Nothing is tried again before the daily sync: calls are limited.
      const calls = reads().length;
      site.clock.nowMs += 2 * 60 * 60_000;
      await site.settle();
      expect(reads()).toHaveLength(calls);
      site.links.change(linkId, { condition: "none" });
      await site.passDays(id, 1);
      expect((await view(id)).item.state).toBe("healthy");
    },
  );

  it("is down if the answer can't be read, and nothing is changed", async () => {
    const { id } = await site.link(rowan);
    const before = await site.ledger(id);
    site.intercept(() => Response.json({ accounts: [{ id: 1 }] }));
    await site.passDays(id, 1);
    expect((await view(id)).item).toMatchObject({
      state: "down",
      stateReason: "Your bank sent data we can’t read. Nothing was changed. We’ll retry automatically.",
    });
    expect(await site.ledger(id)).toEqual(before);
  });

  it("can be refreshed once an hour, and checked four times after a repair", async () => {
    const { id } = await site.link(rowan);
    expect((await refresh(id)).status).toBe(200);
    const refused = await refresh(id);
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(3_500);
    for (let times = 0; times < 3; times += 1) expect((await repaired(id)).status).toBe(200);
    expect((await repaired(id)).status).toBe(429);
    site.clock.nowMs += 61 * 60_000;
    site.calls.length = 0;
    expect((await refresh(id)).status).toBe(200);
    await site.settle();
    expect(reads()).toHaveLength(1);
  });
});

describe("the daily sync of all banks", () => {
  it("gives each bank behind SimpleFIN a moment of its own within six hours", async () => {
    const ids = [(await site.link(rowan)).id, (await site.link(await site.signIn())).id];
    site.calls.length = 0;
    await site.runDaily();
    const { rows } = await database().unsafeDb.execute<{ key: string; due: string }>(
      sql`select key, due_at::text as due from jobs where kind = 'bank-sync' order by key::int`,
    );
    expect(rows.map(({ key }) => Number(key))).toEqual(ids);
    const delays = rows.map(({ due }) => Date.parse(due) - site.clock.nowMs);
    expect(new Set(delays).size).toBe(2);
    for (const delay of delays) expect(delay >= 0 && delay < 6 * 60 * 60_000).toBe(true);
  });

  it("reads banks of a person who unlinks meanwhile no more", async () => {
    const { id } = await site.link(rowan);
    await rowan.post("/api/RemoveAccessItem", { institutionAccessItemId: id, keepHistory: true });
    await site.settle();
    site.calls.length = 0;
    await site.sync(id);
    expect(reads()).toEqual([]);
    const [row] = await database().unsafeDb.select().from(items).where(eq(items.institutionAccessItemId, id));
    expect(row?.state).toBe("unlinked");
  });
});

describe("the ledger", () => {
  it("sorts rows without the bank's categories: a salary is income, a card's payment a transfer", async () => {
    const { id } = await site.link(rowan);
    const { data } = await rowan.get<{
      transactions: {
        payee: string;
        kind: string;
        source: string;
        amount: number;
        account: { accountId: number };
      }[];
    }>(`/api/GetTransactions?institutionAccessItemId=${id}`);
    const of = (payee: string) => data.transactions.filter((row) => row.payee === payee);
    expect(of("Mossbridge Studio").length).toBeGreaterThan(10);
    for (const row of of("Mossbridge Studio"))
      expect(row).toMatchObject({ kind: "income", source: "simplefin" });
    expect(of("Harborstone Visa").length).toBeGreaterThan(4);
    for (const row of of("Harborstone Visa")) expect(row.kind).toBe("transfer");
    for (const row of of("Share Savings")) expect(row.kind).toBe("transfer");
    const item: AccessItemView = await view(id);
    expect(item.item.transactionCount).toBe(data.transactions.length);
  });
});
