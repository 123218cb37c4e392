import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fc } from "../../../../../tests/support/properties.ts";
import {
  linkBank,
  openTestSandbox,
  type TestSandbox,
} from "../../../../../tests/support/stand-ins/sandbox-bank.ts";

const listedRow = z.looseObject({ transaction_id: z.string(), date: z.string(), pending: z.boolean() });
const syncPage = z.object({
  added: z.array(listedRow),
  modified: z.array(listedRow),
  removed: z.array(z.object({ transaction_id: z.string(), account_id: z.string() })),
  next_cursor: z.string(),
  has_more: z.boolean(),
});

/** Builds a ledger by applying the pages in order. */
async function syncAll(
  { call }: TestSandbox,
  accessToken: string,
  { cursor = "", count = 500, ledger = new Map<string, z.infer<typeof listedRow>>() } = {},
) {
  const pages: z.infer<typeof syncPage>[] = [];
  for (let next = cursor; ;) {
    const { status, body } = await call("/transactions/sync", {
      access_token: accessToken,
      cursor: next,
      count,
    });
    expect(status).toBe(200);
    const page = syncPage.parse(body);
    pages.push(page);
    for (const row of page.added) expect(ledger.has(row.transaction_id)).toBe(false);
    for (const row of page.modified) expect(ledger.has(row.transaction_id)).toBe(true);
    for (const row of [...page.added, ...page.modified]) ledger.set(row.transaction_id, row);
    for (const { transaction_id } of page.removed) expect(ledger.delete(transaction_id)).toBe(true);
    next = page.next_cursor;
    if (!page.has_more) return { pages, ledger, cursor: next };
  }
}

function byId(rows: Iterable<{ transaction_id: string }>): object[] {
  return [...rows].toSorted((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1));
}

const dayMs = 24 * 60 * 60_000;

describe("reading a bank", () => {
  it("returns two years page by page, matching the bank's list", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox);
    const { pages, ledger } = await syncAll(sandbox, accessToken);
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.every((page) => page.added.length <= 500)).toBe(true);
    expect(byId(ledger.values())).toEqual(byId(sandbox.control.truth(itemId).transactions));
    const dates = [...ledger.values()].map(({ date }) => date).toSorted();
    expect(dates[0]?.slice(0, 7)).toBe("2024-11");
    expect(dates.at(-1)).toBe("2026-11-21");
  });

  it("returns as many days as requested when linking", async () => {
    const sandbox = openTestSandbox();
    const { accessToken } = await linkBank(sandbox, { days: 60 });
    const { ledger } = await syncAll(sandbox, accessToken);
    const dates = [...ledger.values()].map(({ date }) => date).toSorted();
    expect(dates[0]).toBe("2026-09-22");
  });

  it("returns each day's new, posted and dropped rows", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox, { days: 60 });
    const first = await syncAll(sandbox, accessToken);
    // The 21st is a Saturday, so nothing posts until Monday.
    for (const days of [2, 3, 10, 40]) {
      sandbox.control.advance(days * dayMs);
      const next = await syncAll(sandbox, accessToken, first);
      expect(next.pages[0]?.added.length).toBeGreaterThan(0);
      expect(next.pages[0]?.removed.length).toBeGreaterThan(0);
      first.cursor = next.cursor;
      expect(byId(first.ledger.values())).toEqual(byId(sandbox.control.truth(itemId).transactions));
    }
  });

  it("usually links a posted row to its pending row", async () => {
    const sandbox = openTestSandbox();
    const { accessToken } = await linkBank(sandbox, { accounts: ["card"], days: 5 });
    const first = await syncAll(sandbox, accessToken);
    const pending = new Set(
      [...first.ledger.values()].filter((row) => row.pending).map((row) => row.transaction_id),
    );
    sandbox.control.advance(4 * dayMs);
    const [page] = (await syncAll(sandbox, accessToken, first)).pages;
    const replaced =
      page?.added.map((row) => row["pending_transaction_id"]).filter((id) => id !== null) ?? [];
    expect(replaced.length).toBeGreaterThan(0);
    expect(replaced.some((id) => typeof id === "string" && pending.has(id))).toBe(true);
    const removed = new Set(page?.removed.map(({ transaction_id }) => transaction_id));
    expect([...pending].every((id) => removed.has(id))).toBe(true);
  });

  it("returns the same rows in smaller pages on request", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox, { days: 20, accounts: ["card"] });
    const { pages, ledger } = await syncAll(sandbox, accessToken, { count: 7 });
    expect(pages.slice(0, -1).every((page) => page.added.length === 7)).toBe(true);
    expect(byId(ledger.values())).toEqual(byId(sandbox.control.truth(itemId).transactions));
    expect((await syncAll(sandbox, accessToken, await syncAll(sandbox, accessToken))).pages).toHaveLength(1);
  });

  it("returns an empty cursor while nothing is ready, then a month, then the rest", async () => {
    const sandbox = openTestSandbox({ timing: { initialUpdateMs: 2_000, historicalUpdateMs: 10_000 } });
    const { accessToken } = await linkBank(sandbox);
    const sync = async (cursor: string) =>
      (await sandbox.call("/transactions/sync", { access_token: accessToken, cursor, count: 500 })).body;
    expect(await sync("")).toMatchObject({
      added: [],
      next_cursor: "",
      has_more: false,
      transactions_update_status: "NOT_READY",
    });
    sandbox.control.advance(2_000);
    const month = await sync("");
    expect(month).toMatchObject({ transactions_update_status: "INITIAL_UPDATE_COMPLETE", has_more: false });
    const recent = syncPage.parse(month);
    expect(recent.added.every(({ date }) => date >= "2026-10-22")).toBe(true);
    sandbox.control.advance(8_000);
    const rest = await sync(recent.next_cursor);
    expect(rest).toMatchObject({ transactions_update_status: "HISTORICAL_UPDATE_COMPLETE", has_more: true });
    expect(syncPage.parse(rest).added.every(({ date }) => date < "2026-10-22")).toBe(true);
  });

  it("returns everything at once for a user name with -ready", async () => {
    const sandbox = openTestSandbox({ timing: { initialUpdateMs: 2_000, historicalUpdateMs: 10_000 } });
    const { itemId, accessToken } = await linkBank(sandbox, { behavior: "ready" });
    const { ledger } = await syncAll(sandbox, accessToken);
    expect(ledger.size).toBeGreaterThan(100);
    expect(byId(ledger.values())).toEqual(byId(sandbox.control.truth(itemId).transactions));
  });

  it("returns a single account on request", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken: access_token } = await linkBank(sandbox, { days: 30 });
    const [account] = sandbox.control.truth(itemId).accounts;
    const options = { account_id: account?.account_id };
    const { body } = await sandbox.call("/transactions/sync", { access_token, options, count: 500 });
    const rows = syncPage.parse(body).added;
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.every((row) => row["account_id"] === account?.account_id)).toBe(true);
    const other = { access_token, cursor: syncPage.parse(body).next_cursor };
    expect((await sandbox.call("/transactions/sync", other)).body).toMatchObject({
      error_message: "cursor not associated with access_token",
    });
  });
});

