import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createTestBudget } from "../../../../../tests/support/factories/budget-factory.ts";
import { createTestParts } from "../../../../../tests/support/factories/part-factory.ts";
import { createTestTransactions } from "../../../../../tests/support/factories/transaction-factory.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { isMarkable } from "#features/transactions/server/index.ts";
import { budgetExemptions, budgets } from "#server/tables/budget-tables.ts";
import { incomePayments, incomeSources } from "#server/tables/income-tables.ts";
import { isLine, ledgerLines, transactionParts } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { money } from "#shared/money.ts";
import { rowKinds } from "#shared/row-kinds.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { itemIds } from "../budget-heads.ts";
import { countedByCategory } from "./period-spending.ts";
import { isExempt, statusSql } from "./row-status.ts";

const database = useTestDatabase();

const anyDay = fc.integer({ min: 0, max: 150 }).map((days) => addDays("2026-08-15", days));
const anyAmount = fc.integer({ min: -900, max: 600 }).map((minor) => money(minor === 0 ? 1 : minor));
const anyCategory = fc.constantFrom(null, 1, 2, 3);
const anyCurrency = fc.constantFrom("USD", "USD", "EUR");
const rarely = fc.integer({ min: 1, max: 6 }).map((number) => number === 1);

const anyRow = fc.record({
  item: fc.constantFrom(0, 0, 1, 2),
  date: anyDay,
  amount: anyAmount,
  isoCurrencyCode: anyCurrency,
  financialCategoryId: anyCategory,
  kind: fc.constantFrom("spending", "spending", ...rowKinds),
  chosenKind: fc.constantFrom(null, null, ...rowKinds),
  removedByBankAt: rarely.map((is) => (is ? new Date() : null)),
  dismissedAt: rarely.map((is) => (is ? new Date() : null)),
});
/** Facts about a row in other tables, by its place. */
const anyWord = fc.record({
  row: fc.nat(19),
  word: fc.oneof(
    fc.record({
      parts: fc.array(
        fc.record({ amount: anyAmount, financialCategoryId: anyCategory, leftOut: fc.boolean() }),
        { minLength: 1, maxLength: 2 },
      ),
    }),
    fc.constant({ pays: true }),
    fc.record({ isExempt: fc.boolean(), budget: fc.nat(3) }),
  ),
});
const anyBudget = fc.record({
  // Days at the ends of months, as those of monthly budgets, and any others.
  startDate: fc.oneof(anyDay, fc.constantFrom("2026-09-01", "2026-10-31", "2026-11-01")),
  length: fc.oneof(fc.nat(120), fc.constantFrom(29, 30, 60)),
  isoCurrencyCode: anyCurrency,
  items: fc.constantFrom([0], [1], [0, 1]),
});
const anyChange = fc.record({
  row: fc.nat(19),
  set: fc.record(
    { date: anyDay, financialCategoryId: anyCategory, kind: fc.constantFrom(...rowKinds) },
    { requiredKeys: [] },
  ),
});

