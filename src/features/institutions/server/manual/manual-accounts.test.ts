import { sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createManualSite, type ManualSite } from "../../../../../tests/support/sites/manual-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let site: ManualSite;

beforeEach(async () => {
  site = await createManualSite(database());
});

const balances = async () =>
  (await site.banks()).flatMap(({ accounts }) => accounts.map(({ currentBalance }) => currentBalance));
const checkSchema = z.object({ difference: z.number(), transactionId: z.int().optional() });

describe("an account without a link", () => {
  it("is at one manual bank of its name, with its opening balance", async () => {
    const everyday = await site.addAccount();
    const card = await site.addAccount({
      institutionName: "  harbor  credit union ",
      name: "Card",
      type: "card",
      openingBalance: 250.5,
    });
    expect(card.institutionAccessItemId).toBe(everyday.institutionAccessItemId);
    expect(await site.banks()).toEqual([
      {
        institutionAccessItemId: everyday.institutionAccessItemId,
        institution: { name: "Harbor Credit Union" },
        item: { state: "manual", transactionCount: 0 },
        accounts: [
          {
            accountId: everyday.accountId,
            name: "Everyday",
            type: "depository",
            subtype: "checking",
            currentBalance: 1000,
            isoCurrencyCode: "USD",
            opening: { balance: 1000, date: "2026-11-01" },
          },
          {
            accountId: card.accountId,
            name: "Card",
            type: "credit",
            subtype: "credit card",
            currentBalance: 250.5,
            isoCurrencyCode: "USD",
            opening: { balance: 250.5, date: "2026-11-01" },
          },
        ],
      },
    ]);
  });

  it("is added once by a double click, and its name is taken then", async () => {
    const [one, two] = await Promise.all([site.addAccount(), site.addAccount()]);
    expect(two).toEqual(one);
    const other = await site.post(
      "SaveManualAccount",
      site.accountOf({ name: "EVERYDAY", openingBalance: 5 }),
    );
    expect([other.status, Object.keys(other.errors ?? {})]).toEqual([409, ["name"]]);
  });

  it("has a balance of its opening and the transactions from that day to today", async () => {
    const { accountId } = await site.addAccount();
    const { accountId: card } = await site.addAccount({ name: "Card", type: "card", openingBalance: 0 });
    await site.type(accountId, -12.5, "Nine Plums", { date: "2026-11-01" });
    await site.type(accountId, 100, "Refunds Inc", { date: "2026-11-21" });
    await site.type(accountId, -500, "Long ago", { date: "2026-10-31" });
    await site.type(accountId, -70, "Tomorrow", { date: "2026-11-22" });
    await site.type(card, -40, "Nine Plums");
    expect(await balances()).toEqual([1087.5, 40]);
    await site.moveTo("2026-11-22T12:00:00Z");
    expect(await balances()).toEqual([1017.5, 40]);
  });

  it("counts in net worth, with what is owed taken off", async () => {
    const { accountId } = await site.addAccount();
    await site.addAccount({ name: "Car", type: "asset", openingBalance: 5000 });
    await site.addAccount({ name: "Loan", type: "loan", openingBalance: 2000 });
    await site.type(accountId, -100, "Nine Plums");
    const overview = await site.read(
      "GetOverview",
      z.object({ netWorth: z.array(z.object({ isoCurrencyCode: z.string(), amount: z.number() })) }),
    );
    expect(overview.netWorth).toEqual([{ isoCurrencyCode: "USD", amount: 3900 }]);
  });

  it("is changed with its bank's name, unless somebody changed the same field meanwhile", async () => {
    const { accountId } = await site.addAccount();
    const shown = site.accountOf();
    const first = {
      ...shown,
      accountId,
      institutionName: "Harbor Bank",
      openingBalance: 900,
      basedOn: shown,
    };
    expect((await site.post("SaveManualAccount", first)).status).toBe(200);
    const second = { ...shown, accountId, name: "Daily", basedOn: shown };
    expect((await site.post("SaveManualAccount", second)).status).toBe(200);
    const [bank] = await site.banks();
    expect([bank?.institution.name, bank?.accounts[0]?.name, bank?.accounts[0]?.currentBalance]).toEqual([
      "Harbor Bank",
      "Daily",
      900,
    ]);
    const stale = { ...shown, accountId, openingBalance: 1, basedOn: shown };
    const refused = await site.post("SaveManualAccount", stale);
    expect([refused.status, refused.errors]).toEqual([
      409,
      { openingBalance: ["Opening balance was changed to $900.00 in the meantime."] },
    ]);
  });

  it("keeps its currency and sorts again by its type once it has transactions", async () => {
    const { accountId } = await site.addAccount();
    await site.type(accountId, 50, "Somebody");
    const values = { ...site.accountOf(), accountId };
    const currency = await site.post("SaveManualAccount", { ...values, isoCurrencyCode: "EUR" });
    expect([currency.status, Object.keys(currency.errors ?? {})]).toEqual([409, ["isoCurrencyCode"]]);
    expect((await site.rows())[0]?.kind).toBe("income");
    expect((await site.post("SaveManualAccount", { ...values, type: "loan" })).status).toBe(200);
    expect((await site.rows())[0]?.kind).toBe("leftOut");
  });

  it.each([
    ["a name", { name: " " }, "name"],
    ["a bank", { institutionName: "" }, "institutionName"],
    ["a type", { type: "house" }, "type"],
    ["a currency's code", { isoCurrencyCode: "usd" }, "isoCurrencyCode"],
    ["a currency that exists", { isoCurrencyCode: "ZZZ" }, "isoCurrencyCode"],
    ["an amount", { openingBalance: 1e12 }, "openingBalance"],
    ["the currency's decimals", { isoCurrencyCode: "JPY", openingBalance: 0.5 }, "openingBalance"],
    ["a day", { openingDate: "2026-02-30" }, "openingDate"],
    ["a day of our time", { openingDate: "0001-01-01" }, "openingDate"],
  ])("needs %s", async (_what, fields, field) => {
    const { status, errors } = await site.post("SaveManualAccount", site.accountOf(fields));
    expect([status, Object.keys(errors ?? {})]).toEqual([400, [field]]);
    expect(await site.banks()).toEqual([]);
  });

  it("is nobody else's, and not without a session", async () => {
    const { accountId, institutionAccessItemId } = await site.addAccount();
    const { cookie } = await createTestUser(database());
    const calls: [string, object][] = [
      ["SaveManualAccount", { ...site.accountOf(), accountId }],
      ["CloseManualAccount", { accountId, isClosed: true }],
      ["DeleteManualAccount", { accountId }],
      ["CheckBalance", { accountId, date: "2026-11-20", balance: 1, adjust: true }],
      ["RemoveAccessItem", { institutionAccessItemId, keepHistory: false }],
    ];
    for (const [name, body] of calls) {
      expect([name, (await site.post(name, body, cookie)).status]).toEqual([name, 404]);
      expect([name, (await site.post(name, body, "")).status]).toEqual([name, 401]);
    }
    expect(await balances()).toEqual([1000]);
  });

  it("of a bank's link isn't changed by these calls", async () => {
    const { accounts } = await createTestAccessItem(database(), site.person.userId);
    const accountId = accounts[0]?.accountId ?? 0;
    const statuses = [
      await site.post("SaveManualAccount", { ...site.accountOf(), accountId }),
      await site.post("CloseManualAccount", { accountId, isClosed: true }),
      await site.post("DeleteManualAccount", { accountId }),
      await site.post("CheckBalance", { accountId, date: "2026-11-20", balance: 1, adjust: true }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 400]);
  });
});

