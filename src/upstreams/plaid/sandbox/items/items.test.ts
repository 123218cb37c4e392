import { describe, expect, it } from "vitest";
import { z } from "zod";
import { linkBank, openTestSandbox } from "../../../../../tests/support/stand-ins/sandbox-bank.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const accountList = z.array(
  z.looseObject({
    account_id: z.string(),
    name: z.string(),
    type: z.string(),
    persistent_account_id: z.string().optional(),
    balances: z.looseObject({
      current: z.number(),
      available: z.number().nullable(),
      limit: z.number().nullable(),
      iso_currency_code: z.string(),
    }),
  }),
);

describe("an item", () => {
  it("returns its data and the times of the last updates", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox, { webhook: "http://localhost:3000/hook" });
    sandbox.control.advance(7 * 60 * minuteMs);
    const { body } = await sandbox.call("/item/get", { access_token: accessToken });
    expect(body).toMatchObject({
      item: {
        item_id: itemId,
        institution_id: "ins_900001",
        institution_name: "Lanternfish Bank",
        webhook: "http://localhost:3000/hook",
        error: null,
        consent_expiration_time: null,
      },
      status: {
        transactions: { last_successful_update: "2026-11-21T23:00:00.000Z", last_failed_update: null },
      },
    });
  });

  it("is gone once removed", async () => {
    const sandbox = openTestSandbox();
    const { accessToken: access_token } = await linkBank(sandbox);
    expect((await sandbox.call("/item/remove", { access_token })).status).toBe(200);
    for (const path of ["/item/get", "/accounts/get", "/transactions/sync", "/item/remove"]) {
      expect(await sandbox.call(path, { access_token })).toMatchObject({
        status: 400,
        body: { error_type: "ITEM_ERROR", error_code: "ITEM_NOT_FOUND" },
      });
    }
  });

  it("accepts a new webhook address, or none", async () => {
    const sandbox = openTestSandbox();
    const { accessToken: access_token } = await linkBank(sandbox);
    const webhook = "http://localhost:3000/another";
    const { body } = await sandbox.call("/item/webhook/update", { access_token, webhook });
    expect(body["item"]).toMatchObject({ webhook });
    const none = await sandbox.call("/item/webhook/update", { access_token, webhook: null });
    expect(none.body["item"]).toMatchObject({ webhook: null });
  });

  it("shares the chosen accounts, in their own currencies", async () => {
    const sandbox = openTestSandbox();
    const { accessToken: access_token } = await linkBank(sandbox, { accounts: ["card", "yen", "euro"] });
    const { body } = await sandbox.call("/accounts/get", { access_token });
    const accounts = accountList.parse(body["accounts"]);
    expect(accounts.map(({ name }) => name)).toEqual(["Lantern Card", "Euro Account", "Yen Account"]);
    const [card, euro, yen] = accounts.map(({ balances }) => balances);
    expect(card).toMatchObject({ limit: 9_000, iso_currency_code: "USD" });
    // Owed, and so positive; a pending amount isn't owed yet and no longer available.
    expect(card?.current).toBeGreaterThan(0);
    expect(card?.available).toBeLessThan(9_000 - (card?.current ?? 0));
    expect(euro?.iso_currency_code).toBe("EUR");
    expect(yen?.iso_currency_code).toBe("JPY");
    expect(Number.isInteger(yen?.current)).toBe(true);
    const rows = sandbox.control.truth(sandbox.control.itemIds()[0] ?? "").transactions;
    expect(new Set(rows.map(({ iso_currency_code }) => iso_currency_code))).toEqual(
      new Set(["USD", "EUR", "JPY"]),
    );
    expect(
      rows.filter((row) => row.iso_currency_code === "JPY").every(({ amount }) => Number.isInteger(amount)),
    ).toBe(true);
  });

  it("returns only the requested accounts", async () => {
    const sandbox = openTestSandbox();
    const { accessToken: access_token } = await linkBank(sandbox);
    const all = accountList.parse((await sandbox.call("/accounts/get", { access_token })).body["accounts"]);
    const wanted = all.slice(1, 2).map(({ account_id }) => account_id);
    const some = await sandbox.call("/accounts/balance/get", {
      access_token,
      options: { account_ids: wanted },
    });
    expect(some.body["accounts"]).toEqual(all.slice(1, 2));
    const none = await sandbox.call("/accounts/get", { access_token, options: { account_ids: ["nothing"] } });
    expect(none.body).toMatchObject({ error_code: "INVALID_ACCOUNT_ID" });
  });

  it("changes an account's balance by exactly what posts to it", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken } = await linkBank(sandbox, { accounts: ["checking"] });
    const cents = (units: number) => Math.round(units * 100);
    function read() {
      const { accounts, transactions } = sandbox.control.truth(itemId);
      const posted = transactions.filter(({ pending }) => !pending);
      return {
        balance: cents(accounts[0]?.balances.current ?? 0),
        posted: posted.reduce((sum, { amount }) => sum - cents(amount), 0),
      };
    }
    const before = read();
    for (const days of [1, 9, 30, 75]) {
      sandbox.control.advance(days * dayMs);
      const after = read();
      expect(after.balance - before.balance).toBe(after.posted - before.posted);
    }
    sandbox.control.addRow(itemId, { minor: -12_345 });
    const last = read();
    expect(last.balance - before.balance).toBe(last.posted - before.posted);
    expect(accessToken).not.toBe("");
  });

  it("linked twice has new ids for accounts and rows, but the same persistent account ids", async () => {
    const sandbox = openTestSandbox();
    const [first, second] = [await linkBank(sandbox), await linkBank(sandbox)];
    const truths = [first, second].map(({ itemId }) => sandbox.control.truth(itemId));
    const [one, two] = truths.map(({ accounts }) => accountList.parse(accounts));
    const lasting = (list = one) => list?.map((account) => account.persistent_account_id);
    expect(lasting(one)).toEqual(lasting(two));
    expect(lasting(one)?.filter((id) => id !== undefined)).toHaveLength(4);
    const ids = truths.flatMap(({ accounts, transactions }) => [
      ...accounts.map(({ account_id }) => account_id),
      ...transactions.map(({ transaction_id }) => transaction_id),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    const text = truths.map(({ transactions }) =>
      transactions.map(({ date, name, amount }) => `${date} ${name} ${amount}`),
    );
    expect(text[0]).toEqual(text[1]);
  });
});

