import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestTransactions } from "../../../../../tests/support/factories/transaction-factory.ts";
import { createManualSite, type ManualSite } from "../../../../../tests/support/sites/manual-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { RemovedRows } from "../removed/removed-rows.ts";
import { sortManualLedgers } from "./manual-ledgers.ts";

const database = useTestDatabase();
let site: ManualSite;
let accountId: number;
let cash: number;

beforeEach(async () => {
  site = await createManualSite(database());
  accountId = (await site.addAccount()).accountId;
  cash = (await site.addAccount({ institutionName: "Wallet", name: "Cash", type: "cash", openingBalance: 0 }))
    .accountId;
});

const groceries = 1;
const row = (fields: object = {}) => ({
  transactionId: 0,
  accountId,
  date: "2026-11-10",
  amount: -24.1,
  name: "Greenbarrow Market",
  ...fields,
});

describe("a typed transaction", () => {
  it("counts at once, as the person's own word", async () => {
    const { data } = await site.post("SaveTransaction", row({ financialCategoryId: groceries }));
    expect(data).toMatchObject({
      date: "2026-11-10",
      payee: "Greenbarrow Market",
      name: "Greenbarrow Market",
      amount: -24.1,
      isoCurrencyCode: "USD",
      pending: false,
      source: "manual",
      category: { financialCategoryId: groceries },
      categorySource: "person",
      kind: "spending",
      removedByBank: false,
    });
    const [saved] = await site.rows();
    expect(saved?.transaction_id).toBe(String(saved?.transactionId));
  });

  it("is saved once by a double click, and again a moment later or with another key", async () => {
    await Promise.all([site.post("SaveTransaction", row()), site.post("SaveTransaction", row())]);
    expect(await site.rows()).toHaveLength(1);
    await site.moveTo("2026-11-21T12:00:11Z");
    await site.post("SaveTransaction", row());
    expect(await site.rows()).toHaveLength(2);
    const requestId = crypto.randomUUID();
    await Promise.all([1, 2].map(() => site.post("SaveTransaction", row({ requestId }))));
    expect(await site.rows()).toHaveLength(3);
    await site.post("SaveTransaction", row({ requestId, amount: -25 }));
    expect((await site.rows()).map(({ amount }) => amount)).toEqual([-24.1, -24.1, -25]);
  });

  it("gets notes and tags from rules beside those of its form, also when it's sent again", async () => {
    await site.post("SaveRule", {
      ruleId: 0,
      conditions: [{ field: "payee", op: "is", values: ["Greenbarrow Market"] }],
      actions: [
        { field: "tags", value: ["Trip"] },
        { field: "note", value: "Bread" },
      ],
      appliesFrom: "0001-01-01",
    });
    const requestId = crypto.randomUUID();
    for (const _sent of [1, 2])
      expect(await site.post("SaveTransaction", row({ note: "", tags: [], requestId }))).toMatchObject({
        data: { note: "Bread", tags: [{ name: "Trip" }] },
      });
    expect(await site.post("SaveTransaction", row({ note: "Mine", tags: ["Work"] }))).toMatchObject({
      data: { note: "Mine", tags: [{ name: "Trip" }, { name: "Work" }] },
    });
  });

  it("is sorted as others are: by memory, by rules, and money back from a payee as a refund", async () => {
    await site.type(accountId, -5, "Blue Heron", { financialCategoryId: groceries });
    await site.type(accountId, -6, "Blue Heron", { financialCategoryId: groceries });
    await site.type(accountId, -7, "blue heron");
    await site.type(accountId, 2, "Blue Heron");
    await site.type(accountId, 900, "Somebody");
    const shown = await site.rows();
    const sorted = shown.map(({ kind, categorySource }) => [kind, categorySource]);
    expect(shown[2]?.why).toMatch(/^\w+ was chosen for this payee on (\w+ \d+, 2026) and \1\.$/);
    expect(sorted).toEqual([
      ["spending", "person"],
      ["spending", "person"],
      ["spending", "learnt"],
      ["spending", "none"],
      ["income", "none"],
    ]);
    const rule = {
      ruleId: 0,
      conditions: [{ field: "payee", op: "is", values: ["Somebody"] }],
      actions: [{ field: "kind", value: "leftOut" }],
      appliesFrom: "2026-01-01",
    };
    expect((await site.post("SaveRule", rule)).status).toBe(200);
    expect((await site.rows()).at(-1)).toMatchObject({ kind: "leftOut", kindSource: "rule" });
  });

  it("isn't taken for a transfer without evidence, but with it", async () => {
    await site.type(accountId, -60, "Nine Plums");
    await site.type(cash, 60, "Aunt Ida");
    expect((await site.rows()).map(({ transferPair, kind }) => [transferPair, kind])).toEqual([
      [null, "spending"],
      [null, "income"],
    ]);
    await site.type(accountId, -80, "Transfer to cash");
    await site.type(cash, 80, "From the bank");
    expect((await site.rows()).slice(2).map(({ kind }) => kind)).toEqual(["transfer", "transfer"]);
  });

  it("pairs with a row of a linked bank", async () => {
    const bank = await createTestAccessItem(database(), site.person.userId);
    const account = { ...bank, userId: site.person.userId, accountId: bank.accounts[0]?.accountId ?? 0 };
    await createTestTransactions(database(), account, [
      { name: "ATM transfer", amount: -8000, date: "2026-11-09" },
    ]);
    await site.type(cash, 80, "From the bank");
    expect((await site.rows()).map(({ kind }) => kind)).toEqual(["transfer", "transfer"]);
  });

  it("is no other side of a sandbox row any more once the site has live banks", async () => {
    const bank = await createTestAccessItem(database(), site.person.userId);
    const account = { ...bank, userId: site.person.userId, accountId: bank.accounts[0]?.accountId ?? 0 };
    await createTestTransactions(database(), account, [
      { name: "ATM transfer", amount: -8000, date: "2026-11-09" },
    ]);
    await site.type(cash, 80, "From the bank");
    expect((await site.rows()).at(-1)?.kind).toBe("transfer");
    const live = await createManualSite(database(), { isLive: true });
    await sortManualLedgers(live.site.kernel, live.site.jobs);
    await live.site.jobs.runDue();
    expect((await site.rows()).at(-1)).toMatchObject({ kind: "income", transferPair: null });
  });

  it.each([
    ["a payee", { name: "  " }, "name"],
    ["visible characters", { name: "a\u0000b" }, "name"],
    ["an amount", { amount: "12" }, "amount"],
    ["an amount other than zero", { amount: 0 }, "amount"],
    ["an amount that can be counted", { amount: -1e12 }, "amount"],
    ["the currency's decimals", { amount: 0.001 }, "amount"],
    ["a day that exists", { date: "2026-02-30" }, "date"],
    ["a day of the last hundred years", { date: "1900-01-01" }, "date"],
    ["a day of the next year", { date: "2028-01-01" }, "date"],
    ["one of the person's categories", { financialCategoryId: 999_999 }, "financialCategoryId"],
  ])("needs %s", async (_what, fields, field) => {
    const { status, errors } = await site.post("SaveTransaction", row(fields));
    expect([status, Object.keys(errors ?? {})]).toEqual([400, [field]]);
    expect(await site.rows()).toEqual([]);
  });

  it("is nobody else's, and not without a session", async () => {
    const transactionId = await site.type(accountId, -5, "Blue Heron");
    const other = await createTestUser(database());
    const calls: [string, object][] = [
      ["SaveTransaction", row()],
      ["SaveTransaction", row({ transactionId })],
      ["DeleteTransaction", { transactionId }],
    ];
    for (const [name, body] of calls) {
      expect([name, (await site.post(name, body, other.cookie)).status]).toEqual([name, 404]);
      expect([name, (await site.post(name, body, "")).status]).toEqual([name, 401]);
    }
    expect(await site.rows()).toMatchObject([{ amount: -5, payee: "Blue Heron" }]);
  });
});

