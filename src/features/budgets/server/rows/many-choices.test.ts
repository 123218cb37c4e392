import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { readEvents } from "../../../../../tests/support/event-reader.ts";
import { createBudgetSite, type BudgetSite } from "../../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { BudgetView } from "../../contract.ts";
import { isFullRun } from "../../../../../tests/support/night.ts";

const database = useTestDatabase();
let site: BudgetSite;
let budgetId: number;
let ids: number[];
const now = () => new Date(Date.UTC(2026, 10, 21, 17));

type Categories = {
  updated: number;
  undo: { transactionId: number; financialCategoryId: number; isByHand: boolean }[];
};

/** More rows of two payees than are sorted while the person waits. The last two are money in, and newest. */
beforeEach(async () => {
  site = await createBudgetSite(database(), { now });
  budgetId = (await site.saveBudget({})).data.budgetId;
  const rowsOf = (date: string, amounts: readonly number[]) =>
    amounts.flatMap((amount) => ["Corner Bakery", "Blue Fig"].map((name) => ({ date, name, amount })));
  await site.rows(rowsOf("2026-11-02", [-100]));
  // Faster than as many rows of a bank.
  await database().unsafeDb.execute(sql`
    insert into transactions (user_id, institution_access_item_id, account_id, date, name, payee_key, payee, amount, iso_currency_code, pending, created_at)
    select user_id, institution_access_item_id, account_id, date + at / 120, name, payee_key, payee, amount - at, iso_currency_code, false, created_at
    from transactions, generate_series(1, 2500) as at`);
  await site.rows(rowsOf("2026-11-24", [-4, -3, -2, -1, 300]));
  ids = (await stored()).map((row) => Number(row["transaction_id"]));
});

const bulk = (rows: unknown) => site.post<Categories>("/api/BulkUpdateTransactionCategory", rows);
const choose = (rows: readonly number[], financialCategoryId: number) =>
  bulk(rows.map((transactionId) => ({ transactionId, financialCategoryId, budgetId })));
const undo = (rows: Categories["undo"]) => bulk(rows.map((row) => ({ ...row, budgetId })));

/** Returns everything that sorting decides, of all rows. */
async function stored(): Promise<Record<string, unknown>[]> {
  const { rows } = await database().unsafeDb.execute(
    sql`select transaction_id, financial_category_id, category_source, kind, kind_reason, payee from transactions order by 1`,
  );
  return rows;
}

async function sources(): Promise<Record<string, number>> {
  const { rows } = await database().unsafeDb.execute<{ source: string; rows: number }>(
    sql`select category_source as source, count(*)::int as rows from transactions group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ source, rows: count }) => [source, count]));
}

async function expectSums(): Promise<void> {
  const { data: budget } = await site.get<BudgetView>(`/api/GetBudget?budgetId=${budgetId}&summary=true`);
  const { rows } = await database().unsafeDb.execute<{ spent: number }>(
    sql`select -sum(amount)::int as spent from transactions where kind = 'spending'`,
  );
  const ofCategories = budget.budgetCategoryData.reduce((sum, category) => sum + category.sum, 0);
  const spent = (rows[0]?.spent ?? 0) / 100;
  expect([budget.transactionsTotal, ofCategories]).toEqual([
    expect.closeTo(spent, 5),
    expect.closeTo(spent, 5),
  ]);
}

describe("choices whose payees have very many transactions", () => {
  it("hold at once, and a job gives the rest what they teach and tells the person's browsers", async () => {
    const groceries = await site.categoryNamed("Groceries");
    const events = readEvents(await site.app.request("/api/Events", { headers: { cookie: site.cookie } }));
    const chosen = ids.slice(-10);
    expect((await choose(chosen, groceries)).data.updated).toBe(10);
    expect(await sources()).toEqual({ none: 5_002, person: 10 });
    const kinds = (await stored()).slice(-10).map((row) => [row["kind"], row["kind_reason"]]);
    expect(kinds).toEqual(chosen.map(() => ["spending", "category"]));
    await expectSums();
    const before = events.topics().length;
    expect(await site.app.jobs.runDue()).toBe(1);
    expect(await sources()).toEqual({ learnt: 5_002, person: 10 });
    await expectSums();
    await events.until(() => expect(events.topics().slice(before)).toEqual(["transactions"]));
    await events.close();
  });

  it.runIf(isFullRun)("are undone exactly, before the job and after it", async () => {
    const groceries = await site.categoryNamed("Groceries");
    const atFirst = await stored();
    const early = await choose(ids.slice(-10), groceries);
    await undo(early.data.undo);
    expect(await stored()).toEqual(atFirst);
    await site.app.jobs.runDue();
    expect(await stored()).toEqual(atFirst);

    const late = await choose(ids.slice(-10), groceries);
    await site.app.jobs.runDue();
    expect(await stored()).not.toEqual(atFirst);
    await undo(late.data.undo);
    expect((await stored()).slice(-10)).toEqual(atFirst.slice(-10));
    await expectSums();
    await site.app.jobs.runDue();
    expect(await stored()).toEqual(atFirst);
  });

  it.runIf(isFullRun)("end where the same choices end one by one", async () => {
    const [groceries, pets] = [await site.categoryNamed("Groceries"), await site.categoryNamed("Pets")];
    await choose(ids.slice(-10), pets);
    await choose(ids.slice(-6), groceries);
    await site.app.jobs.runDue();
    const together = await stored();
    await database().unsafeDb.execute(
      sql`update transactions set category_source = 'none', financial_category_id = null`,
    );
    for (const id of ids.slice(-10, -6)) await choose([id], pets);
    for (const id of ids.slice(-6)) await choose([id], groceries);
    await site.app.jobs.runDue();
    expect(await stored()).toEqual(together);
  });

  it("are those of a filter, too", async () => {
    const groceries = await site.categoryNamed("Groceries");
    const filter = { excluded: false, q: "Corner Bakery" };
    const { status } = await site.post("/api/CategorizeMatching", {
      budgetId,
      filter,
      financialCategoryId: groceries,
    });
    expect(status).toBe(200);
    const byHand = (await sources())["person"];
    expect(byHand).toBeGreaterThan(0);
    await site.app.jobs.runDue();
    expect((await sources())["person"]).toBe(byHand);
    await expectSums();
  });
});

it("sorts few rows, and what they teach, before it answers", async () => {
  await database().unsafeDb.execute(sql`delete from transactions where name = 'Blue Fig'`);
  const left = (await stored()).map((row) => Number(row["transaction_id"]));
  await choose(left.slice(-10), await site.categoryNamed("Groceries"));
  expect((await sources())["learnt"]).toBeGreaterThan(2_000);
  expect(await site.app.jobs.runDue()).toBe(0);
});
