import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createTestMarks } from "../../../../../tests/support/factories/marks-factory.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { bankRow, createLedgerBank } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import type { Answer } from "../../../../../tests/support/calls.ts";
import { createTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { rowKinds } from "#shared/row-kinds.ts";
import { sortRows } from "../sorting/row-sorting.ts";
import { pairRows } from "./transfer-pairing.ts";
import { readTransferSuggestions } from "./transfer-reader.ts";
import type { DecidedPairs } from "./transfer-store.ts";

const database = useTestDatabase();
let site: TestApp;
let person: { userId: string; cookie: string };
let bank: Awaited<ReturnType<typeof createTestAccessItem>>;
let ledgerBank: ReturnType<typeof createLedgerBank>;

const accounts = [
  { providerAccountId: "checking", officialName: "Everyday Checking" },
  { providerAccountId: "savings", officialName: "Rainy Day" },
  { providerAccountId: "card", type: "credit", subtype: "credit card" },
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

const silent = { bankCategory: null, bankCategoryDetailed: null };
const moved = { bankCategory: "TRANSFER_OUT", bankCategoryDetailed: "TRANSFER_OUT_ACCOUNT_TRANSFER" };
const out = (id: string, more = {}) =>
  bankRow(id, { amount: -50_000, date: "2026-11-10", name: "Blue Fig", ...silent, ...more });
const into = (id: string, more = {}) =>
  bankRow(id, {
    amount: 50_000,
    date: "2026-11-11",
    name: "Deposit",
    providerAccountId: "savings",
    ...silent,
    ...more,
  });

async function read<Data>(response: Response): Promise<Answer<Data>> {
  const { data, errors } = (await response.json()) as Omit<Answer<Data>, "status">;
  return { status: response.status, data, errors };
}

async function get<Data>(path: string, cookie = person.cookie): Promise<Answer<Data>> {
  return read<Data>(await site.request(path, { headers: { cookie } }));
}

/** Suggestions of a range of days, by default of November. */
function suggestions(startDate = "2026-11-01", endDate = "2026-11-30") {
  const { userId } = person;
  return database().asUser(userId, (tx) =>
    readTransferSuggestions(
      tx,
      { userId, mode: "sandbox" },
      {
        startDate,
        endDate,
        isMeant: sql`(${transactions.date} between ${startDate} and ${endDate})`,
      },
    ),
  );
}

const suggested = async () =>
  (await suggestions()).map((one) => `${one.out?.transaction_id ?? "?"} ${one.in?.transaction_id ?? "?"}`);

async function decide(pairs: unknown, cookie = person.cookie) {
  return read<DecidedPairs>(await site.post("/api/SetTransferPairs", pairs, { cookie }));
}

async function pairOf(outId: string, inId: string, isTransfer: boolean | null) {
  return {
    outTransactionId: await ledgerBank.idOf(outId),
    inTransactionId: await ledgerBank.idOf(inId),
    isTransfer,
  };
}

async function rows(): Promise<Record<string, TransactionView>> {
  const path = `/api/GetTransactions?institutionAccessItemId=${bank.institutionAccessItemId}`;
  const { data } = await get<{ transactions: TransactionView[] }>(path);
  return Object.fromEntries(data.transactions.map((row) => [row.transaction_id, row]));
}

describe("a suggested transfer", () => {
  it("is one once accepted, names its other side, and can be undone", async () => {
    await ledgerBank.apply({ added: [out("a"), into("b")] });
    expect(await suggestions()).toMatchObject([
      {
        out: { transaction_id: "a" },
        in: { transaction_id: "b" },
        reasons: ["Same amount", "1 day apart"],
        isLikely: false,
      },
    ]);
    const accepted = await decide([await pairOf("a", "b", true)]);
    expect(accepted.data).toEqual({ updated: 1, undo: [await pairOf("a", "b", null)] });
    expect((await decide([await pairOf("a", "b", true)])).data).toEqual({ updated: 1, undo: [] });
    expect(await suggested()).toEqual([]);
    expect(await rows()).toMatchObject({
      a: {
        kind: "transfer",
        kindSource: "person",
        why: "You matched it with a transaction on Checking ··0001.",
        transferPair: { accountName: "Checking ··0001" },
      },
      b: { kind: "transfer", transferPair: { transactionId: await ledgerBank.idOf("a") } },
    });
    await decide(accepted.data.undo);
    expect(await suggested()).toEqual(["a b"]);
    expect(await rows()).toMatchObject({
      a: { kind: "spending", transferPair: null },
      b: { kind: "income", transferPair: null },
    });
  });

  it("is never offered again once rejected; the next candidate is", async () => {
    await ledgerBank.apply({ added: [out("a"), into("b")] });
    await decide([await pairOf("a", "b", false)]);
    await ledgerBank.apply({
      modified: [out("a", { name: "Blue Fig 2" }), into("b", { date: "2026-11-10" })],
    });
    expect(await suggested()).toEqual([]);
    await ledgerBank.apply({ added: [into("c", { date: "2026-11-13" })] });
    expect(await suggested()).toEqual(["a c"]);
  });

  it("of a payee that was confirmed is paired by itself, also what came before", async () => {
    const december = { date: "2026-12-10" };
    await ledgerBank.apply({
      added: [
        out("a"),
        into("b"),
        out("a2", december),
        into("b2", december),
        out("x", { ...december, amount: -700 }),
      ],
    });
    await decide([await pairOf("a", "b", true)]);
    expect(await rows()).toMatchObject({
      a2: { kind: "transfer", kindSource: "bank", transferPair: { accountName: "Checking ··0001" } },
      x: { kind: "spending", isTransferLike: true },
    });
    await ledgerBank.apply({
      added: [out("a3", { date: "2027-01-10" }), into("b3", { date: "2027-01-10" })],
    });
    expect((await rows())["b3"]).toMatchObject({ kind: "transfer" });
    await decide([await pairOf("a", "b", null)]);
    expect(await rows()).toMatchObject({
      a3: { kind: "spending", isTransferLike: false },
      x: { isTransferLike: false },
    });
  });

  it("without its other side can be accepted for its payee for good", async () => {
    await ledgerBank.apply({ added: [out("one", moved), out("other", { ...moved, date: "2026-08-10" })] });
    const [one] = await suggestions();
    expect(one).toMatchObject({ in: null, isLikely: true });
    const { data } = await get<{ ruleId: number; conditions: object[] }>(
      `/api/GetRuleDraft?transactionId=${one?.out?.transactionId}`,
    );
    const actions = [{ field: "kind", value: "transfer" }];
    await site.post(
      "/api/SaveRule",
      { ruleId: data.ruleId, conditions: data.conditions, actions, appliesFrom: "0001-01-01" },
      { cookie: person.cookie },
    );
    await ledgerBank.apply({ added: [out("next", { ...moved, date: "2026-09-10" })] });
    expect(await suggested()).toEqual([]);
    const transfer = { kind: "transfer", kindSource: "rule" };
    expect(await rows()).toMatchObject({ one: transfer, other: transfer, next: transfer });
  });

  it("is listed for the days asked for, with a side outside", async () => {
    await ledgerBank.apply({ added: [out("a", { date: "2026-10-31" }), into("b", { date: "2026-11-01" })] });
    expect(await suggested()).toEqual(["a b"]);
    expect(await suggestions("2026-11-02", "2026-11-30")).toEqual([]);
  });

  it("isn't income that is linked to a source, nor what the person categorized", async () => {
    await ledgerBank.apply({ added: [out("a", moved), into("b", { amount: 49_700 })] });
    expect(await suggested()).toEqual(["a b"]);
    const marks = await createTestMarks(database(), { ...bank, userId: person.userId });
    await marks.put.payment(await ledgerBank.idOf("b"));
    expect(await suggested()).toEqual(["a ?"]);
    await marks.put.category(await ledgerBank.idOf("a"));
    await database().unsafeDb.transaction((tx) => sortRows(tx, person.userId, "everything"));
    expect(await suggested()).toEqual([]);
  });
});

describe("matching by hand", () => {
  it("offers opposite rows of other accounts within 30 days, the closest first", async () => {
    await ledgerBank.apply({
      added: [
        out("a"),
        into("far", { amount: 70_000 }),
        into("later", { date: "2026-12-10" }),
        into("near", { date: "2026-11-14" }),
        into("too late", { date: "2026-12-11" }),
        into("own", { providerAccountId: "checking" }),
        out("same way", { providerAccountId: "card" }),
        into("euro", { isoCurrencyCode: "EUR" }),
        into("chosen"),
      ],
    });
    await site.post(
      "/api/SetTransactionKinds",
      [{ transactionId: await ledgerBank.idOf("chosen"), kind: "income" }],
      { cookie: person.cookie },
    );
    const path = `/api/GetTransferCandidates?transactionId=${await ledgerBank.idOf("a")}`;
    const { data } = await get<{ transactions: TransactionView[] }>(path);
    expect(data.transactions.map((row) => row.transaction_id)).toEqual(["near", "later", "far", "euro"]);
    const stranger = await createTestUser(database());
    expect((await get(path, stranger.cookie)).status).toBe(404);
    expect((await get(path, "")).status).toBe(401);
    expect((await get("/api/GetTransferCandidates?transactionId=none")).status).toBe(400);
  });

  it("takes any amount and day, survives syncs, and can be unmatched", async () => {
    await ledgerBank.apply({
      added: [out("a", { ...moved, amount: -51_200 }), into("b", { date: "2026-11-30" }), out("c", moved)],
    });
    await decide([await pairOf("a", "b", true)]);
    await ledgerBank.apply({ modified: [into("b", { date: "2026-11-12" })], added: [into("d")] });
    expect(await rows()).toMatchObject({
      a: { transferPair: { transactionId: await ledgerBank.idOf("b") } },
      c: { transferPair: { transactionId: await ledgerBank.idOf("d") } },
    });
    await decide([await pairOf("a", "b", false), await pairOf("c", "d", false)]);
    expect(await rows()).toMatchObject({
      a: { kind: "spending", transferPair: null },
      c: { transferPair: { transactionId: await ledgerBank.idOf("b") } },
      d: { kind: "income", transferPair: null },
    });
  });

  it("ends when the bank removes a side", async () => {
    await ledgerBank.apply({ added: [out("a", { amount: -51_200 }), into("b")] });
    await decide([await pairOf("a", "b", true)]);
    await ledgerBank.apply({ removed: ["b"] });
    expect((await rows())["a"]).toMatchObject({ kind: "spending", transferPair: null });
  });

  it("is all or none, for people with a session and for their own rows only", async () => {
    await ledgerBank.apply({
      added: [out("a"), into("b"), into("c"), into("own", { providerAccountId: "checking" })],
    });
    const pair = await pairOf("a", "b", true);
    const stranger = await createTestUser(database());
    expect((await decide([pair], stranger.cookie)).status).toBe(404);
    expect((await decide([pair], "")).status).toBe(401);
    expect((await decide([pair, { ...pair, inTransactionId: 999_999 }])).status).toBe(404);
    for (const [bad, errors] of [
      [[], { body: ["Choose two transactions."] }],
      [[pair, pair], { body: ["List each pair only once."] }],
      [[{ ...pair, isTransfer: "yes" }], { "0.isTransfer": ["Use true, false, or null."] }],
      [[await pairOf("b", "a", true)], { outTransactionId: ["Choose money out."] }],
      [[{ ...pair, inTransactionId: pair.outTransactionId }], { inTransactionId: ["Choose money in."] }],
      [[await pairOf("a", "own", true)], { inTransactionId: ["Choose a transaction on another account."] }],
    ] as const)
      expect(await decide(bad)).toMatchObject({ status: 400, errors });
    expect((await rows())["a"]).toMatchObject({ kind: "spending", transferPair: null });
  });

  it("takes no row that is matched already, or whose kind was chosen", async () => {
    await ledgerBank.apply({ added: [out("a"), into("b"), into("c"), out("d")] });
    await decide([await pairOf("a", "b", true)]);
    expect(await decide([await pairOf("a", "c", true)])).toMatchObject({
      status: 409,
      errors: { outTransactionId: ["It’s matched with another transaction. Unmatch it first."] },
    });
    await site.post(
      "/api/SetTransactionKinds",
      [{ transactionId: await ledgerBank.idOf("d"), kind: "spending" }],
      { cookie: person.cookie },
    );
    expect((await decide([await pairOf("d", "c", true)])).status).toBe(409);
    const moving = [await pairOf("a", "b", null), await pairOf("a", "c", true)];
    expect((await decide(moving)).data.undo).toHaveLength(2);
    expect((await rows())["c"]).toMatchObject({ kind: "transfer" });
  });

  it("keeps a later decision when an earlier one is undone, and passes over what the bank removed", async () => {
    await ledgerBank.apply({
      added: [out("a"), into("b"), out("c", { amount: -700 }), into("d", { amount: 700 })],
    });
    const { data } = await decide([await pairOf("a", "b", true), await pairOf("c", "d", true)]);
    await decide([await pairOf("a", "b", false)]);
    await ledgerBank.apply({ removed: ["d"] });
    const undo = data.undo.map((pair) => Object.assign(pair, { basedOn: true }));
    expect((await decide(undo)).data).toEqual({ updated: 0, undo: [] });
    expect(await suggested()).toEqual([]);
  });
});

describe("the pairs of a ledger", () => {
  const said = [
    ["TRANSFER_OUT", "TRANSFER_OUT_SAVINGS"],
    ["FOOD_AND_DRINK", "FOOD_AND_DRINK_COFFEE"],
    [null, null],
  ] as const;
  const anyRow = fc.record({
    account: fc.constantFrom("checking", "savings", "card"),
    day: fc.integer({ min: 1, max: 9 }),
    amount: fc.constantFrom(-500, 500, -480, 480),
    name: fc.constantFrom("Blue Fig", "Xfer", "To Rainy Day"),
    words: fc.constantFrom(...said),
    /** In which of three syncs it comes, here and there. */
    at: fc.tuple(fc.nat(2), fc.nat(2)),
    /** Removed by the bank at last. */
    isRemoved: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
    chosen: fc.constantFrom(null, null, null, null, ...rowKinds),
    /** Row that the person says something about, as soon as both are there, and what. */
    partner: fc.option(fc.nat(7)),
    isTransfer: fc.boolean(),
  });
  type Row = typeof anyRow extends fc.Arbitrary<infer One> ? One : never;

  async function play(all: Row[], which: 0 | 1) {
    await newLedger();
    const nameOf = (id: number) => `${person.userId} ${id}`;
    const here = new Set<number>();
    for (const sync of [0, 1, 2]) {
      const coming = [...all.entries()].filter(([, { at }]) => at[which] === sync);
      await ledgerBank.apply({
        added: coming.map(([id, { account, day, amount, name, words }]) =>
          bankRow(nameOf(id), {
            providerAccountId: account,
            date: `2026-11-0${day}`,
            amount,
            name,
            bankCategory: words[0],
            bankCategoryDetailed: words[1],
          }),
        ),
      });
      for (const [id] of coming) here.add(id);
    }
    for (const [id, { chosen, partner, isTransfer, amount }] of all.entries()) {
      if (chosen !== null)
        await site.post(
          "/api/SetTransactionKinds",
          [{ transactionId: await ledgerBank.idOf(nameOf(id)), kind: chosen }],
          { cookie: person.cookie },
        );
      if (partner === null || !here.has(partner) || amount > 0) continue;
      // Refused where the two can't be one transfer, here as there.
      await decide([await pairOf(nameOf(id), nameOf(partner), isTransfer)]);
    }
    const gone = [...all.entries()].flatMap(([id, { isRemoved }]) => (isRemoved ? [nameOf(id)] : []));
    await ledgerBank.apply({ removed: gone });
    const again = await database().unsafeDb.transaction(async (tx) => ({
      paired: await pairRows(tx, { userId: person.userId, mode: "sandbox" }, "everything"),
      sorted: await sortRows(tx, person.userId, "everything"),
    }));
    expect(again, "rows that going through everything anew changes").toEqual({ paired: [], sorted: 0 });
    const found = await rows();
    for (const row of Object.values(found)) {
      const other = Object.values(found).find(
        ({ transactionId }) => transactionId === row.transferPair?.transactionId,
      );
      expect(other?.transferPair?.transactionId ?? row.transactionId).toBe(row.transactionId);
    }
    return all.map((_, id) => {
      const row = found[nameOf(id)];
      return `${row?.kind} ${row?.isTransferLike} ${row?.transferPair?.accountName}`;
    });
  }

  it("don't depend on the order in which rows come, and are what going through everything anew finds", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 2, maxLength: 8 }), async (all) => {
        expect(await play(all, 1)).toEqual(await play(all, 0));
      }),
      { numRuns: byDay(5, 60) },
    );
  }, 180_000);
});
