import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { householdChanges } from "#server/tables/household-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestMember } from "../../../../../tests/support/factories/household-factory.ts";
import { createTestTransactions } from "../../../../../tests/support/factories/transaction-factory.ts";
import { createBudgetSite, type BudgetSite } from "../../../../../tests/support/sites/budget-site.ts";
import { countStatements } from "../../../../../tests/support/statement-count.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let site: BudgetSite;
let writer: Awaited<ReturnType<typeof createTestMember>>;
let budgetId: number;
let row: number;

beforeEach(async () => {
  site = await createBudgetSite(database(), { now: () => new Date(Date.UTC(2026, 10, 21, 17)) });
  writer = await createTestMember(database(), site.userId, "write");
  budgetId = (await site.saveBudget({})).data.budgetId;
  [row = 0] = await site.rows([{ amount: -1000 }]);
});

type Rows = { transactions: TransactionView[]; excludedTransactions: TransactionView[] };

async function shown(cookie?: string, id = row): Promise<TransactionView> {
  const { data } = await site.get<Rows>(`/api/GetBudgetTransactions?budgetId=${budgetId}`, cookie);
  const found = [...data.transactions, ...data.excludedTransactions].find((one) => one.transactionId === id);
  if (found === undefined) throw new Error(`row ${id} isn't shown`);
  return found;
}

async function act<Data = unknown>(call: string, body: unknown, cookie?: string): Promise<Data> {
  const { status, data, errors } = await site.post<Data>(`/api/${call}`, body, cookie);
  expect(errors).toBeNull();
  expect(status).toBe(200);
  return data;
}

const choose = (financialCategoryId: number, cookie?: string) =>
  act<{ undo: { transactionId: number; financialCategoryId: number; isByHand: boolean }[] }>(
    "BulkUpdateTransactionCategory",
    [{ transactionId: row, financialCategoryId, budgetId }],
    cookie,
  );
const exempt = (cookie?: string, transactionId = row) =>
  act("SetExcludedTransaction", { budgetId, transactionId }, cookie);

async function note(text: string, cookie?: string): Promise<void> {
  const { account, amount, date, payee } = await shown();
  const fields = { accountId: account.accountId, amount, date, name: payee };
  await act("SaveTransaction", { transactionId: row, ...fields, note: text }, cookie);
}

