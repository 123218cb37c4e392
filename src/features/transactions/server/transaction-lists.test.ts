import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import {
  createTestAccessItem,
  type TestAccessItem,
} from "../../../../tests/support/factories/access-item-factory.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { byDay } from "../../../../tests/support/night.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { createTestMarks } from "../../../../tests/support/factories/marks-factory.ts";
import {
  createTestTransactions,
  type TestTransaction,
} from "../../../../tests/support/factories/transaction-factory.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";

const database = useTestDatabase();
let site: TestApp;
let person: { userId: string; cookie: string };
let bank: TestAccessItem;

beforeEach(async () => {
  site = createTestApp(database());
  person = await createTestUser(database());
  bank = await createTestAccessItem(database(), person.userId, {
    institutionName: "Harbour Bank",
    accounts: [
      { name: "Everyday", officialName: "Everyday Checking", mask: "0001" },
      { name: "Card", mask: "9876", type: "credit" },
    ],
  });
});

async function fill(rows: TestTransaction[], account = 0): Promise<number[]> {
  const { userId } = person;
  const made = await createTestTransactions(
    database(),
    { ...bank, userId, accountId: bank.accounts[account]?.accountId ?? 0 },
    rows,
  );
  return made.map(({ transactionId }) => transactionId);
}

type List = {
  transactions: TransactionView[];
  institutionName: string;
  total: number;
  inflowCount: number;
};

async function ask(query: Record<string, string | number> = {}, cookie = person.cookie) {
  const search = new URLSearchParams({ institutionAccessItemId: String(bank.institutionAccessItemId) });
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const response = await site.request(`/api/GetTransactions?${search.toString()}`, { headers: { cookie } });
  return { status: response.status, body: (await response.json()) as { data: List; errors: unknown } };
}

async function list(query: Record<string, string | number> = {}): Promise<List> {
  const { status, body } = await ask(query);
  expect(status, JSON.stringify(body.errors)).toBe(200);
  return body.data;
}

const ids = ({ transactions: rows }: List) => rows.map(({ transactionId }) => transactionId);
const names = ({ transactions: rows }: List) => rows.map(({ name }) => name);