describe("checking a balance", () => {
  it("says the difference, and adds it once if asked", async () => {
    const { accountId } = await site.addAccount();
    await site.type(accountId, -60, "Nine Plums");
    await site.type(accountId, -5, "Later", { date: "2026-11-21" });
    const check = { accountId, date: "2026-11-20", balance: 927.55 };
    expect((await site.post("CheckBalance", { ...check, adjust: false })).data).toEqual({
      difference: -12.45,
    });
    const adjusted = await Promise.all(
      [1, 2].map(() => site.made("CheckBalance", { ...check, adjust: true }, checkSchema)),
    );
    expect(adjusted.map(({ difference }) => difference).toSorted((a, b) => a - b)).toEqual([-12.45, 0]);
    const adjustment = (await site.rows()).filter(({ payee }) => payee === "Balance adjustment");
    expect(adjustment).toMatchObject([
      { amount: -12.45, date: "2026-11-20", kind: "leftOut", source: "manual" },
    ]);
    expect(await balances()).toEqual([922.55]);
  });

  it("raises what is owed by money out", async () => {
    const { accountId } = await site.addAccount({ type: "card", openingBalance: 100 });
    const check = { accountId, date: "2026-11-20", balance: 130, adjust: true };
    expect(await site.made("CheckBalance", check, checkSchema)).toMatchObject({ difference: 30 });
    expect(await site.rows()).toMatchObject([{ amount: -30 }]);
    expect(await balances()).toEqual([130]);
  });

  it.each([
    ["a day to come", { date: "2026-11-23" }, 400, "date"],
    ["a day before the account", { date: "2026-10-31" }, 400, "date"],
    ["more decimals than the currency has", { balance: 1.234 }, 400, "balance"],
    ["no answer about adjusting", { adjust: null }, 400, "adjust"],
  ])("refuses %s", async (_what, fields, status, field) => {
    const { accountId } = await site.addAccount();
    const check = { accountId, date: "2026-11-20", balance: 1, adjust: true, ...fields };
    const answer = await site.post("CheckBalance", check);
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([status, [field]]);
    expect(await site.rows()).toEqual([]);
  });
});

