import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestBudget } from "../../../../tests/support/factories/budget-factory.ts";
import { createTestIncomeSource } from "../../../../tests/support/factories/income-source-factory.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { createBankSite, type BankSite, type Person } from "../../../../tests/support/sites/bank-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { AccessItemView } from "../contract.ts";
import {
  accounts,
  institutionAccessItems as items,
  pendingLinks,
} from "#server/tables/institution-tables.ts";

const database = useTestDatabase();
const minuteMs = 60_000;
let site: BankSite;
let avery: Person;
let linked: { id: number; itemId: string };

beforeEach(async () => {
  site = createBankSite(database());
  avery = await site.signInLater();
  linked = await site.link(avery);
  site.calls.length = 0;
});

const list = async () => (await avery.get<AccessItemView[]>("/api/GetUserAccessItems")).data;
const callsOf = (path: string) => site.calls.filter((call) => call.path === path);
const bankUnavailable = () =>
  site.intercept(({ path }) =>
    path === "/item/remove" ? Promise.resolve(new Response("", { status: 502 })) : undefined,
  );

async function remove(keepHistory: boolean): Promise<void> {
  const body = { institutionAccessItemId: linked.id, keepHistory };
  expect((await avery.post("/api/RemoveAccessItem", body)).status).toBe(200);
  await site.settle();
}

const row = () => site.row(linked.id);

async function ledgerCount(): Promise<number> {
  return database().unsafeDb.$count(transactions);
}

/** Categorizes one transaction and creates a budget and a source at the bank; returns their ids. */
async function mark(): Promise<{
  transactionId: number;
  providerId: string;
  budgetId: number;
  sourceId: number;
}> {
  const { unsafeDb } = database();
  const { rows } = await unsafeDb.execute<{ id: number; provider: string }>(sql`
    select t.transaction_id as id, p.provider_transaction_id as provider from transactions t
    join provider_transactions p on p.transaction_id = t.transaction_id
    where not t.pending and t.amount < 0 order by t.date, t.transaction_id limit 1`);
  const [first] = rows;
  if (first === undefined) throw new Error("the bank has no row to mark");
  await unsafeDb.execute(sql`
    update transactions set financial_category_id = (select min(financial_category_id) from financial_categories)
    where transaction_id = ${first.id}`);
  const ids = { budgetAccessItems: [linked.id], now: site.now };
  const { budgetId } = await createTestBudget(database(), avery.userId, ids);
  await unsafeDb.execute(sql`
    insert into budget_exemptions (budget_id, transaction_id, user_id, is_exempt)
    values (${budgetId}, ${first.id}, ${avery.userId}, true)`);
  const { incomeSourceId } = await createTestIncomeSource(database(), avery.userId, linked.id, {
    name: "Rent of the attic",
    now: site.now,
  });
  return { transactionId: first.id, providerId: first.provider, budgetId, sourceId: incomeSourceId };
}

beforeEach(async () => {
  await database().unsafeDb.execute(sql`
    insert into financial_categories (user_id, name, name_key) values (${avery.userId}, 'Attic', 'attic')`);
});