describe("changing a typed transaction", () => {
  it("changes all of it, with what it's paired and sorted by", async () => {
    const out = await site.type(accountId, -80, "Transfer to cash");
    await site.type(cash, 80, "From the bank");
    const changed = row({ transactionId: out, amount: -81, name: "Nine Plums", date: "2026-11-12" });
    expect((await site.post("SaveTransaction", changed)).status).toBe(200);
    expect(await site.rows()).toMatchObject([
      { amount: 80, kind: "income", transferPair: null },
      { amount: -81, payee: "Nine Plums", date: "2026-11-12", kind: "spending", transferPair: null },
    ]);
    const moved = { ...changed, accountId: cash };
    expect((await site.post("SaveTransaction", moved)).status).toBe(200);
    expect((await site.rows()).map(({ account }) => account.accountId)).toEqual([cash, cash]);
    expect((await site.banks()).map(({ accounts }) => accounts[0]?.currentBalance)).toEqual([1000, -1]);
  });

  it("keeps a split one in its currency, in which its parts are", async () => {
    const yen = await site.addAccount({ institutionName: "Wallet", name: "Yen", isoCurrencyCode: "JPY" });
    const transactionId = await site.type(accountId, -1500, "Nine Plums");
    const parts = [-1000, -500].map((amount) => ({ amount, financialCategoryId: groceries }));
    await site.post("SplitTransaction", { transactionId, parts });
    const moved = row({ transactionId, accountId: yen.accountId, amount: -1500 });
    expect(await site.post("SaveTransaction", moved)).toMatchObject({
      status: 400,
      errors: { accountId: ["Make it whole again before moving it to another currency."] },
    });
    await site.post("SplitTransaction", { transactionId, parts: [] });
    expect((await site.post("SaveTransaction", moved)).status).toBe(200);
  });

  it("keeps what another tab changed, and refuses what both did", async () => {
    const transactionId = await site.type(accountId, -24.1, "Greenbarrow Market");
    const basedOn = {
      date: "2026-11-10",
      amount: -24.1,
      name: "Greenbarrow Market",
      financialCategoryId: -1,
    };
    await site.post("SaveTransaction", row({ transactionId, amount: -25, basedOn }));
    await site.post("SaveTransaction", row({ transactionId, name: "Greenbarrow", basedOn }));
    expect(await site.rows()).toMatchObject([{ amount: -25, name: "Greenbarrow" }]);
    const stale = await site.post("SaveTransaction", row({ transactionId, amount: -26, basedOn }));
    expect([stale.status, stale.errors]).toEqual([
      409,
      { amount: ["Amount was changed to -$25.00 in the meantime."] },
    ]);
  });

  it("names both categories and both accounts of a conflict", async () => {
    const transactionId = await site.type(accountId, -24.1, "Greenbarrow Market");
    const basedOn = { accountId, financialCategoryId: groceries };
    await site.post("SaveTransaction", row({ transactionId, accountId: cash, financialCategoryId: 4 }));
    const wallet = await site.addAccount({ name: "Safe", type: "cash", institutionName: "Wallet" });
    const mine = { transactionId, accountId: wallet.accountId, financialCategoryId: -1, basedOn };
    const stale = await site.post("SaveTransaction", row(mine));
    expect(stale.status).toBe(409);
    expect(stale.data).toMatchObject({
      conflicts: [
        { field: "accountId", mine: "Safe", theirs: "Cash" },
        { field: "financialCategoryId", mine: "no category", theirs: "Dining Out" },
      ],
    });
    // Changed again since, so what was said about the other one doesn't count.
    await site.post("SaveTransaction", row({ transactionId, accountId: cash, financialCategoryId: 2 }));
    const decided = [
      { field: "accountId", theirs: "Cash", keep: "mine" },
      { field: "financialCategoryId", theirs: "Dining Out", keep: "mine" },
    ];
    expect((await site.post("SaveTransaction", row({ ...mine, decided }))).data).toMatchObject({
      conflicts: [{ field: "financialCategoryId", mine: "no category" }],
    });
  });

  it("keeps what the bank has changed of its transaction while a note was written", async () => {
    const bank = await createTestAccessItem(database(), site.person.userId);
    const { accountId: bankAccountId = 0 } = bank.accounts[0] ?? {};
    const owner = { ...bank, userId: site.person.userId, accountId: bankAccountId };
    await createTestTransactions(database(), owner, [{ name: "POSTED", amount: -800, date: "2026-11-09" }]);
    const [shown] = await site.rows();
    const read = { accountId: bankAccountId, date: "2026-11-07", amount: -7.5, name: "PENDING" };
    const written = { transactionId: shown?.transactionId, ...read, note: "Lunch" };
    expect((await site.post("SaveTransaction", written)).status).toBe(400);
    const saved = await site.post("SaveTransaction", { ...written, basedOn: { ...read, note: "" } });
    expect(saved).toMatchObject({ status: 200, data: { note: "Lunch", date: "2026-11-09", amount: -8 } });
  });

  it("sets no category where the person chose none, and keeps it if nothing is said", async () => {
    const transactionId = await site.type(accountId, -24.1, "Greenbarrow Market", {
      financialCategoryId: groceries,
    });
    await site.post("SaveTransaction", row({ transactionId, amount: -25 }));
    expect((await site.rows())[0]?.category?.financialCategoryId).toBe(groceries);
    await site.post("SaveTransaction", row({ transactionId, financialCategoryId: -1 }));
    expect((await site.rows())[0]).toMatchObject({ category: null, categorySource: "person" });
  });
});

