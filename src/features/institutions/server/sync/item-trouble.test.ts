import { beforeEach, describe, expect, it } from "vitest";
import {
  answerWith,
  createBankSite,
  type BankSite,
  type Person,
} from "../../../../../tests/support/sites/bank-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { institutionAccessItems as items } from "#server/tables/institution-tables.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
let site: BankSite;
let avery: Person;
let linked: { id: number; itemId: string };

beforeEach(async () => {
  site = createBankSite(database());
  avery = await site.signIn();
  linked = await site.link(avery);
  site.calls.length = 0;
});

const callsOf = (path: string) => site.calls.filter((call) => call.path === path);
const view = async () => (await avery.get(`/api/GetUserAccessItem?userAccessItemId=${linked.id}`)).data;
const row = () => site.row(linked.id);

const sync = () => site.sync(linked.id);

async function expectLedgerToFit(): Promise<void> {
  const { ours, banks } = await site.ledgerFits(linked.itemId);
  expect(ours).toEqual(banks);
}

function failing(type: string, code: string, status = 400, headers: Record<string, string> = {}) {
  const body = {
    error_type: type,
    error_code: code,
    error_message: "",
    display_message: null,
    request_id: "rq1",
  };
  return answerWith(JSON.stringify(body), status, headers);
}

describe("a bank that sends odd rows", () => {
  it("takes a name that ends within an emoji, cut there by the bank or at its longest", async () => {
    site.control.addRow(linked.itemId, { minor: -1_999, name: "ICE CREAM \ud83c" });
    site.control.addRow(linked.itemId, { minor: -2_999, name: `${"ICE CREAM ".repeat(50).slice(1)}🍦` });
    await sync();
    await expectLedgerToFit();
  });

  it("takes rows on the first and the last day that a bank can name", async () => {
    site.control.addRow(linked.itemId, { minor: -1_999, date: "0001-01-01" });
    site.control.addRow(linked.itemId, { minor: -2_999, date: "9999-12-31" });
    await sync();
    await expectLedgerToFit();
  });
});

describe("a bank that needs the person", () => {
  it("needs repair until the bank itself reports that it is repaired", async () => {
    site.control.requireLogin(linked.itemId);
    site.control.addRow(linked.itemId, { minor: -100 });
    await sync();
    expect((await view()).item).toMatchObject({
      state: "repair",
      stateReason: "Sign in to your bank again to resume updates.",
    });
    const body = { institutionAccessItemId: linked.id };
    expect((await avery.post("/api/RepairedAccessItem", body)).data.item.state, "only said").toBe("repair");
    const token = await avery.post<{ mode: string }>(
      `/api/CreateFinancialLinkToken?accessToken=${linked.id}`,
      {},
    );
    expect(token.data.mode).toBe("update");
    expect(callsOf("/link/token/create")[0]?.body).not.toHaveProperty("products");
    site.control.repair(linked.itemId);
    expect((await avery.post("/api/RepairedAccessItem", body)).data.item.state).toBe("healthy");
    await site.settle();
    await expectLedgerToFit();
    expect(callsOf("/item/public_token/exchange"), "update mode exchanges nothing").toEqual([]);
  });

  it("offers account selection to add more accounts", async () => {
    await avery.post(`/api/CreateFinancialLinkToken?accessToken=${linked.id}`, { addAccounts: true });
    expect(callsOf("/link/token/create")[0]?.body).toMatchObject({
      update: { account_selection_enabled: true },
    });
  });

  it("is revoked if the person revoked access at the bank", async () => {
    site.control.revoke(linked.itemId);
    await sync();
    expect((await view()).item).toMatchObject({
      state: "revoked",
      stateReason:
        "You revoked access at your bank. Your history is kept. Link the bank again to resume updates.",
    });
  });

  it("is revoked if the bank no longer knows the link", async () => {
    site.control.failNext("/item/get", "unknownAccessToken");
    await sync();
    expect((await view()).item).toMatchObject({
      state: "revoked",
      stateReason:
        "Your bank no longer recognizes this link. Your history is kept. Link the bank again to resume updates.",
    });
  });

  it("is revoked if its token can't be decrypted, and the log says why", async () => {
    await database().unsafeDb.update(items).set({ keyId: "another key" });
    await sync();
    expect((await view()).item).toMatchObject({
      state: "revoked",
      stateReason:
        "The key that protected this link is gone. Your history is kept. Link the bank again to resume updates.",
    });
    expect(site.everythingLogged()).toContain("can't be read with this SECRET_KEY");
  });

  it("warns a week before access ends, without any webhook", async () => {
    const endsAt = new Date(site.clock.nowMs + 6 * dayMs);
    site.control.expireConsent(linked.itemId, endsAt);
    await sync();
    expect((await view()).item).toMatchObject({
      state: "expiring",
      stateReason: "Access ends on Nov 27, 2026. Renew it to keep updating.",
      expiresAt: endsAt.toISOString(),
    });
    site.control.repair(linked.itemId);
    const { data } = await avery.post("/api/RepairedAccessItem", { institutionAccessItemId: linked.id });
    expect(data.item.state).toBe("healthy");
    expect(data.item.expiresAt).toBeUndefined();
  });
});

describe("a bank that doesn't respond", () => {
  it("is down at once if it says so, and is retried until it is up", async () => {
    site.control.setBankDown("healthy", true);
    site.control.addRow(linked.itemId, { minor: -300 });
    await sync();
    expect((await view()).item).toMatchObject({
      state: "down",
      stateReason: "Your bank is down. We’ll retry automatically.",
    });
    site.control.setBankDown("healthy", false);
    await site.pass(minuteMs);
    expect((await view()).item.state).toBe("healthy");
    await expectLedgerToFit();
  });

  it("isn't shown as down after only one or two network failures", async () => {
    site.intercept(({ path }) => (path === "/item/get" ? answerWith("<html>", 502) : undefined));
    const states: string[] = [];
    await sync();
    states.push((await view()).item.state);
    for (let tries = 0; tries < 2; tries += 1) {
      await site.pass(2 * minuteMs);
      states.push((await view()).item.state);
    }
    expect(states).toEqual(["healthy", "healthy", "down"]);
    expect((await view()).item.stateReason).toBe("Couldn’t reach your bank. We’ll retry automatically.");
  });

  it("isn't called again before its Retry-After", async () => {
    site.intercept(({ path }) =>
      path === "/transactions/sync"
        ? failing("RATE_LIMIT_EXCEEDED", "TRANSACTIONS_SYNC_LIMIT", 429, { "retry-after": "120" })
        : undefined,
    );
    await sync();
    const asked = site.calls.length;
    await site.pass(minuteMs);
    expect(site.calls.length, "after a minute").toBe(asked);
    site.intercept(null);
    await site.pass(2 * minuteMs);
    expect(site.calls.length, "after three").toBeGreaterThan(asked);
    expect((await view()).item.state).toBe("healthy");
  });

  it("changes nothing if its answers are invalid", async () => {
    const before = await row();
    const { transactionCount } = (await view()).item;
    for (const text of ["", "null", "[]", "<html>", '{"added":[]}', '{"accounts":null,"next_cursor":7}']) {
      site.intercept(({ path }) => (path === "/transactions/sync" ? answerWith(text) : undefined));
      await site.pass(60 * minuteMs);
      await sync();
    }
    expect((await row())?.syncCursor).toBe(before?.syncCursor);
    expect((await view()).item).toMatchObject({ state: "down", transactionCount });
    site.intercept(null);
    await site.pass(60 * minuteMs);
    expect((await view()).item.state).toBe("healthy");
    await expectLedgerToFit();
  });
});
