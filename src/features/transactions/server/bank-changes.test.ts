import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { bankRow, createLedgerBank } from "../../../../tests/support/ledger/ledger-bank.ts";
import { createTestMarks, everyMark, marksOf } from "../../../../tests/support/factories/marks-factory.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";

const database = useTestDatabase();
let userId: string;
let bank: Awaited<ReturnType<typeof createTestAccessItem>>;
let ledgerBank: ReturnType<typeof createLedgerBank>;
let marks: Awaited<ReturnType<typeof createTestMarks>>;

beforeEach(async () => {
  ({ userId } = await createTestUser(database()));
  bank = await createTestAccessItem(database(), userId, {
    accounts: [
      { providerAccountId: "checking" },
      { providerAccountId: "card", type: "credit", subtype: "credit card" },
    ],
  });
  ledgerBank = createLedgerBank(database(), userId, bank);
  marks = await createTestMarks(database(), { ...bank, userId });
});

describe("what a bank tells", () => {
  it("makes, changes and takes away rows", async () => {
    expect(await ledgerBank.apply({ added: [bankRow("a"), bankRow("b", { date: "2026-11-03" })] })).toEqual({
      added: 2,
      modified: 0,
      removed: 0,
    });
    const before = await ledgerBank.idOf("a");
    expect(await ledgerBank.apply({ modified: [bankRow("a", { amount: -1300 })], removed: ["b"] })).toEqual({
      added: 0,
      modified: 1,
      removed: 1,
    });
    expect(await ledgerBank.ledger()).toMatchObject([{ id: before, amount: -1300, bankIds: "a" }]);
  });

  it("changes nothing when it is told again, in another order, or of rows that nobody knows", async () => {
    const changes = {
      added: [bankRow("a"), bankRow("p", { pending: true }), bankRow("b", { pendingTransactionId: "p" })],
      removed: ["p", "never seen"],
    };
    await ledgerBank.apply(changes);
    const first = await ledgerBank.ledger();
    expect(await ledgerBank.apply(changes)).toEqual({ added: 0, modified: 0, removed: 0 });
    expect(await ledgerBank.apply({ ...changes, added: changes.added.toReversed() })).toEqual({
      added: 0,
      modified: 0,
      removed: 0,
    });
    expect(await ledgerBank.ledger()).toEqual(first);
    expect(first.map((one) => one.bankIds).toSorted()).toEqual(["a", "b p-"]);
  });

  it("takes a change of a row that it does not know for a new row", async () => {
    expect(await ledgerBank.apply({ modified: [bankRow("a")] })).toMatchObject({ added: 1 });
    expect(await ledgerBank.bankIds()).toEqual(["a"]);
  });

  it("never skips a row: one of an unknown account ends the whole", async () => {
    await expect(
      ledgerBank.apply({ added: [bankRow("a"), bankRow("b", { providerAccountId: "elsewhere" })] }),
    ).rejects.toThrow("elsewhere");
    expect(await ledgerBank.bankIds()).toEqual([]);
  });

  it("keeps the raw amount digit for digit and sign for sign", async () => {
    await ledgerBank.apply({ added: [bankRow("a", { amount: -1250 })] });
    const [fact] = await database().unsafeDb.select().from(providerTransactions);
    expect(fact).toMatchObject({ rawAmount: "12.50", transactionId: await ledgerBank.idOf("a") });
    expect(await ledgerBank.ledger()).toMatchObject([{ amount: -1250 }]);
  });

  it("moves a row to another account where the bank does", async () => {
    await ledgerBank.apply({ added: [bankRow("a")] });
    const before = await ledgerBank.idOf("a");
    await ledgerBank.apply({ modified: [bankRow("a", { providerAccountId: "card" })] });
    const [moved] = await database().unsafeDb.select().from(transactions);
    expect(moved).toMatchObject({ transactionId: before, accountId: bank.accounts[1]?.accountId });
    await ledgerBank.apply({ removed: ["a"] });
    expect(await ledgerBank.bankIds()).toEqual([]);
  });
});

