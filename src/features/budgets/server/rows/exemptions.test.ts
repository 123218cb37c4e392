import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { sortRows } from "#features/transactions/server/index.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { createBudgetSite, type BudgetSite } from "../../../../../tests/support/sites/budget-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { BudgetView, ExclusionDecision, TransferSuggestion } from "../../contract.ts";

const database = useTestDatabase();
let site: BudgetSite;
let budgetId: number;
const now = () => new Date(Date.UTC(2026, 10, 21, 17));

beforeEach(async () => {
  site = await createBudgetSite(database(), { now });
  budgetId = (await site.saveBudget({})).data.budgetId;
});

type Decisions = { updated: number; undo: ExclusionDecision[] };
type Lists = {
  transactions: TransactionView[];
  excludedTransactions: TransactionView[];
  total: number;
  sum: number;
};

const lists = async (query = "", id = budgetId) =>
  (await site.get<Lists>(`/api/GetBudgetTransactions?budgetId=${id}${query}`)).data;
const figures = async (id = budgetId) =>
  (await site.get<BudgetView>(`/api/GetBudget?budgetId=${id}&summary=true`)).data;
const idsOf = (rows: TransactionView[]) =>
  rows.map(({ transactionId }) => transactionId).toSorted((a, b) => a - b);

async function exemptIds(id = budgetId): Promise<number[]> {
  return idsOf((await lists("&excluded=true", id)).excludedTransactions);
}

/** Two rows of the budget and one after it. */
function threeRows(): Promise<number[]> {
  return site.rows([
    { amount: -1000 },
    { amount: -2000, date: "2026-11-30" },
    { amount: -3000, date: "2026-12-01" },
  ]);
}

it("the ids of either list are those of its rows on all pages", async () => {
  const [one = 0] = await threeRows();
  await site.rows([{ amount: -4000, name: "OTHER SHOP" }]);
  await site.post("/api/SetExcludedTransaction", { budgetId, transactionId: one });
  const ids = async (query: string) => {
    const answer = await site.get<{ transactionIds: number[] }>(
      `/api/GetBudgetTransactionIds?budgetId=${budgetId}${query}`,
    );
    return answer.data.transactionIds;
  };
  for (const query of ["", "&q=other", "&from=2026-11-30", "&financialCategoryId=-1"])
    expect(await ids(query), query).toEqual(idsOf((await lists(`&excluded=false${query}`)).transactions));
  expect(await ids("")).toHaveLength(2);
  expect(await ids("&excluded=true")).toEqual([one]);
  const { cookie } = await site.stranger();
  expect((await site.get(`/api/GetBudgetTransactionIds?budgetId=${budgetId}`, cookie)).status).toBe(404);
});

describe("an exempt transaction", () => {
  const exempt = (transactionId: number, cookie?: string) =>
    site.post("/api/SetExcludedTransaction", { budgetId, transactionId }, cookie);
  const restore = (transactionId: number, cookie?: string) =>
    site.post("/api/RestoreExcludedTransaction", { budgetId, transactionId }, cookie);

  it("moves to this budget's exemptions only, and back, idempotently", async () => {
    const [one = 0, two = 0] = await threeRows();
    const { data: other } = await site.saveBudget({ name: "Other" });
    for (const again of [1, 2]) {
      expect({ again, ...(await exempt(one)) }).toMatchObject({ again, status: 200, data: {} });
      expect(await exemptIds()).toEqual([one]);
    }
    expect(await figures()).toMatchObject({ transactionsTotal: 20, excludedCount: 1, transactionCount: 1 });
    expect(await figures(other.budgetId)).toMatchObject({ transactionsTotal: 30, excludedCount: 0 });
    for (const again of [1, 2]) {
      expect({ again, ...(await restore(one)) }).toMatchObject({ again, status: 200, data: {} });
      expect(await exemptIds()).toEqual([]);
    }
    expect(idsOf((await lists()).transactions)).toEqual([one, two]);
  });

  it("must belong to the person and the budget", async () => {
    const [one = 0, , outside = 0] = await threeRows();
    const other = await site.stranger();
    for (const call of [exempt, restore]) {
      expect((await call(outside)).status).toBe(404);
      expect((await call(4711)).status).toBe(404);
      expect((await call(one, other.cookie)).status).toBe(404);
    }
    expect(await exemptIds()).toEqual([]);
  });

  it("stays exempt and out of the totals regardless of other edits", async () => {
    const [one = 0] = await site.rows([{ amount: -1000, financialCategoryId: 3 }]);
    await exempt(one);
    expect(await figures()).toMatchObject({ transactionsTotal: 0, categorizedCount: 0, excludedCount: 1 });
    await site.saveBudget({ budgetId, endDate: "2026-11-01" });
    expect(await exemptIds()).toEqual([]);
    await site.saveBudget({ budgetId });
    expect(await exemptIds()).toEqual([one]);
  });
});