it("is what the rows say, in any period, whatever is known of them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRow, { minLength: 1, maxLength: 20 }),
      fc.array(anyWord, { maxLength: 10 }),
      fc.array(anyBudget, { minLength: 1, maxLength: 4 }),
      fc.array(anyChange, { maxLength: 6 }),
      async (rows, words, periods, changes) => {
        const { userId } = await createTestUser(database());
        const items = await Promise.all([0, 1, 2].map(() => createTestAccessItem(database(), userId)));
        const ids: number[] = [];
        for (const { item, kind, chosenKind, ...row } of rows) {
          const { institutionAccessItemId = 0, accounts = [] } = items[item] ?? {};
          const account = { userId, institutionAccessItemId, accountId: accounts[0]?.accountId ?? 0 };
          const [made] = await createTestTransactions(database(), account, [row]);
          ids.push(made?.transactionId ?? 0);
          await change(ids.at(-1), { kind: chosenKind ?? kind, chosenKind });
        }
        const budgetIds: number[] = [];
        for (const { startDate, length, isoCurrencyCode, items: own } of periods) {
          const { budgetId } = await createTestBudget(database(), userId, {
            startDate,
            endDate: addDays(startDate, length),
            isoCurrencyCode,
            budgetAccessItems: own.map((at) => items[at]?.institutionAccessItemId ?? 0),
          });
          budgetIds.push(budgetId);
        }
        for (const { row, word } of words) {
          const [transactionId, at] = [ids[row], rows[row]];
          if (transactionId === undefined || at === undefined) continue;
          if ("parts" in word) {
            const { amount } = at;
            const split = await database().unsafeDb.$count(
              transactionParts,
              eq(transactionParts.transactionId, transactionId),
            );
            if (split === 0)
              await createTestParts(database(), { userId, transactionId }, { amount, parts: word.parts });
          } else if ("pays" in word) await pay(userId, transactionId, items[0]?.institutionAccessItemId ?? 0);
          else {
            const budgetId = budgetIds[word.budget % budgetIds.length] ?? 0;
            await database()
              .unsafeDb.insert(budgetExemptions)
              .values({ budgetId, userId, transactionId, isExempt: word.isExempt })
              .onConflictDoNothing();
          }
        }
        await expectSame(userId);
        for (const { row, set } of changes) await change(ids[row], set);
        await expectSame(userId);
      },
    ),
    { numRuns: byDay(20, 400) },
  );
}, 180_000);

async function change(
  transactionId: number | undefined,
  values: Partial<typeof transactions.$inferInsert>,
): Promise<void> {
  if (transactionId === undefined || Object.keys(values).length === 0) return;
  await database()
    .unsafeDb.update(transactions)
    .set(values)
    .where(eq(transactions.transactionId, transactionId));
}

async function pay(userId: string, transactionId: number, institutionAccessItemId: number): Promise<void> {
  const [source] = await database()
    .unsafeDb.insert(incomeSources)
    .values({
      userId,
      institutionAccessItemId,
      name: "Rent",
      description: "",
      incomeSourceType: "Rent",
      isoCurrencyCode: "USD",
      startDate: "2026-01-01",
      createdAt: new Date(),
    })
    .returning();
  await database()
    .unsafeDb.insert(incomePayments)
    .values({
      userId,
      incomeSourceId: source?.incomeSourceId ?? 0,
      transactionId,
      paymentDate: "2026-11-01",
      creditedMonth: "2026-11",
      paymentMemo: "",
      isManualAdjustment: false,
      createdAt: new Date(),
    })
    .onConflictDoNothing();
}

/** Compares each budget's sums with those of its rows, each judged on its own. */
async function expectSame(userId: string): Promise<void> {
  const category = sql`coalesce(${transactions.financialCategoryId}, 0)`;
  const fromRows = sql`select ${budgets.budgetId}, ${category} as financial_category_id, sum(${transactions.amount}) as amount
    from ${budgets} join ${ledgerLines} on ${transactions.userId} = ${userId} and ${isLine} and ${isMarkable}
      and ${transactions.institutionAccessItemId} = any(array(${itemIds}))
      and ${transactions.date} between ${budgets.startDate} and ${budgets.endDate}
      and ${statusSql(isExempt(sql`${budgets.budgetId}`), sql`${budgets.isoCurrencyCode}`)} = 'counted'
    group by 1, 2`;
  const sumsOf = async (source: typeof fromRows) => {
    const { rows } = await database().asUser(userId, (tx) =>
      tx.execute(sql`select budget_id, financial_category_id, amount::text from (${source}) as counted
        where amount <> 0 order by 1, 2`),
    );
    return rows;
  };
  expect(await sumsOf(countedByCategory(userId, undefined))).toEqual(await sumsOf(fromRows));
}