describe("the list of transactions", () => {
  it("takes a search with characters that no database takes", async () => {
    await fill([{ date: "2026-11-02", name: "BLUE FIG 12" }]);
    expect(names(await list({ q: "blue\u0000fig" }))).toEqual(["BLUE FIG 12"]);
    expect(names(await list({ q: "\u0000" }))).toEqual(["BLUE FIG 12"]);
  });

  it("says everything of a row in the words of the contract", async () => {
    const [id = 0] = await fill([
      {
        date: "2026-11-02",
        authorizedDate: "2026-11-01",
        name: "BLUE FIG 12",
        merchantName: "Blue Fig",
        amount: -1250,
        pending: true,
        providerTransactionId: "bank-1",
      },
    ]);
    expect(await list()).toEqual({
      institutionName: "Harbour Bank",
      total: 1,
      inflowCount: 0,
      transactions: [
        {
          transactionId: id,
          transaction_id: "bank-1",
          date: "2026-11-02",
          authorized_date: "2026-11-01",
          payee: "Blue Fig",
          name: "BLUE FIG 12",
          merchantName: "Blue Fig",
          amount: -12.5,
          source: "plaid",
          roundedFrom: null,
          isoCurrencyCode: "USD",
          pending: true,
          category: null,
          account: {
            accountId: bank.accounts[0]?.accountId,
            official_name: "Everyday Checking",
            subtype: "checking",
            mask: "0001",
            type: "depository",
          },
          hasTransactionCategory: false,
          incomePayment: null,
          kind: "spending",
          kindSource: "none",
          categorySource: "none",
          suggestions: [],
          why: "Money out is spending unless something says otherwise.",
          rule: null,
          isTransferLike: false,
          transferPair: null,
          removedByBank: false,
          moveMarksTo: null,
          isJoined: false,
          maybeSameAs: null,
          note: "",
          tags: [],
          noteRule: null,
          noteBy: null,
          tagRules: [],
          parts: [],
          exemptedBy: null,
        },
      ],
    });
  });

  it("shows categories, payments, transfers, income, and falls back where the bank says nothing", async () => {
    const marks = await createTestMarks(database(), { ...bank, userId: person.userId });
    const transfer = { bankCategory: "TRANSFER_OUT", bankCategoryDetailed: "TRANSFER_OUT_SAVINGS" };
    const rows = await fill(
      [
        { date: "2026-11-04", amount: 120_000, name: "Rent" },
        { date: "2026-11-03", amount: -5, isoCurrencyCode: "JPY" },
        { date: "2026-11-02", amount: 5000, bankCategoryDetailed: "INCOME_WAGES" },
        { date: "2026-11-01", ...transfer },
      ],
      1,
    );
    const [paired = 0] = await fill([{ date: "2026-10-31", transferPairId: rows[3] ?? null, ...transfer }]);
    const [first = 0] = rows;
    await marks.put.category(first);
    await marks.put.payment(first);
    const { transactions: found, inflowCount } = await list();
    expect(found).toMatchObject([
      {
        category: { financialCategoryId: marks.categoryId, name: "Coffee" },
        hasTransactionCategory: true,
        incomePayment: { incomeSourceId: marks.incomeSourceId, incomeSourceName: "Rent" },
        kind: "income",
        kindSource: "person",
        why: "It pays one of your income sources.",
        authorized_date: "2026-11-04",
        account: { official_name: "Card ··9876" },
      },
      { amount: -5, isoCurrencyCode: "JPY", kind: "spending" },
      { kind: "income", kindSource: "bank", why: "Your bank says income wages.", incomePayment: null },
      { kind: "spending", kindSource: "bank", isTransferLike: true },
      {
        transactionId: paired,
        kind: "transfer",
        kindSource: "bank",
        why: "The other side is on Card ··9876.",
        isTransferLike: true,
        transferPair: { transactionId: rows[3], accountName: "Card ··9876" },
      },
    ]);
    expect(inflowCount).toBe(2);
  });

  it("filters by flow, days, income source, and what the bank took back", async () => {
    const marks = await createTestMarks(database(), { ...bank, userId: person.userId });
    const [rent = 0, refund = 0, lunch = 0, gone = 0] = await fill([
      { date: "2026-11-05", amount: 120_000 },
      { date: "2026-11-04", amount: 700 },
      { date: "2026-11-03", amount: -900 },
      { date: "2026-11-02", amount: 500, removedByBankAt: new Date(), chosenKind: "spending" },
    ]);
    await marks.put.payment(rent);
    expect(ids(await list({ flow: "in" }))).toEqual([rent, refund, gone]);
    expect(await list({ flow: "out" })).toMatchObject({ total: 1, inflowCount: 2 });
    expect(ids(await list({ flow: "out" }))).toEqual([lunch]);
    expect(ids(await list({ startDate: "2026-11-03", endDate: "2026-11-04" }))).toEqual([refund, lunch]);
    expect(ids(await list({ incomeSourceId: marks.incomeSourceId }))).toEqual([rent]);
    expect(ids(await list({ linked: "true", page: 1 }))).toEqual([rent]);
    expect(ids(await list({ linked: "false", flow: "in", removed: "false" }))).toEqual([refund]);
    expect(await list({ removed: "true" })).toMatchObject({
      transactions: [{ transactionId: gone, removedByBank: true }],
      total: 1,
    });
    expect((await ask({ startDate: "2026-11-04", endDate: "2026-11-03" })).body.errors).toEqual({
      endDate: ["Choose an end date on or after the start date."],
    });
  });

  it("pages through every row once in every order, ties included", async () => {
    const rows = Array.from({ length: 23 }, (_, index) => ({
      date: `2026-11-${String(1 + (index % 3)).padStart(2, "0")}`,
      name: ["b", "A", "c"][index % 3] ?? "",
      amount: (index % 4) - 2,
      pending: index % 2 === 0,
    }));
    const all = await fill(rows);
    const marks = await createTestMarks(database(), { ...bank, userId: person.userId });
    await marks.put.category(all[3] ?? 0);
    await marks.put.payment(all[4] ?? 0);
    for (const sort of ["date", "name", "amount", "category", "account", "pending", "incomeSource"]) {
      for (const direction of ["asc", "desc"]) {
        const whole = ids(await list({ sort, direction }));
        expect(new Set(whole)).toEqual(new Set(all));
        const pages = [1, 2, 3].map((page) => list({ sort, direction, page, pageSize: 10 }));
        const paged = await Promise.all(pages);
        expect(paged.flatMap(ids)).toEqual(whole);
        expect(paged.map(({ total }) => total)).toEqual([23, 23, 23]);
      }
    }
    expect(await list({ page: 4, pageSize: 10 })).toMatchObject({ transactions: [], total: 23 });
  });

  it("puts what has no value last in both directions, and letters before their case", async () => {
    const [plain = 0, categorized = 0] = await fill([{ name: "alpha" }, { name: "Beta" }, { name: "gamma" }]);
    const marks = await createTestMarks(database(), { ...bank, userId: person.userId });
    await marks.put.category(categorized);
    expect(ids(await list({ sort: "category", direction: "asc" }))[0]).toBe(categorized);
    expect(ids(await list({ sort: "category", direction: "desc" }))[0]).toBe(categorized);
    expect(ids(await list({ sort: "category", direction: "desc" })).at(-1)).toBe(plain);
    expect(names(await list({ sort: "name", direction: "asc" }))).toEqual(["alpha", "Beta", "gamma"]);
  });
});