describe("exemptions of many rows", () => {
  const decide = (decisions: (ExclusionDecision & { basedOn?: boolean })[], cookie?: string) =>
    site.post<Decisions>("/api/SetExcludedTransactions", { budgetId, decisions }, cookie);

  it("are set together and fully undone", async () => {
    const [one = 0, two = 0] = await threeRows();
    await decide([{ transactionId: two, excluded: false }]);
    const { status, data } = await decide([
      { transactionId: one, excluded: true },
      { transactionId: two, excluded: true },
    ]);
    expect(status).toBe(200);
    expect(data).toEqual({
      updated: 2,
      undo: [
        { transactionId: one, excluded: null },
        { transactionId: two, excluded: false },
      ],
    });
    expect(await exemptIds()).toEqual([one, two]);
    expect((await decide(data.undo)).data.undo).toHaveLength(2);
    expect(await exemptIds()).toEqual([]);
    expect((await decide(data.undo)).data).toEqual({ updated: 2, undo: [] });
  });

  it("keep later decisions on undo", async () => {
    const [one = 0, two = 0] = await threeRows();
    const { data } = await decide([one, two].map((transactionId) => ({ transactionId, excluded: true })));
    await decide([{ transactionId: two, excluded: false }]);
    const gone = { transactionId: 999_999, excluded: null };
    const undo = [...data.undo, gone].map((former) => Object.assign(former, { basedOn: true }));
    expect((await decide(undo)).data).toEqual({
      updated: 1,
      undo: [{ transactionId: one, excluded: true }],
    });
    // The second row's decision stays: not exempt, although it looks like a transfer.
    expect((await decide([{ transactionId: two, excluded: null }])).data.undo).toEqual([
      { transactionId: two, excluded: false },
    ]);
  });

  it("are all set or none", async () => {
    const [one = 0, two = 0, outside = 0] = await threeRows();
    const other = await site.stranger();
    const good = { transactionId: one, excluded: true };
    expect((await decide([good, { transactionId: outside, excluded: true }])).status).toBe(404);
    expect((await decide([good], other.cookie)).status).toBe(404);
    expect(await decide([good, { ...good, excluded: false }])).toMatchObject({
      status: 400,
      errors: { decisions: ["List each transaction only once."] },
    });
    const many = Array.from({ length: 5_001 }, (_, index) => ({ transactionId: index + 1, excluded: true }));
    expect(await decide(many)).toMatchObject({
      status: 400,
      errors: { decisions: ["Send at most 5,000 rows at a time."] },
    });
    expect(await exemptIds()).toEqual([]);
    expect(idsOf((await lists()).transactions)).toEqual([one, two]);
  });

  it("apply to all matching rows of the list, and can be restored the same way", async () => {
    const [one = 0, two = 0] = await threeRows();
    const matching = (filter: object, excluded: boolean, cookie?: string) =>
      site.post<Decisions>("/api/SetExcludedMatching", { budgetId, filter, excluded }, cookie);
    expect((await matching({ from: "2026-11-15" }, true)).data).toEqual({
      updated: 1,
      undo: [{ transactionId: two, excluded: null }],
    });
    expect(await exemptIds()).toEqual([two]);
    expect((await matching({}, true)).data.updated).toBe(1);
    expect(await exemptIds()).toEqual([one, two]);
    expect((await matching({ excluded: true }, false)).data).toMatchObject({ updated: 2 });
    expect(await exemptIds()).toEqual([]);
    expect((await matching({}, true, (await site.stranger()).cookie)).status).toBe(404);
  });
});

const looksLikeOne = { bankCategory: "TRANSFER_OUT", bankCategoryDetailed: "TRANSFER_OUT_SAVINGS" };

