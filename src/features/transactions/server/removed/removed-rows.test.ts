import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { budgetExemptions } from "#server/tables/budget-tables.ts";
import { incomePayments } from "#server/tables/income-tables.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { createTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { bankRow, createLedgerBank } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { financialCategories } from "#server/tables/category-tables.ts";
import { createTestMarks, everyMark, marksOf } from "../../../../../tests/support/factories/marks-factory.ts";
import { RemovedRows } from "./removed-rows.ts";
import { transactionParts, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";

const database = useTestDatabase();
const dayMs = 24 * 3_600_000;
let site: TestApp;
let person: { userId: string; cookie: string };
let bank: Awaited<ReturnType<typeof createTestAccessItem>>;
let ledgerBank: ReturnType<typeof createLedgerBank>;
let marks: Awaited<ReturnType<typeof createTestMarks>>;
/** A pending row that the bank took back and that has every mark, and the posted row with another name that it may be. */
let gone: number;
let posted: number;

const now = new Date("2026-11-21T12:00:00Z");

beforeEach(async () => {
  site = createTestApp(database(), { now: () => now });
  person = await createTestUser(database(), { now: () => now });
  bank = await createTestAccessItem(database(), person.userId, {
    accounts: [{ providerAccountId: "checking" }, { providerAccountId: "card" }],
  });
  ledgerBank = createLedgerBank(database(), person.userId, bank);
  marks = await createTestMarks(database(), { ...bank, userId: person.userId });
  await ledgerBank.apply({ added: [bankRow("p", { pending: true, amount: 5000, name: "Tenant" })] });
  gone = await ledgerBank.idOf("p");
  for (const mark of everyMark) await marks.put[mark](gone);
  await ledgerBank.apply({
    added: [bankRow("q", { amount: 5000, name: "Transfer from tenant", date: "2026-11-04" })],
    removed: ["p"],
  });
  posted = await ledgerBank.idOf("q");
});

async function call(name: string, body: object, cookie = person.cookie) {
  const response = await site.post(`/api/${name}`, body, { cookie });
  const { errors } = (await response.json()) as { errors: Record<string, string[]> | null };
  return { status: response.status, errors };
}

const move = (toTransactionId = posted, cookie = person.cookie) =>
  call("MoveTransactionMarks", { fromTransactionId: gone, toTransactionId }, cookie);
const dismiss = (transactionId = gone, cookie = person.cookie) =>
  call("DismissRemovedTransaction", { transactionId }, cookie);
const restore = (transactionId = gone, cookie = person.cookie) =>
  call("RestoreRemovedTransaction", { transactionId }, cookie);

async function listed(): Promise<Pick<TransactionView, "transactionId" | "moveMarksTo">[]> {
  const path = `/api/GetTransactions?institutionAccessItemId=${bank.institutionAccessItemId}`;
  const response = await site.request(path, { headers: { cookie: person.cookie } });
  const { data } = (await response.json()) as { data: { transactions: TransactionView[] } };
  return data.transactions.map(({ transactionId, moveMarksTo }) => ({ transactionId, moveMarksTo }));
}

const shownBoth = () => [
  { transactionId: posted, moveMarksTo: null },
  { transactionId: gone, moveMarksTo: posted },
];
const shownPosted = () => [{ transactionId: posted, moveMarksTo: null }];

describe("marks of a row that the bank took back", () => {
  it("can move to the row that is likely meant, and back again", async () => {
    expect(await listed()).toEqual(shownBoth());
    expect(await move()).toEqual({ status: 200, errors: null });
    expect(await listed()).toEqual(shownPosted());
    expect(await marksOf(database(), posted)).toEqual(everyMark);
    expect((await move()).status, "a second click changes nothing").toBe(200);
    expect((await restore()).status).toBe(200);
    expect(await listed()).toEqual(shownBoth());
    expect(await marksOf(database(), gone)).toEqual(everyMark);
    expect(await marksOf(database(), posted)).toEqual([]);
    expect((await restore()).status).toBe(200);
  });

  it.each([
    ["moved", move],
    ["dismissed", dismiss],
  ])("are recently deleted with their row once they're %s", async (_how, act) => {
    const removedByBankAt = new Date(now.getTime() - 60_000);
    const isGone = eq(transactions.transactionId, gone);
    await database().unsafeDb.update(transactions).set({ removedByBankAt }).where(isGone);
    const deleted = async () => {
      const response = await site.request("/api/GetRecentlyDeleted", { headers: { cookie: person.cookie } });
      const { data } = (await response.json()) as { data: object[] };
      return data;
    };
    expect(await deleted()).toEqual([]);
    await act();
    expect(await deleted()).toMatchObject([{ kind: "transaction", id: `${gone}`, name: "Tenant" }]);
    await restore();
    expect(await deleted()).toEqual([]);
  });

  it("can move once more where the bank brought the row back and took it again", async () => {
    await move();
    await ledgerBank.apply({ added: [bankRow("p", { pending: true, amount: 5000, name: "Tenant" })] });
    await ledgerBank.apply({ removed: ["p"] });
    expect(await move()).toEqual({ status: 200, errors: null });
    expect((await restore()).status).toBe(200);
  });

  it("stay apart from those that the other row has already, which come back with an undo", async () => {
    const [own] = await database()
      .unsafeDb.insert(financialCategories)
      .values({ userId: person.userId, name: "Own", nameKey: "own" })
      .returning();
    const setOwn = (id: number | null) =>
      database()
        .unsafeDb.update(transactions)
        .set({ financialCategoryId: id, categorySource: "person" })
        .where(eq(transactions.transactionId, posted));
    await database().unsafeDb.delete(transactionParts);
    await marks.put.category(gone);
    await setOwn(own?.financialCategoryId ?? 0);
    await database()
      .unsafeDb.insert(budgetExemptions)
      .values({ budgetId: marks.budgetId, transactionId: posted, userId: person.userId, isExempt: true });
    await move();
    expect(await state(posted)).toMatchObject({ category: marks.categoryId, exempt: false });
    await restore();
    expect(await state(posted)).toMatchObject({ category: own?.financialCategoryId, exempt: true });
    // What has changed after the move is newer than what the undo knows.
    await move();
    await setOwn(null);
    await restore();
    expect(await state(posted)).toMatchObject({ category: null, exempt: true });
    await move();
    await database()
      .unsafeDb.delete(financialCategories)
      .where(eq(financialCategories.financialCategoryId, own?.financialCategoryId ?? 0));
    expect((await restore()).status, "the category it had may be gone").toBe(200);
  });

  async function state(transactionId: number) {
    const { rows } = await database().unsafeDb.execute(sql`
      select financial_category_id as category, (select is_exempt from budget_exemptions e
        where e.transaction_id = t.transaction_id) as exempt
      from transactions t where transaction_id = ${transactionId}`);
    return rows[0];
  }

  it("move to no row that the bank does not have, of another account, or that cannot be paid with", async () => {
    await ledgerBank.apply({
      added: [
        bankRow("card", { providerAccountId: "card", amount: 5000 }),
        bankRow("spent", { amount: -5000 }),
        bankRow("paid", { amount: 5000 }),
      ],
    });
    expect(await move(await ledgerBank.idOf("card"))).toEqual({
      status: 400,
      errors: { toTransactionId: ["Choose a transaction of the same account."] },
    });
    expect(await move(gone)).toMatchObject({ status: 400, errors: { toTransactionId: expect.anything() } });
    expect(await move(await ledgerBank.idOf("spent"))).toMatchObject({
      status: 400,
      errors: { toTransactionId: expect.anything() },
    });
    const paid = await ledgerBank.idOf("paid");
    await marks.put.payment(paid);
    expect(await move(paid)).toMatchObject({ status: 409, errors: { toTransactionId: expect.anything() } });
    expect(
      await call("MoveTransactionMarks", { fromTransactionId: posted, toTransactionId: paid }),
    ).toMatchObject({ status: 409, errors: { fromTransactionId: expect.anything() } });
    expect((await move(999_999)).status).toBe(404);
    expect(await marksOf(database(), gone), "nothing has changed").toEqual(everyMark);
  });

  it("are offered no row where two would do", async () => {
    await ledgerBank.apply({ added: [bankRow("q2", { amount: 5000, name: "Other", date: "2026-11-05" })] });
    expect((await listed()).find(({ transactionId }) => transactionId === gone)?.moveMarksTo).toBeNull();
  });
});

describe("a row that the bank took back", () => {
  it("can be dismissed, and comes back within a day", async () => {
    expect((await dismiss()).status).toBe(200);
    expect((await dismiss()).status).toBe(200);
    expect(await listed()).toEqual(shownPosted());
    expect(await call("SetTransactionKinds", [{ transactionId: gone, kind: "income" }])).toMatchObject({
      status: 404,
    });
    await later(dayMs).sweep();
    await later(dayMs).restore(person.userId, gone);
    expect(await listed()).toEqual(shownBoth());
    expect(await marksOf(database(), gone)).toEqual(everyMark);
    await dismiss();
    await expect(later(dayMs + 1).restore(person.userId, gone)).rejects.toMatchObject({ statusCode: 404 });
    expect(await later(dayMs + 1).sweep()).toBe(1);
    expect(await database().unsafeDb.$count(transactions)).toBe(1);
  });

  it("goes from every list once its last mark is taken off, and comes back with an undo", async () => {
    const { budgetId, incomeSourceId } = marks;
    const path = `/api/GetBudgetTransactions?budgetId=${budgetId}&part=removed`;
    const inBudget = async () => {
      const response = await site.request(path, { headers: { cookie: person.cookie } });
      return ((await response.json()) as { data: { total: number } }).data.total;
    };
    await database().unsafeDb.delete(incomePayments).where(eq(incomePayments.incomeSourceId, incomeSourceId));
    await call("SetTransactionKinds", [{ transactionId: gone, kind: null }]);
    await database().unsafeDb.delete(transactionParts);
    await database().unsafeDb.delete(transactionTags);
    await database().unsafeDb.update(transactions).set({ note: null });
    const wish = { transactionId: gone, financialCategoryId: -1, budgetId };
    expect((await call("BulkUpdateTransactionCategory", [wish])).status).toBe(200);
    expect([await listed(), await inBudget()], "one mark is left").toEqual([shownBoth(), 1]);

    const decide = (excluded: boolean | null) =>
      call("SetExcludedTransactions", { budgetId, decisions: [{ transactionId: gone, excluded }] });
    await decide(true);
    expect((await decide(false)).status).toBe(200);
    expect([await listed(), await inBudget()]).toEqual([shownPosted(), 0]);
    expect((await decide(true)).status).toBe(200);
    expect(await listed()).toEqual(shownBoth());

    await decide(null);
    expect(await later(dayMs).sweep()).toBe(0);
    expect(await later(dayMs + 1).sweep()).toBe(1);
    expect((await decide(true)).status).toBe(404);
  });

  it("comes back by itself when the bank has it again", async () => {
    await dismiss();
    await ledgerBank.apply({ added: [bankRow("p", { pending: true, amount: 5000, name: "Tenant" })] });
    expect(await listed()).toHaveLength(2);
    expect((await restore()).status).toBe(200);
    expect(await dismiss()).toMatchObject({ status: 409, errors: { transactionId: expect.anything() } });
  });

  it("that was dismissed lends its marks to no posted row", async () => {
    await dismiss();
    await ledgerBank.apply({
      added: [bankRow("late", { amount: 5000, name: "Tenant", pendingTransactionId: "p" })],
    });
    expect(await marksOf(database(), await ledgerBank.idOf("late"))).toEqual([]);
  });

  const later = (ms: number) => new RemovedRows(database(), "sandbox", () => new Date(now.getTime() + ms));
});

describe("another person", () => {
  it("finds none of the rows, and changes nothing", async () => {
    const { cookie } = await createTestUser(database(), { now: () => now });
    const answers = [
      await move(posted, cookie),
      await dismiss(gone, cookie),
      await restore(gone, cookie),
      await call("SetTransactionKinds", [{ transactionId: posted, kind: "income" }], cookie),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await listed()).toEqual(shownBoth());
    expect(await marksOf(database(), posted)).toEqual([]);
  });
});