describe("a posted row", () => {
  it.each(everyMark)("takes over its pending row, %s included", async (mark) => {
    await ledgerBank.apply({ added: [bankRow("p", { pending: true, amount: 1250 })] });
    const id = await ledgerBank.idOf("p");
    await marks.put[mark](id);
    await ledgerBank.apply({
      added: [bankRow("q", { amount: 1500, date: "2026-11-04", pendingTransactionId: "p" })],
      removed: ["p"],
    });
    expect(await ledgerBank.ledger()).toMatchObject([
      { id, amount: 1500, date: "2026-11-04", pending: false, isRemoved: false, bankIds: "p- q" },
    ]);
    expect(await marksOf(database(), id)).toContain(mark);
  });

  it("finds its pending row without the bank's word: same amount, name and account, within eight days", async () => {
    await ledgerBank.apply({ added: [bankRow("p", { pending: true, name: "SQ *BLUE FIG 0412" })] });
    const id = await ledgerBank.idOf("p");
    await ledgerBank.apply({
      added: [bankRow("q", { name: "Sq Blue Fig #9", date: "2026-11-10" })],
      removed: ["p"],
    });
    expect(await ledgerBank.ledger()).toMatchObject([{ id, bankIds: "p- q" }]);
  });

  it.each([
    ["another amount", { amount: -1251 }],
    ["another name", { name: "Blue Fig" }],
    ["another account", { providerAccountId: "card" }],
    ["nine days later", { date: "2026-11-11" }],
    ["a day earlier", { date: "2026-11-01" }],
    ["another currency", { isoCurrencyCode: "CAD" }],
    ["the name of another pending row", { pendingTransactionId: "unseen" }],
  ])("with %s is a row of its own; the marked pending row stays, flagged", async (_, other) => {
    await ledgerBank.apply({ added: [bankRow("p", { pending: true })] });
    await marks.put.category(await ledgerBank.idOf("p"));
    await ledgerBank.apply({ added: [bankRow("q", other)], removed: ["p"] });
    expect(await ledgerBank.bankIds()).toEqual(["q", "removed: p-"]);
  });

  it("takes none of two candidates", async () => {
    await ledgerBank.apply({ added: [bankRow("p1", { pending: true }), bankRow("p2", { pending: true })] });
    await marks.put.category(await ledgerBank.idOf("p1"));
    await ledgerBank.apply({ added: [bankRow("q")], removed: ["p1", "p2"] });
    expect(await ledgerBank.bankIds()).toEqual(["q", "removed: p1-"]);
  });

  it("is not mixed up with a row that is still pending", async () => {
    await ledgerBank.apply({ added: [bankRow("p", { pending: true })] });
    await ledgerBank.apply({ added: [bankRow("q")] });
    expect(await ledgerBank.bankIds()).toEqual(["p", "q"]);
  });

  it("that comes after its pending row was taken back still finds its marks", async () => {
    await ledgerBank.apply({
      added: [bankRow("p", { pending: true }), bankRow("p2", { pending: true, amount: -900 })],
    });
    const id = await ledgerBank.idOf("p");
    await marks.put.category(id);
    await database().unsafeDb.update(transactions).set({ chosenKind: "spending" });
    await ledgerBank.apply({ removed: ["p", "p2"] });
    expect(await ledgerBank.bankIds()).toEqual(["removed: p-", "removed: p2-"]);
    await ledgerBank.apply({
      added: [bankRow("q"), bankRow("q2", { amount: -950, pendingTransactionId: "p2" })],
    });
    expect(await ledgerBank.bankIds()).toEqual(["p- q", "p2- q2"]);
    expect(await ledgerBank.ledger()).toMatchObject([{ id, isRemoved: false }, { isRemoved: false }]);
  });
});

describe("a row that the bank takes back", () => {
  it.each(everyMark)("stays, flagged, for its %s, and is itself again when it comes back", async (mark) => {
    await ledgerBank.apply({ added: [bankRow("a"), bankRow("b")] });
    const id = await ledgerBank.idOf("a");
    await marks.put[mark](id);
    await ledgerBank.apply({ removed: ["a", "b"] });
    expect(await ledgerBank.ledger()).toMatchObject([{ id, isRemoved: true, bankIds: "a-" }]);
    expect(await ledgerBank.apply({ removed: ["a", "b"] })).toMatchObject({ removed: 0 });
    await ledgerBank.apply({ added: [bankRow("a", { amount: -99 })] });
    expect(await ledgerBank.ledger()).toMatchObject([{ id, isRemoved: false, amount: -99, bankIds: "a" }]);
    expect(await marksOf(database(), id)).toContain(mark);
  });

  it("is gone when it came and went in the same sync", async () => {
    expect(await ledgerBank.apply({ added: [bankRow("a")], removed: ["a"] })).toEqual({
      added: 0,
      modified: 0,
      removed: 0,
    });
    expect(await ledgerBank.bankIds()).toEqual([]);
  });
});