describe("unlinking a bank", () => {
  it("ends the link at the bank and keeps the history if asked to", async () => {
    const before = await ledgerCount();
    await remove(true);
    expect(callsOf("/item/remove")).toHaveLength(1);
    const [left] = await list();
    expect(left?.item).toMatchObject({
      state: "unlinked",
      stateReason: "No longer linked. Its history is kept read-only.",
      transactionCount: before,
    });
    expect(await row()).toMatchObject({
      itemId: null,
      sealedAccessToken: null,
      keyId: null,
      syncCursor: null,
      unlinkedAt: site.now(),
    });
  });

  it("deletes everything if asked to", async () => {
    await mark();
    await remove(false);
    expect(callsOf("/item/remove")).toHaveLength(1);
    expect(await list()).toEqual([]);
    expect(await ledgerCount()).toBe(0);
    const { rows } = await database().unsafeDb.execute(sql`
      select (select count(*)::int from accounts) as accounts,
        (select count(*)::int from provider_transactions) as facts,
        (select count(*)::int from income_sources) as sources,
        (select count(*)::int from budget_access_items) as links,
        (select count(*)::int from budgets) as budgets`);
    expect(rows, "the budget itself stays").toEqual([
      { accounts: 0, facts: 0, sources: 0, links: 0, budgets: 1 },
    ]);
  });

  it("leaves no row of another bank paired with a deleted one", async () => {
    await site.link(avery, { bank: "down", days: 90 });
    const paired = sql`kind_reason = 'paired' and account_id not in (
      select account_id from accounts where institution_access_item_id = ${linked.id})`;
    expect(await database().unsafeDb.$count(transactions, paired)).toBeGreaterThan(0);
    await remove(false);
    expect(await database().unsafeDb.$count(transactions, paired)).toBe(0);
  });

  it("deletes the history of an unlinked bank without calling the bank", async () => {
    await remove(true);
    site.calls.length = 0;
    await remove(true);
    expect(await list()).toHaveLength(1);
    await remove(false);
    expect(await list()).toEqual([]);
    expect(site.calls).toEqual([]);
  });

  it.each(["itemNotFound", "unknownAccessToken"] as const)(
    "succeeds if the bank answers %s",
    async (problem) => {
      site.control.failNext("/item/remove", problem);
      await remove(true);
      expect((await row())?.state).toBe("unlinked");
    },
  );

  it("retries until the bank confirms, and says so meanwhile", async () => {
    bankUnavailable();
    await remove(true);
    expect((await list())[0]?.item).toMatchObject({
      state: "removing",
      stateReason: "Couldn’t reach your bank to unlink it. We’ll retry automatically.",
    });
    expect((await row())?.sealedAccessToken, "still needed").not.toBeNull();
    for (const minutes of [1, 5]) await site.pass(minutes * minuteMs);
    expect((await row())?.state).toBe("removing");
    site.intercept(null);
    await site.pass(10 * minuteMs);
    expect((await row())?.state).toBe("unlinked");
  });

  it("accepts a changed choice about the history until it is done", async () => {
    bankUnavailable();
    await remove(true);
    await remove(false);
    site.intercept(null);
    await site.pass(10 * minuteMs);
    expect(await list()).toEqual([]);
    expect(await ledgerCount()).toBe(0);
  });

  it("deletes nothing if the choice changes to keeping the history during the bank call", async () => {
    const before = await ledgerCount();
    site.intercept(({ path, body }) => {
      if (path !== "/item/remove") return undefined;
      site.intercept(null);
      const kept = { institutionAccessItemId: linked.id, keepHistory: true };
      return avery.post("/api/RemoveAccessItem", kept).then(() => site.askSandbox(path, body));
    });
    await remove(false);
    expect((await row())?.state).toBe("unlinked");
    expect(await ledgerCount()).toBe(before);
  });

  it("also ends a newer link created and unlinked during the bank call", async () => {
    site.intercept(({ path, body }) => {
      if (path !== "/item/remove") return undefined;
      site.intercept(null);
      return site
        .link(avery)
        .then(() =>
          avery.post("/api/RemoveAccessItem", { institutionAccessItemId: linked.id, keepHistory: true }),
        )
        .then(() => site.askSandbox(path, body));
    });
    await remove(true);
    await site.pass(minuteMs);
    expect((await row())?.state).toBe("unlinked");
    const removed = callsOf("/item/remove").map(({ body }) => body["access_token"]);
    expect(site.accessTokens).toHaveLength(2);
    expect(new Set(removed)).toEqual(new Set(site.accessTokens));
  });

  it("runs once if the button is clicked twice", async () => {
    const body = { institutionAccessItemId: linked.id, keepHistory: false };
    const answers = await Promise.all([1, 2].map(() => avery.post("/api/RemoveAccessItem", body)));
    await site.settle();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(callsOf("/item/remove")).toHaveLength(1);
    expect((await avery.post("/api/RemoveAccessItem", body)).status).toBe(404);
  });

  it("completes after a crash between the bank and the database", async () => {
    await site.askSandbox("/item/remove", { access_token: site.accessTokens[0] });
    await remove(true);
    expect((await row())?.state).toBe("unlinked");
  });

  it("lists the affected data beforehand", async () => {
    const { budgetId, sourceId } = await mark();
    const { data } = await avery.get<object>(`/api/GetAccessItemUsage?institutionAccessItemId=${linked.id}`);
    expect(data).toEqual({
      accountCount: (await list())[0]?.accounts.length,
      transactionCount: await ledgerCount(),
      markedTransactionCount: 1,
      budgets: [{ budgetId, budgetName: expect.any(String) }],
      incomeSources: [{ incomeSourceId: sourceId, name: "Rent of the attic" }],
      incomePaymentCount: 0,
    });
  });
});