describe("a cursor", () => {
  it("is valid for its own Item only", async () => {
    const sandbox = openTestSandbox();
    const [mine, other] = [await linkBank(sandbox, { days: 30 }), await linkBank(sandbox, { days: 30 })];
    const { cursor } = await syncAll(sandbox, mine.accessToken);
    for (const wrong of [cursor, "AAAA", "not base64"]) {
      expect(
        await sandbox.call("/transactions/sync", { access_token: other.accessToken, cursor: wrong }),
      ).toMatchObject({
        status: 400,
        body: { error_code: "INVALID_FIELD", error_message: "cursor not associated with access_token" },
      });
    }
  });

  it("can be reused, returning the same changes plus newer ones", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox, { days: 30 });
    const { cursor } = await syncAll(sandbox, accessToken);
    sandbox.control.addRow(itemId, { minor: -100 });
    const once = await sandbox.call("/transactions/sync", { access_token: accessToken, cursor });
    sandbox.control.addRow(itemId, { minor: -200 });
    const again = await sandbox.call("/transactions/sync", { access_token: accessToken, cursor });
    expect(syncPage.parse(once.body).added).toHaveLength(1);
    expect(syncPage.parse(again.body).added).toHaveLength(2);
  });
});

describe("a list that changes while it is paged through", () => {
  const changed = {
    status: 400,
    body: {
      error_type: "TRANSACTIONS_ERROR",
      error_code: "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION",
      error_message:
        "Underlying transaction data changed since last page was fetched. Please restart pagination from last update.",
    },
  };

  it("fails the next page until paging restarts", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox, { days: 90 });
    const next = async (cursor: string) =>
      sandbox.call("/transactions/sync", { access_token: accessToken, cursor, count: 50 });
    const { body } = await next("");
    sandbox.control.addRow(itemId, { minor: -999 });
    expect(await next(String(body["next_cursor"]))).toMatchObject(changed);
    expect(await next(String(body["next_cursor"]))).toMatchObject(changed);
    const { ledger } = await syncAll(sandbox, accessToken, { count: 50 });
    expect(byId(ledger.values())).toEqual(byId(sandbox.control.truth(itemId).transactions));
  });

  it("changes as often as a test requests", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox, { days: 90 });
    sandbox.control.mutateDuringPaging(itemId, 2);
    for (const isChanged of [true, true, false]) {
      const first = await sandbox.call("/transactions/sync", { access_token: accessToken, count: 50 });
      const cursor = first.body["next_cursor"];
      const second = await sandbox.call("/transactions/sync", {
        access_token: accessToken,
        cursor,
        count: 50,
      });
      expect(second.status).toBe(isChanged ? 400 : 200);
    }
  });
});

