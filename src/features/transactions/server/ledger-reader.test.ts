import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createTestAccessItem,
  type TestAccessItem,
} from "../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser, liveTestSettings } from "../../../../tests/support/factories/auth-factory.ts";
import {
  createTestTransactions,
  type TestTransaction,
} from "../../../../tests/support/factories/transaction-factory.ts";
import { fc } from "../../../../tests/support/properties.ts";
import { countStatements } from "../../../../tests/support/statement-count.ts";
import { readText } from "../../../../tests/support/statements/read-text.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { accounts } from "#server/tables/institution-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { LedgerSum } from "../domain/ledger-shapes.ts";

const database = useTestDatabase();
let site: TestApp;
let person: { userId: string; cookie: string };
let banks: [TestAccessItem, TestAccessItem];

beforeEach(async () => {
  site = createTestApp(database());
  person = await createTestUser(database());
  const bank = (institutionName: string) =>
    createTestAccessItem(database(), person.userId, {
      institutionName,
      accounts: [{ name: "Checking" }, { name: "Card", type: "credit" }],
    });
  banks = [await bank("Harbor Bank"), await bank("Hill Bank")];
});

/** Inserts rows of an account of a bank; returns their ids. */
async function fill(rows: TestTransaction[], bank = 0, account = 0): Promise<number[]> {
  const item = banks[bank === 0 ? 0 : 1];
  const { accountId = 0, isoCurrencyCode } = item.accounts[account] ?? {};
  const { institutionAccessItemId } = item;
  const made = await createTestTransactions(
    database(),
    {
      userId: person.userId,
      institutionAccessItemId,
      accountId,
      ...(isoCurrencyCode === undefined ? {} : { isoCurrencyCode }),
    },
    rows,
  );
  return made.map(({ transactionId }) => transactionId);
}

type Ledger = { transactions: TransactionView[]; total: number; sums: LedgerSum[]; maybeCount: number };
type Answer = { data: Ledger; errors: Record<string, string[]> | null };

