import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestMarks } from "../../../../../tests/support/factories/marks-factory.ts";
import { createTestTransactions } from "../../../../../tests/support/factories/transaction-factory.ts";
import { bankRow, createLedgerBank } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { createTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { rowKinds, type RowKind } from "#shared/row-kinds.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { ChosenKinds } from "./kind-store.ts";
import { isOfKind, rowKind } from "./row-kinds.ts";
import { sortRows } from "./row-sorting.ts";
import { pairRows } from "../transfers/transfer-pairing.ts";

const database = useTestDatabase();
let site: TestApp;
let person: { userId: string; cookie: string };
let bank: Awaited<ReturnType<typeof createTestAccessItem>>;
let ledgerBank: ReturnType<typeof createLedgerBank>;

const accounts = [
  { providerAccountId: "checking" },
  { providerAccountId: "card", type: "credit", subtype: "credit card" },
  { providerAccountId: "loan", type: "loan", subtype: "mortgage" },
];

async function newLedger() {
  person = await createTestUser(database());
  bank = await createTestAccessItem(database(), person.userId, { accounts });
  ledgerBank = createLedgerBank(database(), person.userId, bank);
}

beforeEach(async () => {
  site = createTestApp(database());
  await newLedger();
});

async function choose(choices: unknown, cookie = person.cookie) {
  const response = await site.post("/api/SetTransactionKinds", choices, { cookie });
  const { data, errors } = (await response.json()) as { data: ChosenKinds; errors: object | null };
  return { status: response.status, data, errors };
}

async function shown(): Promise<Pick<TransactionView, "transactionId" | "kind" | "kindSource">[]> {
  const path = `/api/GetTransactions?institutionAccessItemId=${bank.institutionAccessItemId}&sort=date&direction=asc`;
  const response = await site.request(path, { headers: { cookie: person.cookie } });
  const { data } = (await response.json()) as { data: { transactions: TransactionView[] } };
  return data.transactions.map(({ transactionId, kind, kindSource }) => ({
    transactionId,
    kind,
    kindSource,
  }));
}

const kindsShown = async () => (await shown()).map(({ kind }) => kind);

describe("choosing what rows are", () => {
  it("works for many at once, twice, and can be undone unless something was chosen since", async () => {
    await ledgerBank.apply({ added: [bankRow("a"), bankRow("b", { date: "2026-11-03" })] });
    const [a = 0, b = 0] = (await shown()).map(({ transactionId }) => transactionId);
    const choices = [a, b].map((transactionId) => ({ transactionId, kind: "transfer" }));
    const undo = [a, b].map((transactionId) => ({ transactionId, kind: null }));
    expect((await choose(choices)).data).toEqual({ updated: 2, undo });
    expect((await choose(choices)).data).toEqual({ updated: 2, undo: [] });
    expect(await shown()).toEqual([
      { transactionId: a, kind: "transfer", kindSource: "person" },
      { transactionId: b, kind: "transfer", kindSource: "person" },
    ]);
    await choose([{ transactionId: b, kind: "leftOut" }]);
    const taken = await choose(
      // The last one is gone by then.
      [a, b, 999_999].map((transactionId) => ({ transactionId, kind: null, basedOn: "transfer" })),
    );
    expect(taken.data).toEqual({ updated: 1, undo: [{ transactionId: a, kind: "transfer" }] });
    expect(await shown()).toEqual([
      { transactionId: a, kind: "spending", kindSource: "bank" },
      { transactionId: b, kind: "leftOut", kindSource: "person" },
    ]);
  });

  it("is all or none, for people with a session and for their own rows only", async () => {
    await ledgerBank.apply({ added: [bankRow("a")] });
    const transactionId = await ledgerBank.idOf("a");
    const wish = { transactionId, kind: "income" };
    const stranger = await createTestUser(database());
    expect((await choose([wish], stranger.cookie)).status).toBe(404);
    expect((await choose([wish], "")).status).toBe(401);
    expect((await choose([wish, { transactionId: 999_999, kind: "income" }])).status).toBe(404);
    expect(await choose([])).toMatchObject({ status: 400 });
    expect(await choose([{ transactionId, kind: "gift" }])).toMatchObject({
      status: 400,
      errors: { "0.kind": ["Choose what it is."] },
    });
    expect(await kindsShown()).toEqual(["spending"]);
  });

  it("shows in the figures of a budget, and lowers no spending by what is income", async () => {
    const wage = { name: "Wage", bankCategory: "INCOME", bankCategoryDetailed: "INCOME_WAGES" };
    await ledgerBank.apply({ added: [bankRow("a"), bankRow("wage", { ...wage, amount: 100_000 })] });
    const saved = await site.post(
      "/api/SaveBudget",
      {
        budgetId: 0,
        name: "November",
        startDate: "2026-11-01",
        endDate: "2026-11-30",
        categories: [],
        budgetAccessItems: [bank.institutionAccessItemId],
      },
      person,
    );
    const { budgetId } = (await saved.json()) as { budgetId: number };
    const total = async () => {
      const response = await site.request(`/api/GetBudget?budgetId=${budgetId}`, {
        headers: { cookie: person.cookie },
      });
      return ((await response.json()) as { data: { transactionsTotal: number } }).data.transactionsTotal;
    };
    expect(await total()).toBe(12.5);
    await choose([{ transactionId: await ledgerBank.idOf("wage"), kind: "spending" }]);
    expect(await total()).toBe(-987.5);
    await choose([{ transactionId: await ledgerBank.idOf("a"), kind: "leftOut" }]);
    expect(await total()).toBe(-1000);
  });
});

describe("the kinds of a ledger", () => {
  const words = [
    ["FOOD_AND_DRINK", "FOOD_AND_DRINK_COFFEE"],
    ["INCOME", "INCOME_WAGES"],
    ["TRANSFER_OUT", "TRANSFER_OUT_SAVINGS"],
    ["TRANSFER_IN", "TRANSFER_IN_ACCOUNT_TRANSFER"],
    ["LOAN_PAYMENTS", "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT"],
    [null, null],
  ] as const;
  const anyRow = fc.record({
    account: fc.constantFrom("checking", "card", "loan"),
    day: fc.integer({ min: 1, max: 9 }),
    amount: fc.constantFrom(-500, 500, -900, 900),
    name: fc.constantFrom("Blue Fig", "Autopay", "Tenant refund", "Xfer"),
    words: fc.constantFrom(...words),
    /** In which of three syncs it comes, here and there. */
    at: fc.tuple(fc.nat(2), fc.nat(2)),
    chosen: fc.constantFrom(null, null, null, ...rowKinds),
  });

  /** Brings the rows in three syncs; what the person chooses, they choose as soon as the row is there. */
  async function play(rows: (typeof anyRow extends fc.Arbitrary<infer Row> ? Row : never)[], which: 0 | 1) {
    await newLedger();
    // The bank's ids are anybody's.
    const nameOf = (id: number) => `${person.userId} ${id}`;
    for (const sync of [0, 1, 2]) {
      const coming = rows
        .map((row, id) => ({ ...row, id: nameOf(id) }))
        .filter(({ at }) => at[which] === sync);
      await ledgerBank.apply({
        added: coming.map(({ id, account, day, amount, name, words: [bankCategory, bankCategoryDetailed] }) =>
          bankRow(id, {
            providerAccountId: account,
            date: `2026-11-0${day}`,
            amount,
            name,
            bankCategory,
            bankCategoryDetailed,
          }),
        ),
      });
      for (const { id, chosen } of coming)
        if (chosen !== null) await choose([{ transactionId: await ledgerBank.idOf(id), kind: chosen }]);
    }
    const found: [RowKind, string][] = [];
    for (const [id, { chosen }] of rows.entries()) {
      const transactionId = await ledgerBank.idOf(nameOf(id));
      const [row] = await database()
        .unsafeDb.select({ kind: transactions.kind, reason: transactions.kindReason })
        .from(transactions)
        .where(sql`transaction_id = ${transactionId}`);
      if (row === undefined) throw new Error("a row is lost");
      if (chosen !== null) expect(row.kind).toBe(chosen);
      found.push([row.kind, row.reason]);
    }
    const again = await database().unsafeDb.transaction(async (tx) => ({
      paired: await pairRows(tx, { userId: person.userId, mode: "sandbox" }, "everything"),
      sorted: await sortRows(tx, person.userId, "everything"),
    }));
    expect(again, "rows that going through everything anew changes").toEqual({ paired: [], sorted: 0 });
    return found;
  }

  it("do not depend on the order in which rows come, and no choice is ever overwritten", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 8 }), async (rows) => {
        expect(await play(rows, 1)).toEqual(await play(rows, 0));
      }),
      { numRuns: byDay(8, 60) },
    );
  }, 180_000);

  it("are the same for every set of them, by the condition that queries use and by the one of each row", async () => {
    const owner = { ...bank, userId: person.userId, accountId: bank.accounts[0]?.accountId ?? 0 };
    const rows = rowKinds.flatMap((kind) =>
      [-500, 500].flatMap((amount) => [null, kind].map((chosenKind) => ({ amount, chosenKind }))),
    );
    const made = [
      ...(await createTestTransactions(database(), owner, rows)),
      ...(await createTestTransactions(database(), owner, rows)),
    ];
    const { put } = await createTestMarks(database(), owner);
    for (const { transactionId } of made.slice(rows.length)) await put.payment(transactionId);
    const { unsafeDb } = database();
    for (const [index, { transactionId }] of made.entries())
      await unsafeDb.execute(sql`update transactions
        set kind = coalesce(chosen_kind, ${rowKinds[Math.floor(index / 4) % rowKinds.length]}) where transaction_id = ${transactionId}`);
    const matched = new Set<number>();
    for (let set = 1; set < 2 ** rowKinds.length; set += 1) {
      const kinds = rowKinds.filter((_, bit) => (set >> bit) % 2 === 1);
      const found = await unsafeDb
        .select({ id: transactions.transactionId, kind: rowKind, isMeant: isOfKind(kinds) })
        .from(transactions);
      expect(found).toHaveLength(made.length);
      for (const { id, kind, isMeant } of found) {
        expect(isMeant, `${kind} is one of ${kinds.join(", ")}`).toBe(kinds.includes(kind));
        if (isMeant) matched.add(id);
      }
    }
    expect(matched.size).toBe(made.length);
  });

  it("are made by the job that a migration asks for, with payees and their keys", async () => {
    await createTestTransactions(
      database(),
      { ...bank, userId: person.userId, accountId: bank.accounts[2]?.accountId ?? 0 },
      [{ amount: 5000 }],
    );
    const unsorted = {
      kind: "spending",
      kindReason: "default",
      payeeKey: "of an older version",
      payee: "",
    } as const;
    await database().unsafeDb.update(transactions).set(unsorted);
    await database().unsafeDb.execute(
      sql`insert into jobs (kind, key, payload, due_at) values ('sort-ledger', ${person.userId}, '{}', '2020-01-01')`,
    );
    await site.jobs.runDue();
    expect(await kindsShown()).toEqual(["leftOut"]);
    const [row] = await database().unsafeDb.select().from(transactions);
    expect(row).toMatchObject({ payeeKey: "corner bakery", payee: "Corner Bakery 041" });
  });
});

