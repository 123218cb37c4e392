import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { takeOverHistory } from "./bank-changes.ts";
import { bankRow, createLedgerBank } from "../../../../tests/support/ledger/ledger-bank.ts";
import { createTestMarks, marksOf } from "../../../../tests/support/factories/marks-factory.ts";
import { transactions } from "#server/tables/transaction-tables.ts";

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

describe("transfers", () => {
  const out = (id: string, more = {}) =>
    bankRow(id, {
      amount: -50_000,
      bankCategory: "TRANSFER_OUT",
      bankCategoryDetailed: "TRANSFER_OUT_ACCOUNT_TRANSFER",
      ...more,
    });
  const into = (id: string, more = {}) =>
    bankRow(id, {
      amount: 50_000,
      providerAccountId: "card",
      date: "2026-11-05",
      bankCategory: "TRANSFER_IN",
      bankCategoryDetailed: "TRANSFER_IN_ACCOUNT_TRANSFER",
      ...more,
    });

  async function pairs(): Promise<string[]> {
    const { rows } = await database().unsafeDb.execute<{ pair: string }>(sql`
      select a.provider_transaction_id || ' ' || b.provider_transaction_id as pair from transactions t
      join provider_transactions a on a.transaction_id = t.transaction_id and a.removed_at is null
      join provider_transactions b on b.transaction_id = t.transfer_pair_id and b.removed_at is null
      order by 1`);
    return rows.map(({ pair }) => pair);
  }

  it("find their other side, also in a later sync and at another bank", async () => {
    const other = await createTestAccessItem(database(), userId, {
      accounts: [{ providerAccountId: "savings" }],
    });
    await ledgerBank.apply({ added: [out("out"), bankRow("lunch")] });
    expect(await pairs()).toEqual([]);
    await createLedgerBank(database(), userId, other).apply({
      added: [into("in", { providerAccountId: "savings" })],
    });
    expect(await pairs()).toEqual(["in out", "out in"]);
  });

  it("lose it when a second candidate comes, and find it again when that goes", async () => {
    await ledgerBank.apply({ added: [out("out"), into("in")] });
    await ledgerBank.apply({ added: [into("in2", { date: "2026-11-01" })] });
    expect(await pairs()).toEqual([]);
    await ledgerBank.apply({ removed: ["in2"] });
    expect(await pairs()).toEqual(["in out", "out in"]);
    await ledgerBank.apply({ modified: [into("in", { amount: 49_999 })] });
    expect(await pairs()).toEqual([]);
    await ledgerBank.apply({ modified: [into("in")] });
    expect(await pairs()).toEqual(["in out", "out in"]);
    await marks.put.category(await ledgerBank.idOf("in"));
    await ledgerBank.apply({ removed: ["in"] });
    expect(await pairs()).toEqual([]);
    expect(await database().unsafeDb.select().from(transactions)).toMatchObject([
      { transferPairId: null },
      { transferPairId: null },
    ]);
  });

  it("are not seen where only the amount fits, across people, or across sandbox and live", async () => {
    const plain = { bankCategory: "FOOD_AND_DRINK", bankCategoryDetailed: "FOOD_AND_DRINK_GROCERIES" };
    await ledgerBank.apply({ added: [out("groceries", plain), into("refund", plain)] });
    const stranger = await createTestUser(database());
    const theirs = await createTestAccessItem(database(), stranger.userId, {
      accounts: [{ providerAccountId: "theirs" }],
    });
    const live = await createTestAccessItem(database(), userId, {
      mode: "live",
      accounts: [{ providerAccountId: "live" }],
    });
    await ledgerBank.apply({ added: [out("out", { amount: -700 })] });
    await createLedgerBank(database(), stranger.userId, theirs).apply({
      added: [into("theirs", { amount: 700, providerAccountId: "theirs" })],
    });
    await createLedgerBank(database(), userId, live).apply({
      added: [into("live", { amount: 700, providerAccountId: "live" })],
    });
    expect(await pairs()).toEqual([]);
  });
});

describe("a bank that is linked anew", () => {
  it("takes over the rows of the earlier link, marks included, and adds what is new", async () => {
    await ledgerBank.apply({
      added: [
        bankRow("old-1"),
        bankRow("old-2"),
        bankRow("old-3", { date: "2026-10-01", name: "Rent office" }),
        bankRow("old-4", { date: "2024-01-01" }),
        bankRow("old-5", { date: "2026-11-03", pending: true, amount: -700 }),
        bankRow("old-6", { date: "2026-11-03", pending: true, amount: -800 }),
      ],
    });
    const before = await ledgerBank.ledger();
    await marks.put.category(await ledgerBank.idOf("old-6"));
    await database().unsafeDb.transaction((tx) =>
      takeOverHistory(tx, { userId, accountIds: bank.accounts.map(({ accountId }) => accountId) }),
    );
    await ledgerBank.apply({
      added: [
        bankRow("new-1"),
        bankRow("new-2"),
        bankRow("new-3", { date: "2026-10-02", name: "RENT OFFICE 10" }),
        bankRow("new-5", { date: "2026-11-06", amount: -700, pendingTransactionId: "named differently" }),
        bankRow("new-7", { date: "2026-11-07" }),
      ],
    });
    const after = await ledgerBank.ledger();
    expect(after.map(({ bankIds: ids, isRemoved }) => [ids, isRemoved])).toEqual([
      ["old-4", false],
      ["new-3 old-3-", false],
      ["new-1 old-1-", false],
      ["new-2 old-2-", false],
      ["old-6-", true],
      ["new-5 old-5-", false],
      ["new-7", false],
    ]);
    const kept = new Set(before.map(({ id }) => id));
    expect(after.filter(({ id }) => kept.has(id))).toHaveLength(6);
  });
});

describe("a list that is read from its beginning because its cursor was lost", () => {
  it("is the bank's again: rows are known by their ids or as alike, marks stay, and what it lacks is gone", async () => {
    await ledgerBank.apply({
      added: [
        bankRow("long ago", { date: "2024-01-01" }),
        bankRow("same", { date: "2026-10-01" }),
        bankRow("renamed", { date: "2026-10-02", amount: -4200 }),
        bankRow("gone", { date: "2026-10-03", amount: -100 }),
        bankRow("gone and marked", { date: "2026-10-04", amount: -200 }),
        bankRow("unspoken of", { date: "2026-10-05", providerAccountId: "card" }),
      ],
    });
    for (const id of ["same", "renamed", "gone and marked"])
      await marks.put.category(await ledgerBank.idOf(id));
    const whole = {
      isWhole: true,
      added: [
        bankRow("same", { date: "2026-10-01", amount: -1300 }),
        bankRow("another id", { date: "2026-10-02", amount: -4200 }),
        bankRow("new", { date: "2026-10-06", amount: -300 }),
      ],
    };
    expect(await ledgerBank.apply(whole)).toEqual({ added: 1, modified: 1, removed: 2 });
    const expected = [
      "another id renamed-",
      "long ago",
      "new",
      "removed: gone and marked-",
      "same",
      "unspoken of",
    ];
    expect(await ledgerBank.bankIds()).toEqual(expected);
    expect(await marksOf(database(), await ledgerBank.idOf("another id"))).toEqual(["category"]);
    expect(await marksOf(database(), await ledgerBank.idOf("same"))).toEqual(["category"]);
    expect(await ledgerBank.apply(whole), "once more").toEqual({ added: 0, modified: 0, removed: 0 });
    expect(await ledgerBank.bankIds()).toEqual(expected);
  });
});