describe("a transaction from a bank", () => {
  it("takes a category, and nothing else; the bank's account takes no typed ones", async () => {
    const bank = await createTestAccessItem(database(), site.person.userId);
    const at = { ...bank, userId: site.person.userId, accountId: bank.accounts[0]?.accountId ?? 0 };
    const [made] = await createTestTransactions(database(), at, [
      { name: "SQ *BLUE FIG 0412", amount: -2410, date: "2026-11-10" },
    ]);
    const transactionId = made?.transactionId ?? 0;
    const same = row({ transactionId, accountId: at.accountId, name: "SQ *BLUE FIG 0412" });
    expect((await site.post("SaveTransaction", { ...same, financialCategoryId: groceries })).status).toBe(
      200,
    );
    const [saved] = await site.rows();
    expect(saved).toMatchObject({ source: "plaid", categorySource: "person", amount: -24.1 });
    expect((await site.post("SaveTransaction", { ...same, name: saved?.payee })).status).toBe(200);
    const changed = { ...same, accountId, amount: -1, date: "2026-11-11", name: "Other" };
    const refused = await site.post("SaveTransaction", changed);
    expect([refused.status, Object.keys(refused.errors ?? {}).toSorted()]).toEqual([
      400,
      ["accountId", "amount", "date", "name"],
    ]);
    expect((await site.post("SaveTransaction", row({ accountId: at.accountId }))).status).toBe(400);
    expect((await site.post("DeleteTransaction", { transactionId })).status).toBe(409);
    expect(await site.rows()).toHaveLength(1);
  });
});

