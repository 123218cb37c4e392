import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addDays } from "#shared/time/plain-dates.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { incomingChanges } from "../../../../../tests/support/factories/incoming-factory.ts";
import { csv, ofx } from "../../../../../tests/support/factories/import-factory.ts";
import { bankRow } from "../../../../../tests/support/ledger/ledger-bank.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { createJoiningSite } from "../../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { applyBankChanges } from "../bank-changes.ts";
import { sortRows } from "./row-sorting.ts";

const database = useTestDatabase();

async function createPerson() {
  const own = await createJoiningSite(database());
  return { own, budgetId: (await own.marks()).budgetId };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

const groceries = { bankCategory: "FOOD_AND_DRINK", bankCategoryDetailed: "FOOD_AND_DRINK_GROCERIES" };
const between = { bankCategory: "TRANSFER_OUT", bankCategoryDetailed: "TRANSFER_OUT_ACCOUNT_TRANSFER" };

const row = fc.record({
  day: fc.nat(27),
  /** Few of each, so that most rows have something to do with others. */
  payee: fc.constantFrom("Greenbarrow Market", "GREENBARROW MARKET 0412", "Tenant", "Transfer to savings"),
  amount: fc.constantFrom(-50, -50, -12, 50),
  account: fc.constantFrom("checking", "card"),
  codes: fc.constantFrom(groceries, between, { bankCategory: null, bankCategoryDetailed: null }),
  category: fc.constantFrom(undefined, "Groceries", "Salary"),
});
const rows = fc.array(row, { minLength: 1, maxLength: 4 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant("bank" as const), rows }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("ofx" as const), rows }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("csv" as const), rows }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant("choose" as const),
      which: fc.nat(20),
      what: fc.constantFrom("category" as const, "transfer" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("rule" as const) }) },
);
type Step = (typeof step extends fc.Arbitrary<infer Made> ? Made : never) & object;

let told = 0;

async function take({ own, budgetId }: Person, taken: Step): Promise<void> {
  if (taken.is === "rule") {
    const conditions = [{ field: "amount", op: "is", values: [12] }];
    await own.post("SaveRule", { ruleId: 0, conditions, actions: [{ field: "category", value: 3 }] });
  } else if (taken.is === "choose") {
    const ids = (await own.rows()).map(({ transactionId }) => transactionId);
    const transactionId = ids[taken.which % ids.length];
    if (transactionId === undefined) return;
    const { status } =
      taken.what === "transfer"
        ? await own.post("SetTransactionKinds", [{ transactionId, kind: "transfer" }])
        : await own.post("BulkUpdateTransactionCategory", [
            { transactionId, financialCategoryId: 4, budgetId },
          ]);
    expect(status).toBe(200);
  } else if (taken.is === "bank") {
    const added = taken.rows.map(({ day, payee, amount, account, codes }) =>
      bankRow(`b${(told += 1)}`, {
        ...codes,
        date: addDays("2026-11-01", day),
        name: payee,
        amount: amount * 100,
        providerAccountId: account,
      }),
    );
    await own.ledgerBank.apply({ added });
  } else {
    const lines = taken.rows.map(({ day, payee, amount, category }) => ({
      date: addDays("2026-11-01", day),
      payee,
      amount,
      ...(category !== undefined && { category }),
      id: `f${(told += 1)}`,
    }));
    const { status } = await own.files.import(taken.is === "ofx" ? ofx(lines) : csv(lines), own.accountId);
    expect(status).toBe(200);
  }
}

const sortAgain = ({ own }: Person) =>
  database().unsafeDb.transaction((tx) => sortRows(tx, own.userId, "everything"));

describe("new rows", () => {
  it(
    "are sorted like all others once they are in the ledger, whatever it holds",
    { timeout: 240_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
          const person = await createPerson();
          for (const taken of steps) {
            await take(person, taken);
            expect(await sortAgain(person)).toBe(0);
          }
        }),
        { numRuns: byDay(6, 150) },
      );
    },
  );

  it("are written once if nothing in the ledger says anything of them", async () => {
    const { userId, bank } = await createJoiningSite(database());
    const accountIds = new Map(bank.accounts.map((one) => [one.providerAccountId, one.accountId]));
    const { institutionAccessItemId } = bank;
    const owner = { userId, institutionAccessItemId, mode: "sandbox", source: "plaid", accountIds } as const;
    const added = [bankRow("a"), bankRow("b", { ...groceries, name: "Greenbarrow Market" })];
    const updated = await database().unsafeDb.transaction(async (tx) => {
      // What the connection has counted before this transaction may be in the count, too.
      const count = async () => {
        const { rows: found } = await tx.execute<{ count: number }>(
          sql`select pg_stat_get_xact_tuples_updated('transactions'::regclass)::int as count`,
        );
        return found[0]?.count ?? Number.NaN;
      };
      const before = await count();
      await applyBankChanges(tx, owner, incomingChanges({ added }), new Date("2026-11-21T12:00:00Z"));
      return (await count()) - before;
    });
    expect(updated).toBe(0);
    const kept = await database().unsafeDb.select().from(transactions).where(eq(transactions.userId, userId));
    expect(kept.map(({ categorySource }) => categorySource)).toEqual(["bank", "bank"]);
  });
});