async function ask(query = "", cookie: string | null = person.cookie) {
  const headers: Record<string, string> = cookie === null ? {} : { cookie };
  const response = await site.request(`/api/GetLedger?${query}`, { headers });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function ledger(query = ""): Promise<Ledger> {
  const { status, body } = await ask(query);
  expect(status, JSON.stringify(body.errors)).toBe(200);
  return body.data;
}

const namesOf = ({ transactions: rows }: Ledger) => rows.map(({ name }) => name);
const accountOf = (bank: 0 | 1, account = 0) => banks[bank].accounts[account]?.accountId ?? 0;

describe("the ledger", () => {
  it("has the transactions of all banks, newest first, with what they are and why", async () => {
    await fill([{ name: "Bakery", date: "2026-11-02", amount: -450 }]);
    await fill([{ name: "Salary", date: "2026-11-03", amount: 200_000, bankCategory: "INCOME" }], 1);
    await fill([{ name: "Ferry", date: "2026-11-01", amount: -1000 }], 1, 1);
    const all = await ledger();
    expect(namesOf(all)).toEqual(["Salary", "Bakery", "Ferry"]);
    expect(all.transactions[0]).toMatchObject({ kind: "income", why: "Your bank says income." });
    expect(all).toMatchObject({ total: 3, sums: [{ isoCurrencyCode: "USD", in: 2000, out: 14.5 }] });
  });

  it("is empty without a bank", async () => {
    const { cookie } = await createTestUser(database());
    expect((await ask("page=1", cookie)).body.data).toEqual({
      transactions: [],
      total: 0,
      sums: [],
      maybeCount: 0,
    });
  });

  it("needs a session, and has nobody else's or another mode's transactions", async () => {
    await fill([{ name: "Bakery" }]);
    const other = await createTestUser(database());
    expect((await ask("", null)).status).toBe(401);
    expect((await ask("", other.cookie)).body.data.total).toBe(0);
    for (const place of [
      `accountId=${accountOf(0)}`,
      `institutionAccessItemId=${banks[0].institutionAccessItemId}`,
    ]) {
      expect((await ask(place)).status).toBe(200);
      expect((await ask(place, other.cookie)).status).toBe(404);
    }
    expect((await ask("accountId=4711")).status).toBe(404);
    const live = await createTestAccessItem(database(), person.userId, { mode: "live" });
    const { accountId = 0 } = live.accounts[0] ?? {};
    await createTestTransactions(database(), { ...live, userId: person.userId, accountId }, [
      { name: "Live" },
    ]);
    expect(namesOf(await ledger())).toEqual(["Bakery"]);
    expect((await ask(`accountId=${accountId}`)).status).toBe(404);
  });

  const refused = [
    ["accountId=x", { accountId: ["Enter an ID."] }],
    ["institutionAccessItemId=0", { institutionAccessItemId: ["Enter an ID."] }],
    ["kind=rent", { kind: ["Choose a kind."] }],
    ["financialCategoryId=-2", { financialCategoryId: ["Choose a category."] }],
    ["from=2026-02-30", { from: ["Enter a date such as 2026-11-21."] }],
    ["from=2026-11-02&to=2026-11-01", { to: ["Choose an end date on or after the start date."] }],
    ["minAmount=-1", { minAmount: ["Enter zero or more."] }],
    ["maxAmount=much", { maxAmount: ["Enter an amount."] }],
    ["minAmount=2&maxAmount=1", { maxAmount: ["Enter an amount of at least the smallest one."] }],
  ] as const;

  it("refuses bad filters", async () => {
    for (const [query, errors] of refused)
      expect(await ask(query), query).toMatchObject({ status: 400, body: { errors } });
  });
});

describe("filters of the ledger", () => {
  beforeEach(async () => {
    await fill([
      { name: "Bakery", date: "2026-11-02", amount: -450, financialCategoryId: 3, categorySource: "person" },
      { name: "Salary", date: "2026-11-03", amount: 200_000, bankCategory: "INCOME" },
    ]);
    await fill([{ name: "Loan", date: "2026-11-04", amount: -50_001, chosenKind: "leftOut" }], 0, 1);
    await fill([{ name: "Yen", date: "2026-11-05", amount: -450, isoCurrencyCode: "JPY" }], 1);
    await fill([{ name: "Dinar", date: "2026-11-06", amount: -4501, isoCurrencyCode: "KWD" }], 1, 1);
  });

  const filtered: [query: string, names: string[]][] = [
    ["from=2026-11-04", ["Dinar", "Yen", "Loan"]],
    ["to=2026-11-03", ["Salary", "Bakery"]],
    ["from=2026-11-03&to=2026-11-03", ["Salary"]],
    ["kind=income", ["Salary"]],
    ["kind=leftOut", ["Loan"]],
    ["kind=transfer", []],
    ["financialCategoryId=3", ["Bakery"]],
    ["financialCategoryId=-1", ["Dinar", "Yen", "Loan"]],
    ["q=bakery", ["Bakery"]],
    ["q=hill", []],
    ["minAmount=500.01", ["Loan", "Salary"]],
    ["minAmount=500.02&maxAmount=2000", ["Salary"]],
    // Units of each currency: 450 yen, and 4.501 dinars.
    ["minAmount=450&maxAmount=450", ["Yen"]],
    ["minAmount=4.5&maxAmount=4.5", ["Bakery"]],
    ["minAmount=4.501&maxAmount=4.501", ["Dinar"]],
    ["maxAmount=0", []],
    ["from=2026-11-02&kind=spending&maxAmount=100&q=bak", ["Bakery"]],
  ];

  it("by day, kind, category, text, and amount", async () => {
    for (const [query, names] of filtered) {
      const found = await ledger(query);
      expect(namesOf(found), query).toEqual(names);
      expect(found.total, query).toBe(names.length);
    }
  });

  it("by bank and account", async () => {
    expect(namesOf(await ledger(`institutionAccessItemId=${banks[1].institutionAccessItemId}`))).toEqual([
      "Dinar",
      "Yen",
    ]);
    expect(namesOf(await ledger(`accountId=${accountOf(0, 1)}`))).toEqual(["Loan"]);
    const both = `accountId=${accountOf(0, 1)}&institutionAccessItemId=${banks[1].institutionAccessItemId}`;
    expect((await ask(both)).status).toBe(404);
  });

  it("apply to sums, which list each currency", async () => {
    expect((await ledger()).sums).toEqual([
      { isoCurrencyCode: "USD", in: 2000, out: 504.51 },
      { isoCurrencyCode: "JPY", in: 0, out: 450 },
      { isoCurrencyCode: "KWD", in: 0, out: 4.501 },
    ]);
    expect((await ledger("kind=income&page=1&pageSize=1")).sums).toEqual([
      { isoCurrencyCode: "USD", in: 2000, out: 0 },
    ]);
  });

  it("apply to the file, which has every row with its kind and reason", async () => {
    const { cookie } = person;
    const download = (query: string, as: Record<string, string> = { cookie }) =>
      site.request(`/api/ExportLedger?${query}`, { headers: as });
    const file = await download("kind=leftOut&page=5");
    expect(file.headers.get("content-disposition")).toContain('filename="Transactions.csv"');
    expect(await file.text()).toMatch(/^"Date".*"Kind","Reason"\r\n$/);
    const lines = (await (await download("kind=leftOut")).text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^"2026-11-04","Loan",-500\.01,"USD",.*,"Left out","You chose it\."$/);
    expect((await (await download("")).text()).trimEnd().split("\r\n")).toHaveLength(6);
    const ofx = await download("format=ofx");
    expect(ofx.headers.get("content-disposition")).toContain('filename="Transactions.ofx"');
    expect(ofx.headers.get("content-type")).toBe("application/x-ofx");
    expect((await ofx.text()).match(/<STMTTRN>/g)).toHaveLength(5);
    expect((await download("format=pdf")).status).toBe(400);
    expect((await download("", {})).status).toBe(401);
    expect((await download("kind=rent")).status).toBe(400);
    const other = await createTestUser(database());
    expect((await download(`accountId=${accountOf(0)}`, { cookie: other.cookie })).status).toBe(404);
    const live = createTestApp(database(), { environment: liveTestSettings });
    const guest = await createTestUser(database(), { mode: "live", member: false });
    expect((await live.request("/api/ExportLedger", { headers: { cookie: guest.cookie } })).status).toBe(403);
  });
});

it("a file for finance software has balances: the bank's, or that of a manual account's rows", async () => {
  const [checking, card] = [accountOf(0), accountOf(0, 1)];
  const set = (accountId: number, values: Partial<typeof accounts.$inferInsert>) =>
    database().unsafeDb.update(accounts).set(values).where(eq(accounts.accountId, accountId));
  await set(checking, { currentBalance: 7_50 });
  await set(card, { currentBalance: null, openingBalance: 100_00, openingDate: "2026-11-02" });
  await fill([{ amount: -1_00 }]);
  await fill(
    [
      { amount: -9_00, date: "2026-11-01" },
      { amount: -25_00, date: "2026-11-02" },
      { amount: 5_00, date: "2026-11-03" },
      { amount: -3_00, date: "2026-11-03", removedByBankAt: new Date() },
    ],
    0,
    1,
  );
  const file = await site.request("/api/ExportLedger?format=ofx", { headers: { cookie: person.cookie } });
  expect(
    readText(await file.text()).accounts.map(({ hint, closing }) => [hint.type, closing?.amount]),
  ).toEqual([
    ["checking", 7_50],
    ["card", -120_00],
  ]);
});

describe("pages of the ledger", () => {
  it("have each row once, in a stable order, and the same total and sums", async () => {
    const bankOf = fc.integer({ min: 0, max: 1 });
    const rowOf = fc.record({
      date: fc.constantFrom("2026-11-01", "2026-11-02", "2026-11-03"),
      amount: fc.integer({ min: -2000, max: 2000 }),
      isoCurrencyCode: fc.constantFrom("USD", "JPY"),
    });
    const [row] = fc.sample(fc.array(fc.tuple(bankOf, rowOf), { minLength: 23, maxLength: 40 }), 1);
    for (const bank of [0, 1])
      await fill(
        (row ?? []).filter(([at]) => at === bank).map(([, one]) => one),
        bank,
      );
    const whole = await ledger("sort=amount");
    expect(whole.total).toBe(row?.length);
    const paged: TransactionView[] = [];
    for (let page = 1; page <= Math.ceil(whole.total / 7); page += 1) {
      const part = await ledger(`sort=amount&page=${page}&pageSize=7`);
      expect(part).toMatchObject({ total: whole.total, sums: whole.sums });
      paged.push(...part.transactions);
    }
    expect(paged).toEqual(whole.transactions);
    const sums = Map.groupBy(whole.transactions, ({ isoCurrencyCode }) => isoCurrencyCode);
    expect(new Set(whole.sums.map(({ isoCurrencyCode }) => isoCurrencyCode))).toEqual(new Set(sums.keys()));
    for (const { isoCurrencyCode, in: moneyIn, out } of whole.sums) {
      const amounts = (sums.get(isoCurrencyCode) ?? []).map(({ amount }) => amount);
      const total = (some: number[]) => some.reduce((sum, amount) => sum + Math.abs(amount), 0);
      expect(moneyIn).toBeCloseTo(total(amounts.filter((amount) => amount > 0)), 2);
      expect(out).toBeCloseTo(total(amounts.filter((amount) => amount < 0)), 2);
    }
    expect((await ledger("page=99&pageSize=7")).transactions).toEqual([]);
  });

  it("list rows that the bank removed but that have edits, which count in no sum", async () => {
    const [kept = 0] = await fill([
      { name: "Kept", amount: -100, financialCategoryId: 3, categorySource: "person" },
      { name: "Gone", amount: -200 },
      { name: "There", amount: -300 },
    ]);
    await database()
      .unsafeDb.update(transactions)
      .set({ removedByBankAt: new Date() })
      .where(eq(transactions.amount, -200));
    await database()
      .unsafeDb.update(transactions)
      .set({ removedByBankAt: new Date() })
      .where(eq(transactions.transactionId, kept));
    const all = await ledger();
    expect(namesOf(all).toSorted()).toEqual(["Kept", "There"]);
    expect(all).toMatchObject({ total: 2, sums: [{ in: 0, out: 3 }] });
  });

  it("count and find those that may be another, while that is there and the person hasn't decided", async () => {
    const [known = 0, open = 0, decided = 0, gone = 0, ofGone = 0] = await fill([
      { name: "Known" },
      { name: "Open", amount: -100 },
      { name: "Decided" },
      { name: "Gone", dismissedAt: new Date() },
      { name: "Of gone" },
    ]);
    const mark = (id: number, maybeSameAs: number, keptApart = false) =>
      database()
        .unsafeDb.update(transactions)
        .set({ maybeSameAs, keptApart })
        .where(eq(transactions.transactionId, id));
    await mark(open, known);
    await mark(decided, known, true);
    await mark(ofGone, gone);
    const maybes = await ledger("maybe=true");
    expect(namesOf(maybes)).toEqual(["Open"]);
    expect(maybes).toMatchObject({ total: 1, sums: [{ in: 0, out: 1 }], maybeCount: 1 });
    expect(await ledger("q=Known")).toMatchObject({ total: 1, maybeCount: 1 });
    expect((await ask("maybe=false")).status).toBe(400);
    const { cookie } = await createTestUser(database());
    expect((await ask("", cookie)).body.data.maybeCount).toBe(0);
  });

  it("take the same few statements for any number of rows", async () => {
    const count = (query: string) => countStatements(async () => void (await ledger(query)));
    const empty = await count("page=1&pageSize=5");
    await fill(Array.from({ length: 30 }, () => ({ amount: -100 })));
    await fill(
      Array.from({ length: 30 }, () => ({ amount: -100 })),
      1,
    );
    const full = await count("page=1&pageSize=5");
    expect(full).toBe(empty);
    expect(full).toBeLessThanOrEqual(9);
    expect(await count(`page=1&pageSize=5&accountId=${accountOf(0)}`)).toBe(full + 1);
  });
});

describe("categories of transactions outside any budget", () => {
  const set = (rows: object[], cookie = person.cookie) =>
    site.post("/api/BulkUpdateTransactionCategory", rows, { cookie });

  it("are set and undone", async () => {
    const [one = 0] = await fill([{ name: "Bakery" }]);
    const [two = 0] = await fill([{ name: "Ferry" }], 1);
    const rows = [one, two].map((transactionId) => ({
      transactionId,
      financialCategoryId: 3,
      budgetId: null,
    }));
    const response = await set(rows);
    const { data } = (await response.json()) as { data: { updated: number; undo: object[] } };
    expect(data.updated).toBe(2);
    expect((await ledger("financialCategoryId=3")).total).toBe(2);
    const undo = data.undo.map((row) => Object.assign(row, { budgetId: null, basedOn: 3 }));
    expect((await set(undo)).status).toBe(200);
    expect((await ledger("financialCategoryId=-1")).total).toBe(2);
  });

  it("stay if a row is another person's or of another mode", async () => {
    const [one = 0] = await fill([{ name: "Bakery" }]);
    const other = await createTestUser(database());
    const row = { transactionId: one, financialCategoryId: 3, budgetId: null };
    expect((await set([row], other.cookie)).status).toBe(404);
    const live = await createTestAccessItem(database(), person.userId, { mode: "live" });
    const { accountId = 0 } = live.accounts[0] ?? {};
    const [hidden] = await createTestTransactions(database(), { ...live, userId: person.userId, accountId }, [
      {},
    ]);
    expect((await set([row, { ...row, transactionId: hidden?.transactionId }])).status).toBe(404);
    expect((await ledger("financialCategoryId=3")).total).toBe(0);
  });
});