describe("closing and deleting", () => {
  it("closes an account, which keeps its history and takes nothing, and opens it again", async () => {
    const { accountId } = await site.addAccount();
    const typed = await site.type(accountId, -60, "Nine Plums");
    for (const _twice of [1, 2])
      expect((await site.post("CloseManualAccount", { accountId, isClosed: true })).status).toBe(200);
    const [bank] = await site.banks();
    expect([bank?.accounts, bank?.closedAccounts?.map(({ currentBalance }) => currentBalance)]).toEqual([
      [],
      [940],
    ]);
    expect(await site.rows()).toHaveLength(1);
    const row = { transactionId: typed, accountId, date: "2026-11-10", amount: -60, name: "Nine Plums" };
    const refused = [
      await site.post("SaveTransaction", { ...row, transactionId: 0 }),
      await site.post("SaveTransaction", { ...row, amount: -61 }),
      await site.post("DeleteTransaction", { transactionId: typed }),
      await site.post("CheckBalance", { accountId, date: "2026-11-20", balance: 1, adjust: true }),
    ].map(({ status, errors }) => [status, Object.keys(errors ?? {})]);
    expect(refused).toEqual(refused.map(() => [409, ["accountId"]]));
    await site.post("CloseManualAccount", { accountId, isClosed: false });
    expect(await balances()).toEqual([940]);
  });

  it("deletes an account with its transactions, and takes transfers to it apart", async () => {
    const { accountId } = await site.addAccount();
    const { accountId: cash } = await site.addAccount({ name: "Cash", type: "cash" });
    await site.type(accountId, -60, "Transfer to cash");
    await site.type(cash, 60, "Transfer from everyday");
    expect((await site.rows()).map(({ kind }) => kind)).toEqual(["transfer", "transfer"]);
    expect((await site.post("DeleteManualAccount", { accountId: cash })).status).toBe(200);
    expect(await site.rows()).toMatchObject([
      { account: { accountId }, transferPair: null, kind: "spending" },
    ]);
    expect((await site.banks())[0]?.accounts).toHaveLength(1);
  });

  it("deletes a bank with its history, but doesn't unlink one that has no link", async () => {
    const { accountId, institutionAccessItemId } = await site.addAccount();
    await site.type(accountId, -60, "Nine Plums");
    const kept = await site.post("RemoveAccessItem", { institutionAccessItemId, keepHistory: true });
    expect([kept.status, Object.keys(kept.errors ?? {})]).toEqual([400, ["keepHistory"]]);
    const synced = await site.post("SyncAccessItem", { institutionAccessItemId });
    expect(synced.status).toBe(409);
    const removal = site.post("RemoveAccessItem", { institutionAccessItemId, keepHistory: false });
    await expect.poll(async () => (await site.banks())[0]?.item.state).toBe("removing");
    await site.site.jobs.runDue();
    expect((await removal).status).toBe(200);
    expect(await site.banks()).toEqual([]);
    expect(await site.rows()).toEqual([]);
    await site.addAccount();
    expect(await balances()).toEqual([1000]);
  });
});