describe("a test's change to a bank", () => {
  it("is in the next sync", async () => {
    const sandbox = openTestSandbox();
    const { control } = sandbox;
    const { itemId, accessToken } = await linkBank(sandbox, { behavior: "empty" });
    const pending = control.addRow(itemId, { minor: -2_000, name: "CAFE", pending: true });
    const kept = control.addRow(itemId, { minor: 5_000, date: "2026-11-02" });
    const first = await syncAll(sandbox, accessToken);
    expect(first.ledger.get(pending)).toMatchObject({ pending: true, amount: 20, name: "CAFE" });
    expect(first.ledger.get(kept)).toMatchObject({ amount: -50, date: "2026-11-02" });

    const posted = control.postRow(itemId, pending, { minor: -2_400, namesPending: true });
    control.changeRow(itemId, kept, { minor: 5_100 });
    const never = control.addRow(itemId, { minor: -1 });
    control.removeRow(itemId, never);
    const [page] = (await syncAll(sandbox, accessToken, first)).pages;
    expect(page?.added).toMatchObject([
      { transaction_id: posted, amount: 24, pending_transaction_id: pending },
    ]);
    expect(page?.modified).toMatchObject([{ transaction_id: kept, amount: -51 }]);
    expect(page?.removed).toMatchObject([{ transaction_id: pending }]);

    const other = control.addRow(itemId, { minor: -300, pending: true });
    const lost = control.postRow(itemId, other, { namesPending: false, date: "2026-11-22" });
    expect(control.truth(itemId).transactions.find((row) => row.transaction_id === lost)).toMatchObject({
      pending: false,
      pending_transaction_id: null,
      date: "2026-11-22",
    });
    expect(() => control.postRow(itemId, lost)).toThrow("already posted");
    expect(() => control.removeRow(itemId, "nothing")).toThrow("lists no transaction");
  });

  it("can add ten thousand rows at once", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox, { behavior: "empty" });
    sandbox.control.addRows(itemId, 10_000);
    const { pages, ledger } = await syncAll(sandbox, accessToken);
    expect(pages).toHaveLength(20);
    expect(ledger.size).toBe(10_000);
  });

  it("can share additional accounts and stop sharing others", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox, { accounts: ["card"], days: 60 });
    const first = await syncAll(sandbox, accessToken);
    sandbox.control.shareAccounts(itemId, ["card", "yen"]);
    const next = await syncAll(sandbox, accessToken, first);
    expect(next.pages[0]?.added.length).toBeGreaterThan(2);
    expect(next.pages[0]?.added.every((row) => row["iso_currency_code"] === "JPY")).toBe(true);
    sandbox.control.closeAccount(itemId, "yen");
    sandbox.control.advance(40 * dayMs);
    const last = await syncAll(sandbox, accessToken, { ...next, ledger: first.ledger });
    expect(last.pages[0]?.added.some((row) => row["iso_currency_code"] === "JPY")).toBe(false);
    expect(sandbox.control.truth(itemId).accounts).toHaveLength(1);
    expect(byId(first.ledger.values())).toEqual(byId(sandbox.control.truth(itemId).transactions));
  });

  it("can make calls fail a number of times", async () => {
    const sandbox = openTestSandbox();
    const { accessToken: access_token } = await linkBank(sandbox, { behavior: "empty" });
    sandbox.control.failNext("/transactions/sync", "internal", 2);
    const statuses = [];
    for (const _ of [1, 2, 3])
      statuses.push((await sandbox.call("/transactions/sync", { access_token })).status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  it("always leaves ledgers built from the pages equal to the bank", async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("add" as const), pending: fc.boolean() }),
      fc.record({
        kind: fc.constantFrom("change" as const, "remove" as const, "post" as const),
        at: fc.nat(50),
      }),
      fc.record({ kind: fc.constant("days" as const), at: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ kind: fc.constant("sync" as const), count: fc.integer({ min: 1, max: 40 }) }),
    );
    const sandbox = openTestSandbox();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { control } = sandbox;
        const { itemId, accessToken } = await linkBank(sandbox, { bank: "repair", days: 10 });
        control.repair(itemId);
        let state = await syncAll(sandbox, accessToken);
        for (const now of steps) {
          if (now.kind === "add") control.addRow(itemId, { minor: -700, pending: now.pending });
          else if (now.kind === "days") {
            control.advance(now.at * dayMs);
            control.repair(itemId);
          } else if (now.kind === "sync") {
            state = await syncAll(sandbox, accessToken, { ...state, count: now.count });
          } else {
            const rows = control.truth(itemId).transactions;
            const row = rows[now.at % Math.max(1, rows.length)];
            if (row === undefined) continue;
            if (now.kind === "change") control.changeRow(itemId, row.transaction_id, { minor: -1 - now.at });
            else if (now.kind === "remove") control.removeRow(itemId, row.transaction_id);
            else if (row.pending) control.postRow(itemId, row.transaction_id);
          }
        }
        const { ledger } = await syncAll(sandbox, accessToken, state);
        expect(byId(ledger.values())).toEqual(byId(control.truth(itemId).transactions));
      }),
      { numRuns: 60 },
    );
  });
});