it("sorts thousands of rows payee by payee, as it sorts them at once", async () => {
  const account = { ...bank, userId: person.userId, accountId: bank.accounts[0]?.accountId ?? 0 };
  const names = ["Corner Bakery", "Night Owl Books", "City Transit"];
  const rows = Array.from({ length: 2_100 }, (_, at) => ({
    date: "2026-11-01",
    amount: -100,
    name: names[at % names.length] ?? "",
    bankCategory: "FOOD_AND_DRINK",
    bankCategoryDetailed: "FOOD_AND_DRINK_GROCERIES",
  }));
  await createTestTransactions(database(), account, rows);
  const sorting = () =>
    database()
      .unsafeDb.select({
        kind: transactions.kind,
        categorySource: transactions.categorySource,
        rows: sql<number>`count(*)::int`,
      })
      .from(transactions)
      .groupBy(transactions.kind, transactions.categorySource);
  const atOnce = await sorting();
  expect(atOnce).toEqual([{ kind: "spending", categorySource: "bank", rows: 2_100 }]);
  const unsorted = { kind: "income", categorySource: "none", financialCategoryId: null } as const;
  const changes = [
    "everything",
    { payeeKeys: ["corner bakery", "night owl books", "city transit"] },
  ] as const;
  for (const changed of changes) {
    await database().unsafeDb.update(transactions).set(unsorted);
    const resorted = await database().unsafeDb.transaction((tx) => sortRows(tx, person.userId, changed));
    expect([resorted, await sorting()]).toEqual([2_100, atOnce]);
  }
});
