import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { bankRow, createBankDesk } from "../../../../tests/support/ledger/bank-desk.ts";
import { createTestMarks, everyMark, marksOf } from "../../../../tests/support/factories/marks-factory.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";

const database = useTestDatabase();
let userId: string;
let bank: Awaited<ReturnType<typeof createTestAccessItem>>;
let desk: ReturnType<typeof createBankDesk>;
let marks: Awaited<ReturnType<typeof createTestMarks>>;

beforeEach(async () => {
  ({ userId } = await createTestUser(database()));
  bank = await createTestAccessItem(database(), userId, {
    accounts: [
      { providerAccountId: "checking" },
      { providerAccountId: "card", type: "credit", subtype: "credit card" },
    ],
  });
  desk = createBankDesk(database(), userId, bank);
  marks = await createTestMarks(database(), { ...bank, userId });
});

describe("what a bank tells", () => {
  it("makes, changes and takes away rows", async () => {
    expect(await desk.apply({ added: [bankRow("a"), bankRow("b", { date: "2026-11-03" })] })).toEqual({
      added: 2,
      modified: 0,
      removed: 0,
    });
    const before = await desk.idOf("a");
    expect(await desk.apply({ modified: [bankRow("a", { amount: -1300 })], removed: ["b"] })).toEqual({
      added: 0,
      modified: 1,
      removed: 1,
    });
    expect(await desk.ledger()).toMatchObject([{ id: before, amount: -1300, bankIds: "a" }]);
  });

  it("changes nothing when it is told again, in another order, or of rows that nobody knows", async () => {
    const changes = {
      added: [bankRow("a"), bankRow("p", { pending: true }), bankRow("b", { pendingTransactionId: "p" })],
      removed: ["p", "never seen"],
    };
    await desk.apply(changes);
    const first = await desk.ledger();
    expect(await desk.apply(changes)).toEqual({ added: 0, modified: 0, removed: 0 });
    expect(await desk.apply({ ...changes, added: changes.added.toReversed() })).toEqual({
      added: 0,
      modified: 0,
      removed: 0,
    });
    expect(await desk.ledger()).toEqual(first);
    expect(first.map((one) => one.bankIds).toSorted()).toEqual(["a", "b p-"]);
  });

  it("takes a change of a row that it does not know for a new row", async () => {
    expect(await desk.apply({ modified: [bankRow("a")] })).toMatchObject({ added: 1 });
    expect(await desk.bankIds()).toEqual(["a"]);
  });

  it("never skips a row: one of an unknown account ends the whole", async () => {
    await expect(
      desk.apply({ added: [bankRow("a"), bankRow("b", { providerAccountId: "elsewhere" })] }),
    ).rejects.toThrow("elsewhere");
    expect(await desk.bankIds()).toEqual([]);
  });

  it("keeps the raw amount digit for digit and sign for sign", async () => {
    await desk.apply({ added: [bankRow("a", { amount: -1250 })] });
    const [fact] = await database().unsafeDb.select().from(providerTransactions);
    expect(fact).toMatchObject({ rawAmount: "12.50", transactionId: await desk.idOf("a") });
    expect(await desk.ledger()).toMatchObject([{ amount: -1250 }]);
  });

  it("moves a row to another account where the bank does", async () => {
    await desk.apply({ added: [bankRow("a")] });
    const before = await desk.idOf("a");
    await desk.apply({ modified: [bankRow("a", { providerAccountId: "card" })] });
    const [moved] = await database().unsafeDb.select().from(transactions);
    expect(moved).toMatchObject({ transactionId: before, accountId: bank.accounts[1]?.accountId });
    await desk.apply({ removed: ["a"] });
    expect(await desk.bankIds()).toEqual([]);
  });
});