describe("what a person typed", () => {
  it("is in each download, and goes with all their data", async () => {
    const { accountId } = await site.addAccount();
    await site.type(accountId, -60, "Nine Plums");
    await site.type(accountId, 12.5, "Refund of Plums", { date: "2026-11-12" });
    const download = async (path: string) =>
      site.site.request(`/api/${path}`, { headers: { cookie: site.person.cookie } });
    expect(await (await download("ExportLedger")).text()).toMatch(/"2026-11-10","Nine Plums",-60\.00,"USD"/);
    const ofx = await (await download("ExportLedger?format=ofx")).text();
    expect(ofx.match(/<TRNAMT>[^<]+/g)).toEqual(["<TRNAMT>12.50", "<TRNAMT>-60.00"]);
    expect(ofx).toContain("<BALAMT>952.50");
    const archive = await (await download("ExportPersonalData")).arrayBuffer();
    const files = unzipSync(new Uint8Array(archive));
    const rows = JSON.parse(strFromU8(files["json/transactions.json"] ?? new Uint8Array()));
    expect(rows).toMatchObject([
      { name: "Nine Plums", amount: -60 },
      { name: "Refund of Plums", amount: 12.5 },
    ]);
    const { confirmWith } = await site.read("GetPersonalData", z.object({ confirmWith: z.string() }));
    expect((await site.post("DeletePersonalData", { confirmation: confirmWith })).status).toBe(200);
    await site.site.jobs.runDue();
    const left = await database().unsafeDb.execute(sql`
      select name from transactions union all select name from accounts
      union all select institution_name from institution_access_items`);
    expect(left.rows).toEqual([]);
  });
});

describe("the banks' mode", () => {
  it("hides a sandbox bank from a live site, but no manual one, with its budgets", async () => {
    const live = await createManualSite(database(), { isLive: true });
    await createTestAccessItem(database(), live.person.userId, { mode: "sandbox" });
    const { accountId, institutionAccessItemId } = await live.addAccount();
    await live.type(accountId, -60, "Nine Plums");
    const budget = {
      budgetId: 0,
      name: "November",
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      categories: [],
      budgetAccessItems: [institutionAccessItemId],
    };
    expect((await live.site.post("/api/SaveBudget", budget, live.person)).status).toBe(200);
    // As if both were from the time before the site had live banks.
    await database().unsafeDb.execute(sql`update budgets set mode = 'sandbox'`);
    expect((await live.banks()).map(({ institution }) => institution.name)).toEqual(["Harbor Credit Union"]);
    expect(await live.read("GetBudgets", z.array(z.object({ transactionsTotal: z.number() })))).toEqual([
      { transactionsTotal: 60 },
    ]);
    expect(await live.rows()).toHaveLength(1);
  });

  it("leaves manual banks out of what is synced and measured", async () => {
    await site.addAccount();
    const { rows } = await database().unsafeDb.execute(sql`
      select source, mode, item_id, sealed_access_token from institution_access_items`);
    expect(rows).toEqual([{ source: "manual", mode: null, item_id: null, sealed_access_token: null }]);
    expect((await database().unsafeDb.execute(sql`select from jobs where kind like 'bank%'`)).rowCount).toBe(
      0,
    );
  });
});