describe("relinking a bank whose history was kept", () => {
  it("reuses accounts, transactions, edits, budgets, and sources", async () => {
    const marked = await mark();
    const before = await list();
    const rowsBefore = await ledgerCount();
    await remove(true);
    const again = await site.link(avery);
    expect(again.id, "the same institution of ours").toBe(linked.id);
    expect(again.itemId).not.toBe(linked.itemId);
    const after = await list();
    expect(after).toHaveLength(1);
    expect(after[0]?.item.state).toBe("healthy");
    expect(after[0]?.accounts.map(({ accountId }) => accountId)).toEqual(
      before[0]?.accounts.map(({ accountId }) => accountId),
    );
    expect(await ledgerCount(), "no row came twice").toBe(rowsBefore);
    const { ours, banks } = await site.ledgerFits(again.itemId);
    expect(ours).toEqual(banks);
    const [kept] = await database()
      .unsafeDb.select()
      .from(transactions)
      .where(eq(transactions.transactionId, marked.transactionId));
    expect(kept?.financialCategoryId).not.toBeNull();
    const { data } = await avery.get<object>(`/api/GetAccessItemUsage?institutionAccessItemId=${again.id}`);
    expect(data).toMatchObject({
      markedTransactionCount: 1,
      budgets: [{ budgetId: marked.budgetId }],
      incomeSources: [{ incomeSourceId: marked.sourceId }],
    });
  });

  it("works after access was revoked at the bank, and removes the old item there", async () => {
    site.control.revoke(linked.itemId);
    await database().unsafeDb.update(items).set({ state: "revoked", stateCode: "USER_PERMISSION_REVOKED" });
    const again = await site.link(avery);
    expect(again.id).toBe(linked.id);
    expect(callsOf("/item/remove").map(({ body }) => body["access_token"])).toEqual([site.accessTokens[0]]);
    expect(await database().unsafeDb.select().from(pendingLinks)).toEqual([]);
  });

  it("works before the bank has confirmed the unlink", async () => {
    bankUnavailable();
    await remove(true);
    const rowsBefore = await ledgerCount();
    const again = await site.link(avery);
    expect(again.id).toBe(linked.id);
    site.intercept(null);
    await site.pass(10 * minuteMs);
    expect((await row())?.state).toBe("healthy");
    expect(await ledgerCount()).toBe(rowsBefore);
    const removed = callsOf("/item/remove").map(({ body }) => body["access_token"]);
    expect(new Set(removed)).toEqual(new Set([site.accessTokens[0]]));
  });

  it("creates a new bank for other accounts or another person", async () => {
    await remove(true);
    const other = await site.link(avery, { person: "morgan" });
    expect(other.id).not.toBe(linked.id);
    const morgan = await site.signIn();
    const theirs = await site.link(morgan);
    expect(theirs.id).not.toBe(linked.id);
    expect((await list()).map(({ item }) => item.state)).toEqual(["healthy", "unlinked"]);
  });

  it("drops accounts no longer shared but keeps their history", async () => {
    const { accounts: before } = (await list())[0] ?? { accounts: [] };
    const rowsBefore = await ledgerCount();
    await remove(true);
    await site.link(avery, { accounts: ["checking"] });
    expect((await list())[0]?.accounts).toHaveLength(1);
    expect(await database().unsafeDb.$count(accounts)).toBe(before.length);
    expect(await ledgerCount()).toBe(rowsBefore);
  });
});