describe("the search", () => {
  beforeEach(async () => {
    const [fig = 0] = await fill([
      { date: "2026-11-09", name: "POS 100% BLUE_FIG", merchantName: "Blue Fig", amount: -1250 },
      { date: "2026-11-08", name: "Rent Nov", amount: 120_000 },
      { date: "2026-11-07", name: "Sushi", amount: -1250, isoCurrencyCode: "JPY" },
    ]);
    await fill([{ date: "2026-11-06", name: "Airline", amount: 1299 }], 1);
    const marks = await createTestMarks(database(), { ...bank, userId: person.userId });
    await marks.put.category(fig);
  });

  it.each([
    ["blue", ["POS 100% BLUE_FIG"]],
    ["BLUE_FIG", ["POS 100% BLUE_FIG"]],
    ["e_f", ["POS 100% BLUE_FIG"]],
    ["100%", ["POS 100% BLUE_FIG"]],
    ["%", ["POS 100% BLUE_FIG"]],
    ["coffee", ["POS 100% BLUE_FIG"]],
    ["9876", ["Airline"]],
    ["everyday rent", ["Rent Nov"]],
    ["everyday airline", []],
    ["12.5", ["POS 100% BLUE_FIG"]],
    ["12", ["POS 100% BLUE_FIG", "Airline"]],
    ["-12", ["POS 100% BLUE_FIG"]],
    ["+$12.99", ["Airline"]],
    ["1,200.00", ["Rent Nov"]],
    ["1250", ["Sushi"]],
    ["  ", ["POS 100% BLUE_FIG", "Rent Nov", "Sushi", "Airline"]],
    ["'; drop table transactions; --", []],
  ])("for %j finds %j", async (q, expected) => {
    const found = await list({ q, page: 1, pageSize: 10 });
    expect(names(found)).toEqual(expected);
    expect(found.total).toBe(expected.length);
  });

  it("answers whatever is typed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200, unit: "binary" }), async (q) => {
        expect((await ask({ q })).status).toBe(200);
      }),
      { numRuns: byDay(20, 60) },
    );
  });
});

describe("another person's rows", () => {
  it("are not found: 404, as for what does not exist", async () => {
    await fill([{}]);
    const stranger = await createTestUser(database());
    expect((await ask({}, stranger.cookie)).status).toBe(404);
    expect((await ask({ institutionAccessItemId: 999_999 })).status).toBe(404);
  });

  it("are not found in the other mode either", async () => {
    const live = await createTestAccessItem(database(), person.userId, { mode: "live" });
    expect((await ask({ institutionAccessItemId: live.institutionAccessItemId })).status).toBe(404);
  });

  it("stay unseen and untouched by a query that forgets to name its person", async () => {
    const [id = 0] = await fill([{}]);
    const stranger = await createTestUser(database());
    const seen = await database().asUser(stranger.userId, async (tx) => ({
      rows: await tx.select().from(transactions),
      facts: await tx.select().from(providerTransactions),
      changed: await tx.update(transactions).set({ name: "mine now" }).returning(),
      gone: await tx.delete(transactions).where(eq(transactions.transactionId, id)).returning(),
    }));
    expect(seen).toEqual({ rows: [], facts: [], changed: [], gone: [] });
    const row = (await database().unsafeDb.select().from(transactions))[0];
    if (row === undefined) throw new Error("the row is gone");
    const { transactionId: _given, ...copy } = row;
    await expect(
      database().asUser(stranger.userId, (tx) => tx.insert(transactions).values(copy)),
    ).rejects.toThrow();
    expect(await database().unsafeDb.$count(transactions)).toBe(1);
  });
});