describe("the bank that needs repair", () => {
  it("works, then requires a new sign-in, and works again after it", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken: access_token } = await linkBank(sandbox, { bank: "repair" });
    const sync = async () => sandbox.call("/transactions/sync", { access_token });
    expect((await sync()).status).toBe(200);
    sandbox.control.advance(minuteMs);
    const wrong = { error_type: "ITEM_ERROR", error_code: "ITEM_LOGIN_REQUIRED" };
    expect(await sync()).toMatchObject({ status: 400, body: wrong });
    expect((await sandbox.call("/accounts/get", { access_token })).body).toMatchObject(wrong);
    const { body } = await sandbox.call("/item/get", { access_token });
    expect(body).toMatchObject({ item: { error: { ...wrong, status: 400 } } });
    sandbox.control.repair(itemId);
    expect((await sync()).status).toBe(200);
    expect((await sandbox.call("/item/get", { access_token })).body).toMatchObject({ item: { error: null } });
    sandbox.control.advance(minuteMs);
    sandbox.control.requireLogin(itemId);
    expect((await sync()).status).toBe(400);
  });
});

describe("the bank that is down", () => {
  it("works at first, then doesn't respond until it is up again", async () => {
    const sandbox = openTestSandbox();
    const { accessToken: access_token } = await linkBank(sandbox, { bank: "down" });
    const sync = async () => sandbox.call("/transactions/sync", { access_token });
    expect((await sync()).status).toBe(200);
    sandbox.control.advance(minuteMs);
    expect(await sync()).toMatchObject({
      status: 400,
      body: { error_type: "INSTITUTION_ERROR", error_code: "INSTITUTION_DOWN" },
    });
    expect((await sandbox.call("/item/get", { access_token })).body).toMatchObject({
      item: { error: { error_code: "INSTITUTION_DOWN" } },
      status: { transactions: { last_failed_update: "2026-11-21T17:01:00.000Z" } },
    });
    sandbox.control.setBankDown("down", false);
    expect((await sync()).status).toBe(200);
    sandbox.control.setBankDown("down", null);
    expect((await sync()).status).toBe(400);
  });

  it("can be any bank", async () => {
    const sandbox = openTestSandbox();
    const { accessToken: access_token } = await linkBank(sandbox);
    sandbox.control.setBankDown("healthy", true);
    expect((await sandbox.call("/accounts/get", { access_token })).body).toMatchObject({
      error_code: "INSTITUTION_DOWN",
    });
  });
});