describe("deleting a typed transaction", () => {
  const restore = (transactionId: number) => site.post("RestoreRemovedTransaction", { transactionId });
  const balance = async () => (await site.banks())[0]?.accounts[0]?.currentBalance;

  it("takes it out of everything, and undo brings it back with its edits and its other side", async () => {
    const transactionId = await site.type(accountId, -80, "Transfer to cash");
    await site.type(cash, 80, "From the bank");
    const before = await site.rows();
    for (const _twice of [1, 2])
      expect((await site.post("DeleteTransaction", { transactionId })).status).toBe(200);
    expect(await site.rows()).toMatchObject([{ amount: 80, kind: "income", transferPair: null }]);
    expect(await balance()).toBe(1000);
    expect((await site.post("SaveTransaction", row({ transactionId }))).status).toBe(404);
    expect((await restore(transactionId)).status).toBe(200);
    expect(await site.rows()).toEqual(before);
    expect(await balance()).toBe(920);
  });

  it("can't be undone while its account is closed, which takes no transactions", async () => {
    const transactionId = await site.type(accountId, -80, "Nine Plums");
    await site.post("DeleteTransaction", { transactionId });
    await site.post("CloseManualAccount", { accountId, isClosed: true });
    expect(await restore(transactionId)).toMatchObject({
      status: 409,
      errors: { accountId: ["This account is closed. Open it again first."] },
    });
    expect(await site.rows()).toEqual([]);
    await site.post("CloseManualAccount", { accountId, isClosed: false });
    expect((await restore(transactionId)).status).toBe(200);
    expect(await balance()).toBe(920);
  });

  it("can be undone for a day; then the row is gone", async () => {
    const transactionId = await site.type(accountId, -80, "Nine Plums", { financialCategoryId: groceries });
    await site.post("DeleteTransaction", { transactionId });
    await site.moveTo("2026-11-22T12:00:01Z");
    expect((await restore(transactionId)).status).toBe(404);
    expect(await new RemovedRows(database(), "sandbox", site.site.kernel.now).sweep()).toBe(1);
    expect(await site.rows()).toEqual([]);
  });

  it("keeps a payment of an income source out of its month until it's undone", async () => {
    const { institutionAccessItemId } = await site.addAccount();
    const transactionId = await site.type(accountId, 900, "Tenant");
    const incomeSourceId = (
      await site.made(
        "SaveIncomeSource",
        {
          incomeSourceId: 0,
          institutionAccessItemId,
          name: "Unit 2",
          startDate: "2026-11-01",
          amountDue: 900,
          incomeSourceType: "Rent",
        },
        z.object({ incomeSourceId: z.int() }),
      )
    ).incomeSourceId;
    await site.made(
      "SaveIncomePayment",
      {
        incomePaymentId: 0,
        transactionId,
        incomeSourceId,
        incomeSourceIds: [incomeSourceId],
        amount: 900,
        isManualAdjustment: false,
      },
      z.unknown(),
    );
    const paid = async () =>
      (
        await site.read(
          `GetIncomeSources?institutionAccessItemId=${institutionAccessItemId}&month=11&year=2026`,
          z.object({ totalPaid: z.number() }),
        )
      ).totalPaid;
    expect(await paid()).toBe(900);
    await site.post("DeleteTransaction", { transactionId });
    expect(await paid()).toBe(0);
    await restore(transactionId);
    expect(await paid()).toBe(900);
  });
});
