import { beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { accounts } from "#server/tables/institution-tables.ts";
import { transactions, transferDecisions } from "#server/tables/transaction-tables.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { ofx } from "../../../../../tests/support/factories/import-factory.ts";
import { everyMark, marksOf } from "../../../../../tests/support/factories/marks-factory.ts";
import { createTestTransactions } from "../../../../../tests/support/factories/transaction-factory.ts";
import { createJoiningSite } from "../../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { RemovedRows } from "../removed/removed-rows.ts";

const database = useTestDatabase();
let own: Awaited<ReturnType<typeof createJoiningSite>>;

beforeEach(async () => {
  own = await createJoiningSite(database());
});

const market = { date: "2026-11-03", amount: 24.1, payee: "Greenbarrow Market" };
const typed = (more: Partial<typeof market> = {}) => own.typed({ ...market, ...more });
const delivered = (id: string, date: string, amount = 2410) =>
  own.delivered(id, { date, name: "GREENBARROW 0412", amount });

describe("two transactions that the person joins", () => {
  const apart = ["2026-11-03 Greenbarrow Market manual", "2026-11-20 GREENBARROW plaid"];
  let mine: number;
  let ofBank: number;

  beforeEach(async () => {
    mine = await typed();
    ofBank = await delivered("b", "2026-11-20");
  });

  it("are one, as the bank has it, under the typed payee, with all marks, until they’re separated", async () => {
    const marks = await own.marks();
    for (const mark of everyMark) await marks.put[mark](mine);
    expect(await own.shown()).toEqual(apart);
    const joined = await own.join(mine, ofBank);
    expect(joined).toMatchObject({
      status: 200,
      data: { transactionId: ofBank, joinedTransactionId: mine },
    });
    expect(await own.join(ofBank, mine), "twice is once").toEqual(joined);
    expect(await own.shown()).toEqual(["2026-11-20 Greenbarrow Market plaid +"]);
    expect(await marksOf(database(), ofBank)).toEqual(everyMark);
    expect(await own.sums()).toMatchObject({ kept: { rows: 1, in: 2410 } });
    const csv = await own.site.request("/api/ExportLedger", { headers: { cookie: own.cookie } });
    expect((await csv.text()).trim().split("\n"), "a line for each part").toHaveLength(3);

    expect(await own.separate(ofBank)).toMatchObject({
      status: 200,
      data: { transactionId: ofBank, separatedTransactionId: mine },
    });
    expect(await own.shown()).toEqual(apart);
    expect(await marksOf(database(), ofBank)).toEqual([]);
    expect(await marksOf(database(), mine)).toEqual(everyMark);
    expect(await own.sums()).toMatchObject({ kept: { rows: 2, in: 4820 } });
    expect(await own.separate(ofBank)).toMatchObject({
      status: 409,
      errors: { transactionId: [expect.stringContaining("Only one source")] },
    });
  });

  it("keep what was changed since, and words on transfers", async () => {
    const marks = await own.marks();
    await marks.put.category(mine);
    const [card] = own.bank.accounts.slice(1);
    const [out] = await createTestTransactions(
      database(),
      { ...own.bank, userId: own.userId, accountId: card?.accountId ?? 0 },
      [{ date: "2026-11-19", amount: -2410 }],
    );
    const outTransactionId = out?.transactionId ?? 0;
    const word = [{ outTransactionId, inTransactionId: mine, isTransfer: true }];
    expect((await own.post("SetTransferPairs", word)).status).toBe(200);
    await own.join(mine, ofBank);
    const words = () =>
      database().unsafeDb.select({ id: transferDecisions.inTransactionId }).from(transferDecisions);
    expect(await words()).toEqual([{ id: ofBank }]);
    expect(await own.rows()).toMatchObject([
      { transactionId: outTransactionId, transferPair: { transactionId: ofBank } },
      { transactionId: ofBank, kind: "transfer" },
    ]);
    await database()
      .unsafeDb.update(transactions)
      .set({ financialCategoryId: 1 })
      .where(eq(transactions.transactionId, ofBank));
    await own.separate(ofBank);
    expect(await words()).toEqual([{ id: mine }]);
    const categories = (await own.rows()).map(({ transactionId, category }) => [
      transactionId,
      category?.financialCategoryId,
    ]);
    expect(categories).toContainEqual([ofBank, 1]);
    expect(categories).toContainEqual([mine, marks.categoryId]);
  });

  it("can be separated after the sweep, and not otherwise be restored", async () => {
    await own.join(mine, ofBank);
    const later = () => new Date("2026-12-24T12:00:00Z");
    await new RemovedRows(database(), "sandbox", later).sweep();
    expect(await own.post("RestoreRemovedTransaction", { transactionId: mine })).toMatchObject({
      status: 404,
    });
    expect(await own.separate(ofBank)).toMatchObject({ data: { separatedTransactionId: mine } });
    expect(await own.shown()).toEqual(apart);
  });

  it("are taken apart the latest first", async () => {
    const second = await typed({ date: "2026-11-12", payee: "Second" });
    const third = await typed({ date: "2026-11-01", payee: "Third" });
    await own.join(second, third);
    expect(await own.join(mine, ofBank)).toMatchObject({ status: 200 });
    expect(await own.join(ofBank, second)).toMatchObject({ data: { joinedTransactionId: second } });
    expect(await own.shown()).toEqual(["2026-11-20 Greenbarrow Market plaid +"]);
    expect((await own.separate(ofBank)).data?.separatedTransactionId).toBe(second);
    expect(await own.shown()).toEqual([
      "2026-11-12 Second manual +",
      "2026-11-20 Greenbarrow Market plaid +",
    ]);
    await own.separate(second);
    await own.separate(ofBank);
    expect(await own.shown()).toEqual([
      "2026-11-01 Third manual",
      "2026-11-03 Greenbarrow Market manual",
      "2026-11-12 Second manual",
      "2026-11-20 GREENBARROW plaid",
    ]);
  });

  it("are taken apart the named one only, for an undo after another join", async () => {
    const second = await typed({ date: "2026-11-12", payee: "Second" });
    const { data: first } = await own.join(mine, ofBank);
    await own.join(ofBank, second);
    expect(await own.post("SeparateTransaction", first ?? {})).toMatchObject({
      data: { separatedTransactionId: mine },
    });
    const shown = ["2026-11-03 Greenbarrow Market manual", "2026-11-20 GREENBARROW plaid +"];
    expect(await own.shown()).toEqual(shown);
    // Undone already: nothing else comes apart.
    expect(await own.post("SeparateTransaction", first ?? {})).toMatchObject({ status: 404 });
    expect(await own.shown()).toEqual(shown);
  });

  it("leave what the person typed if the bank takes its own back", async () => {
    await own.join(mine, ofBank);
    await own.ledgerBank.apply({ removed: ["b"] });
    expect(await own.shown()).toEqual(["2026-11-20 Greenbarrow Market manual +"]);
    await own.separate(ofBank);
    expect(await own.shown()).toEqual(["2026-11-03 Greenbarrow Market manual"]);
  });
});

describe("joining", () => {
  it("is refused in words where two can’t be one", async () => {
    const mine = await typed();
    const refused = async (other: number, status: number, words: string) => {
      expect(await own.join(mine, other)).toMatchObject({
        status,
        errors: { otherTransactionId: [expect.stringContaining(words)] },
      });
      const { rows } = await own.candidates(mine);
      expect(rows.map(({ transactionId }) => transactionId)).not.toContain(other);
    };
    await refused(mine, 400, "another transaction");
    await refused(await typed({ amount: 24.2 }), 400, "same amount");
    await refused(await typed({ date: "2026-12-04" }), 400, "30 days");
    const other = await typed({ date: "2026-11-05" });
    const marks = await own.marks();
    await marks.put.payment(mine);
    await database()
      .unsafeDb.update(transactions)
      .set({ accountId: own.bank.accounts[1]?.accountId ?? 0 })
      .where(eq(transactions.transactionId, other));
    await refused(other, 400, "same account");
    const second = await typed({ date: "2026-11-06" });
    await marks.put.payment(second);
    await refused(second, 409, "pay an income source");
    const removed = await delivered("p", "2026-11-18");
    await marks.put.kind(removed);
    await own.ledgerBank.apply({ removed: ["p"] });
    await refused(removed, 409, "bank removed");
  });

  it("is refused for two that a bank’s link or a file tells apart", async () => {
    const [one, two] = [await delivered("b", "2026-11-02"), await delivered("c", "2026-11-20")];
    expect(await own.join(one, two)).toMatchObject({
      status: 409,
      errors: { otherTransactionId: [expect.stringContaining("bank has both")] },
    });
    // A new link delivers its own, and what an earlier one had may be one of them.
    await database().unsafeDb.update(accounts).set({ linkNumber: 2 });
    const again = await delivered("d", "2026-11-29");
    expect(await own.join(one, again)).toMatchObject({ data: { transactionId: again } });
    await own.separate(again);
    await own.files.import(
      ofx([
        { ...market, amount: 3, id: "1" },
        { ...market, amount: 3, date: "2026-11-09", id: "2" },
      ]),
      own.accountId,
    );
    const [first, last] = (await own.rows()).filter(({ amount }) => amount === 3);
    expect(await own.join(first?.transactionId ?? 0, last?.transactionId ?? 0)).toMatchObject({
      status: 409,
      errors: { otherTransactionId: [expect.stringContaining("file has both")] },
    });
  });

  it("offers the nearest day first, and a similar payee within a day", async () => {
    const mine = await typed({ date: "2026-11-10" });
    const near = await typed({ date: "2026-11-11", payee: "Zoo" });
    const similar = await typed({ date: "2026-11-09", payee: "Greenbarrow Market West" });
    const far = await delivered("b", "2026-11-25");
    const { rows } = await own.candidates(mine);
    expect(rows.map(({ transactionId }) => transactionId)).toEqual([similar, near, far]);
  });

  it("is for the person’s own transactions only", async () => {
    const [mine, other] = [await typed(), await typed({ date: "2026-11-20" })];
    const { cookie } = await createTestUser(database());
    for (const as of [cookie, ""]) {
      const status = as === "" ? 401 : 404;
      expect((await own.join(mine, other, as)).status).toBe(status);
      expect((await own.separate(mine, as)).status).toBe(status);
      expect((await own.setApart(mine, true, as)).status).toBe(status);
      expect((await own.candidates(mine, as)).status).toBe(status);
    }
    expect((await own.join(mine, 999_999)).status).toBe(404);
    expect((await own.candidates(999_999)).status).toBe(404);
    for (const [name, body] of [
      ["JoinTransactions", { transactionId: mine }],
      ["SeparateTransaction", {}],
      ["SetTransactionApart", { transactionId: mine, isApart: "no" }],
    ] as const)
      expect((await own.post(name, body)).status).toBe(400);
  });
});