describe("a posted row", () => {
  it.each(everyMark)("takes over its pending row, %s included", async (mark) => {
    await desk.apply({ added: [bankRow("p", { pending: true, amount: 1250 })] });
    const id = await desk.idOf("p");
    await marks.put[mark](id);
    await desk.apply({
      added: [bankRow("q", { amount: 1500, date: "2026-11-04", pendingTransactionId: "p" })],
      removed: ["p"],
    });
    expect(await desk.ledger()).toMatchObject([
      { id, amount: 1500, date: "2026-11-04", pending: false, isRemoved: false, bankIds: "p- q" },
    ]);
    expect(await marksOf(database(), id)).toEqual([mark]);
  });

  it("finds its pending row without the bank's word: same amount, name and account, within eight days", async () => {
    await desk.apply({ added: [bankRow("p", { pending: true, name: "SQ *BLUE FIG 0412" })] });
    const id = await desk.idOf("p");
    await desk.apply({
      added: [bankRow("q", { name: "Sq Blue Fig #9", date: "2026-11-10" })],
      removed: ["p"],
    });
    expect(await desk.ledger()).toMatchObject([{ id, bankIds: "p- q" }]);
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
    await desk.apply({ added: [bankRow("p", { pending: true })] });
    await marks.put.category(await desk.idOf("p"));
    await desk.apply({ added: [bankRow("q", other)], removed: ["p"] });
    expect(await desk.bankIds()).toEqual(["q", "removed: p-"]);
  });

  it("takes none of two candidates", async () => {
    await desk.apply({ added: [bankRow("p1", { pending: true }), bankRow("p2", { pending: true })] });
    await marks.put.category(await desk.idOf("p1"));
    await desk.apply({ added: [bankRow("q")], removed: ["p1", "p2"] });
    expect(await desk.bankIds()).toEqual(["q", "removed: p1-"]);
  });

  it("is not mixed up with a row that is still pending", async () => {
    await desk.apply({ added: [bankRow("p", { pending: true })] });
    await desk.apply({ added: [bankRow("q")] });
    expect(await desk.bankIds()).toEqual(["p", "q"]);
  });

  it("that comes after its pending row was taken back still finds its marks", async () => {
    await desk.apply({
      added: [bankRow("p", { pending: true }), bankRow("p2", { pending: true, amount: -900 })],
    });
    const id = await desk.idOf("p");
    await marks.put.category(id);
    await database().unsafeDb.update(transactions).set({ chosenKind: "spending" });
    await desk.apply({ removed: ["p", "p2"] });
    expect(await desk.bankIds()).toEqual(["removed: p-", "removed: p2-"]);
    await desk.apply({ added: [bankRow("q"), bankRow("q2", { amount: -950, pendingTransactionId: "p2" })] });
    expect(await desk.bankIds()).toEqual(["p- q", "p2- q2"]);
    expect(await desk.ledger()).toMatchObject([{ id, isRemoved: false }, { isRemoved: false }]);
  });
});

describe("a row that the bank takes back", () => {
  it.each(everyMark)("stays, flagged, for its %s, and is itself again when it comes back", async (mark) => {
    await desk.apply({ added: [bankRow("a"), bankRow("b")] });
    const id = await desk.idOf("a");
    await marks.put[mark](id);
    await desk.apply({ removed: ["a", "b"] });
    expect(await desk.ledger()).toMatchObject([{ id, isRemoved: true, bankIds: "a-" }]);
    expect(await desk.apply({ removed: ["a", "b"] })).toMatchObject({ removed: 0 });
    await desk.apply({ added: [bankRow("a", { amount: -99 })] });
    expect(await desk.ledger()).toMatchObject([{ id, isRemoved: false, amount: -99, bankIds: "a" }]);
    expect(await marksOf(database(), id)).toEqual([mark]);
  });

  it("is gone when it came and went in the same sync", async () => {
    expect(await desk.apply({ added: [bankRow("a")], removed: ["a"] })).toEqual({
      added: 0,
      modified: 0,
      removed: 0,
    });
    expect(await desk.bankIds()).toEqual([]);
  });
});