/** Two rows that form a transfer between linked accounts. */
async function pairedRows(): Promise<[number, number]> {
  const [out = 0, into = 0] = await site.rows([
    { amount: -1000, ...looksLikeOne },
    { amount: 1000, ...looksLikeOne },
  ]);
  const both = [
    [out, into],
    [into, out],
  ] as const;
  for (const [transactionId, transferPairId] of both)
    await database()
      .unsafeDb.update(transactions)
      .set({ transferPairId })
      .where(eq(transactions.transactionId, transactionId));
  await database().unsafeDb.transaction((tx) => sortRows(tx, site.userId, { transactionIds: [out, into] }));
  return [out, into];
}

describe("transfers", () => {
  const suggested = (cookie?: string, id = budgetId) =>
    site.get<TransferSuggestion[]>(`/api/GetTransferSuggestions?budgetId=${id}`, cookie);
  const suggestedIds = async () =>
    (await suggested()).data.map((one) => one.out?.transactionId ?? one.in?.transactionId);

  it("that are only likely count until accepted, and never take along what isn't one", async () => {
    const [one = 0, two = 0, rent = 0] = await site.rows([
      { amount: -1000, ...looksLikeOne },
      { amount: -2000, bankCategoryDetailed: "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT" },
      { amount: -3000, bankCategoryDetailed: "RENT_AND_UTILITIES_RENT" },
      { amount: -500, name: "Blue Fig" },
      { amount: -700, ...looksLikeOne, date: "2026-12-01" },
    ]);
    expect(await figures()).toMatchObject({ transactionsTotal: 65, excludedCount: 0 });
    expect(await suggestedIds()).toEqual([one, two]);
    const accepted = [one, two].map((transactionId) => ({ transactionId, kind: "transfer" }));
    const { data } = await site.post<{ undo: object[] }>("/api/SetTransactionKinds", accepted);
    expect(await figures()).toMatchObject({ transactionsTotal: 35, excludedCount: 2 });
    expect(await exemptIds()).not.toContain(rent);
    expect(await suggestedIds()).toEqual([]);
    await site.post("/api/SetTransactionKinds", data.undo);
    expect(await suggestedIds()).toEqual([one, two]);
  });

  it("are not suggested once there is a decision on their exemption", async () => {
    const [one = 0, two = 0] = await site.rows([
      { amount: -1000, ...looksLikeOne },
      { amount: -2000, ...looksLikeOne },
    ]);
    await site.post("/api/SetExcludedTransaction", { budgetId, transactionId: one });
    await site.post("/api/RestoreExcludedTransaction", { budgetId, transactionId: two });
    expect(await suggestedIds()).toEqual([]);
    expect((await figures()).transactionsTotal).toBe(20);
  });

  it("are read for a budget at the start of the calendar, too", async () => {
    const { data } = await site.saveBudget({ startDate: "0001-01-01", endDate: "0001-01-31" });
    expect(await suggested(undefined, data.budgetId)).toMatchObject({ status: 200, data: [] });
  });

  it("are suggested to their person only", async () => {
    await site.rows([{ amount: -1000, ...looksLikeOne }]);
    expect((await suggested((await site.stranger()).cookie)).status).toBe(404);
    expect((await suggested("")).status).toBe(401);
    expect((await suggested(undefined, 0)).status).toBe(400);
  });

  it("between linked accounts start exempt, and count once restored", async () => {
    const [out, into] = await pairedRows();
    expect(await exemptIds()).toEqual([out, into]);
    expect(await suggestedIds()).toEqual([]);
    expect((await figures()).transactionsTotal).toBe(0);
    await site.post("/api/RestoreExcludedTransaction", { budgetId, transactionId: out });
    expect(await exemptIds()).toEqual([into]);
    expect((await figures()).transactionsTotal).toBe(10);
  });

  it("stay restored when the bank removes one side", async () => {
    const [out] = await pairedRows();
    const row = database()
      .unsafeDb.update(transactions)
      .set({ removedByBankAt: new Date(), chosenKind: "transfer" });
    await row.where(eq(transactions.transactionId, out));
    await site.post("/api/RestoreExcludedTransaction", { budgetId, transactionId: out });
    expect(await exemptIds()).not.toContain(out);
    expect(await figures()).toMatchObject({ removedCount: 1 });
  });
});