describe("in shared money, a row", () => {
  it.each<[string, (cookie?: string) => Promise<unknown>, string]>([
    ["category", (cookie) => choose(1, cookie), "chose Housing."],
    [
      "categories of all rows",
      (cookie) => act("CategorizeMatching", { budgetId, filter: {}, financialCategoryId: 1 }, cookie),
      "chose Housing.",
    ],
    [
      "kind",
      (cookie) => act("SetTransactionKinds", [{ transactionId: row, kind: "income" }], cookie),
      "chose it.",
    ],
    [
      "parts",
      (cookie) => {
        const parts = [4, 6].map((amount) => ({ amount: -amount, financialCategoryId: 1 }));
        return act("SplitTransaction", { transactionId: row, parts }, cookie);
      },
      "split it.",
    ],
    [
      "other side",
      async (cookie) => {
        const { accounts, institutionAccessItemId } = await createTestAccessItem(database(), site.userId);
        const [other] = await createTestTransactions(
          database(),
          { userId: site.userId, institutionAccessItemId, accountId: accounts[0]?.accountId ?? 0 },
          [{ amount: 900, date: "2026-11-20" }],
        );
        const pair = { outTransactionId: row, inTransactionId: other?.transactionId, isTransfer: true };
        await act("SetTransferPairs", [pair], cookie);
      },
      "matched it with a transaction on",
    ],
  ])("says who chose its %s", async (_, chooseAs, words) => {
    await chooseAs(writer.cookie);
    expect((await shown()).why).toContain(`${writer.name} ${words}`);
    expect((await shown(writer.cookie)).why).toContain(`You ${words}`);
  });

  it("says what the owner did by the owner's name, also what they did before sharing", async () => {
    await choose(1);
    await note("For the week");
    await exempt();
    expect(await shown()).toMatchObject({ why: "You chose Housing.", noteBy: null, exemptedBy: null });
    expect(await shown(writer.cookie)).toMatchObject({
      why: "the owner chose Housing.",
      noteBy: "the owner",
      exemptedBy: "the owner",
    });
  });

  it("says who wrote its note and who exempted it, until someone else does", async () => {
    await note("For the week", writer.cookie);
    await exempt(writer.cookie);
    expect(await shown()).toMatchObject({ noteBy: writer.name, exemptedBy: writer.name });
    expect(await shown(writer.cookie)).toMatchObject({ noteBy: null, exemptedBy: null });
    await exempt();
    expect(await shown(), "exempting it again changes nothing").toMatchObject({ exemptedBy: writer.name });
    await note("For two weeks");
    expect(await shown()).toMatchObject({ noteBy: null });
    await note("", writer.cookie);
    expect(await shown(), "there is none").toMatchObject({ note: "", noteBy: null });
  });

  it("isn't anyone's choice after an undo, and then the owner's", async () => {
    const { undo } = await choose(1, writer.cookie);
    await act(
      "BulkUpdateTransactionCategory",
      undo.map((one) => Object.assign(one, { budgetId })),
      writer.cookie,
    );
    expect((await shown()).categorySource).not.toBe("person");
    expect((await shown()).why).not.toContain(writer.name);
    await choose(2);
    expect((await shown()).why).toMatch(/^You chose /);
  });

  it("keeps who chose it when a form is saved with the same category", async () => {
    await choose(1, writer.cookie);
    const { account, amount, date, payee } = await shown();
    const fields = { accountId: account.accountId, amount, date, name: payee, financialCategoryId: 1 };
    await act("SaveTransaction", { transactionId: row, ...fields });
    expect((await shown()).why).toBe(`${writer.name} chose Housing.`);
    await act("SaveTransaction", { transactionId: row, ...fields, financialCategoryId: 2 });
    expect((await shown()).why).toMatch(/^You chose /);
  });

  it("takes who did it along when its marks move, and gives it back", async () => {
    const [other = 0] = await site.rows([{ amount: -1000, date: "2026-11-20" }]);
    await act("BulkUpdateTransactionCategory", [{ transactionId: other, financialCategoryId: 2, budgetId }]);
    await act("SetTransactionKinds", [{ transactionId: row, kind: "spending" }], writer.cookie);
    await choose(1, writer.cookie);
    await note("For the week", writer.cookie);
    await exempt(writer.cookie);
    await exempt(undefined, other);
    await database()
      .unsafeDb.update(transactions)
      .set({ removedByBankAt: sql`now()` })
      .where(eq(transactions.transactionId, row));
    await act("MoveTransactionMarks", { fromTransactionId: row, toTransactionId: other });
    const ofWriter = { why: `${writer.name} chose it.`, noteBy: writer.name, exemptedBy: writer.name };
    expect(await shown(undefined, other)).toMatchObject(ofWriter);
    await act("SetTransactionKinds", [{ transactionId: other, kind: null }]);
    expect((await shown(undefined, other)).why).toBe(`${writer.name} chose Housing.`);
    await act("RestoreRemovedTransaction", { transactionId: row });
    expect(await shown()).toMatchObject(ofWriter);
    expect(await shown(undefined, other)).toMatchObject({
      why: expect.stringMatching(/^You chose /),
      note: "",
      noteBy: null,
      exemptedBy: null,
    });
  });

  it("goes by the latest name in the journal, else the invitation's, else someone", async () => {
    await choose(1, writer.cookie);
    const { unsafeDb } = database();
    await unsafeDb.update(householdChanges).set({ actorName: "Jane" });
    expect((await shown()).why).toBe("Jane chose Housing.");
    await unsafeDb.delete(householdChanges);
    expect((await shown()).why).toBe(`${writer.name} chose Housing.`);
    const other = await createTestMember(database(), site.userId, "read");
    expect((await shown(other.cookie)).why).toBe("Someone chose Housing.");
  });

  it("asks for names only if someone else did something", async () => {
    const statements = async (cookie?: string) => {
      // The first call may also note that the session is in use.
      await shown(cookie);
      return countStatements(async () => {
        await shown(cookie);
      });
    };
    await choose(1);
    await note("For the week");
    await exempt();
    const [owners, members] = [await statements(), await statements(writer.cookie)];
    await choose(2, writer.cookie);
    expect(await statements()).toBe(owners + 1);
    expect(await statements(writer.cookie)).toBe(members);
  });
});