describe("a permission", () => {
  it("that is revoked ends the link", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken: access_token } = await linkBank(sandbox);
    sandbox.control.revoke(itemId);
    const revoked = { error_type: "ITEM_ERROR", error_code: "USER_PERMISSION_REVOKED" };
    expect((await sandbox.call("/transactions/sync", { access_token })).body).toMatchObject(revoked);
    expect((await sandbox.call("/item/get", { access_token })).body).toMatchObject({
      item: { error: revoked },
    });
    expect((await sandbox.call("/item/remove", { access_token })).status).toBe(200);
  });

  it("that expires requires a new sign-in on its date", async () => {
    const sandbox = openTestSandbox();
    const { itemId, accessToken: access_token } = await linkBank(sandbox);
    sandbox.control.expireConsent(itemId, new Date("2026-11-25T12:00:00Z"));
    expect((await sandbox.call("/item/get", { access_token })).body).toMatchObject({
      item: { error: null, consent_expiration_time: "2026-11-25T12:00:00.000Z" },
    });
    sandbox.control.advance(4 * dayMs);
    expect((await sandbox.call("/item/get", { access_token })).body).toMatchObject({
      item: { error: { error_code: "ITEM_LOGIN_REQUIRED" } },
    });
    sandbox.control.repair(itemId);
    expect((await sandbox.call("/item/get", { access_token })).body).toMatchObject({
      item: { error: null, consent_expiration_time: null },
    });
  });
});

describe("a user name", () => {
  it.each([
    ["rate-limited", "/transactions/sync", 429, "TRANSACTIONS_SYNC_LIMIT"],
    ["error-500", "/transactions/sync", 500, "INTERNAL_SERVER_ERROR"],
    ["error-500", "/accounts/get", 500, "INTERNAL_SERVER_ERROR"],
  ] as const)("ending in -%s makes %s answer %i %s", async (behavior, path, status, code) => {
    const sandbox = openTestSandbox();
    const { accessToken: access_token } = await linkBank(sandbox, { behavior });
    expect(await sandbox.call(path, { access_token })).toMatchObject({ status, body: { error_code: code } });
    expect((await sandbox.call("/item/get", { access_token })).status).toBe(200);
  });

  it("ending in -slow delays every call", async () => {
    const waits: number[] = [];
    const sandbox = openTestSandbox({ wait: async (ms) => void waits.push(ms) });
    const { accessToken: access_token } = await linkBank(sandbox, { behavior: "slow" });
    for (const path of ["/item/get", "/accounts/get", "/transactions/sync"]) {
      expect((await sandbox.call(path, { access_token })).status).toBe(200);
    }
    expect(waits).toEqual([4_000, 4_000, 4_000]);
  });

  it.each([
    ["expiring", 5 * dayMs, "ITEM_LOGIN_REQUIRED"],
    ["revoked", minuteMs, "USER_PERMISSION_REVOKED"],
  ] as const)("ending in -%s has its problem after %i milliseconds", async (behavior, afterMs, code) => {
    const sandbox = openTestSandbox();
    const { accessToken: access_token } = await linkBank(sandbox, { behavior });
    expect((await sandbox.call("/accounts/get", { access_token })).status).toBe(200);
    sandbox.control.advance(afterMs);
    expect((await sandbox.call("/accounts/get", { access_token })).body).toMatchObject({ error_code: code });
  });
});

describe("the bank's clock", () => {
  it("doesn't go back", () => {
    const { control } = openTestSandbox();
    control.setNow(new Date("2026-12-24T12:00:00Z"));
    expect(control.now()).toEqual(new Date("2026-12-24T12:00:00Z"));
    expect(() => control.setNow(new Date("2026-12-23T12:00:00Z"))).toThrow(RangeError);
  });
});
