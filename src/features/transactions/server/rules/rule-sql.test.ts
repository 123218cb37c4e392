import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestTransactions } from "../../../../../tests/support/factories/transaction-factory.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { money } from "#shared/money.ts";
import type { Condition } from "../../domain/rules/rule-shapes.ts";
import { rowPasses, testsOf } from "../../domain/rules/rule-tests.ts";
import { conditionsSql } from "./rule-sql.ts";

const database = useTestDatabase();

const texts = [
  "Blue Fig",
  "BLUE FIG 0412",
  "Zürich CAFÉ",
  "ÉTÉ été",
  "100% _off\\",
  "7-11",
  "[a-z]^$ .*+? {1}(x|y) \\d ***:",
  "ΣΊΣΥΦΟΣ σας",
  "İstanbul",
  "a",
  "東京駅",
];
const anyText = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }),
);
const anyLine = anyText
  .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, "").trim())
  .filter((text) => text !== "");
const amounts = [0, 5, 12.5, 1250, 0.125, 99.99];
const anyAmount = fc.constantFrom(...amounts);
const codes = ["FOOD_AND_DRINK", "FOOD_AND_DRINK_COFFEE", "INCOME"];
const currencies = ["USD", "JPY", "KWD", "CLF", "EUR"];

const anyRow = fc.record({
  name: anyLine,
  merchantName: fc.option(anyText.map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ""))),
  account: fc.nat(1),
  amount: fc.constantFrom(0, 1250, -1250, 125, -5, 5, -125_000, 9999).map(money),
  isoCurrencyCode: fc.constantFrom(...currencies),
  date: fc.constantFrom("2026-11-01", "2026-11-30", "2026-02-28", "2026-11-05"),
  bankCategory: fc.constantFrom(null, ...codes),
  bankCategoryDetailed: fc.constantFrom(null, ...codes),
});

const several = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 3 });
const anyDay = fc.constantFrom(1, 5, 28, 30, 31);
const conditionsOf = (accountIds: number[]): fc.Arbitrary<Condition> =>
  fc.oneof(
    fc.record({
      field: fc.constant("payee" as const),
      op: fc.constantFrom("is" as const, "contains" as const, "starts" as const),
      values: several(anyLine),
    }),
    fc.record({
      field: fc.constant("text" as const),
      op: fc.constant("contains" as const),
      values: several(anyLine),
    }),
    fc.record({
      field: fc.constant("account" as const),
      op: fc.constant("is" as const),
      values: several(fc.constantFrom(...accountIds)),
    }),
    fc.record({
      field: fc.constant("direction" as const),
      op: fc.constant("is" as const),
      values: fc.tuple(fc.constantFrom("in" as const, "out" as const)),
    }),
    fc.record({
      field: fc.constant("amount" as const),
      op: fc.constant("is" as const),
      values: several(anyAmount),
    }),
    fc.record({
      field: fc.constant("amount" as const),
      op: fc.constant("between" as const),
      values: fc.tuple(anyAmount, anyAmount),
    }),
    fc.record({
      field: fc.constant("amount" as const),
      op: fc.constant("about" as const),
      values: fc.tuple(anyAmount, fc.constantFrom(0, 3, 10, 100)),
    }),
    fc.record({
      field: fc.constant("currency" as const),
      op: fc.constant("is" as const),
      values: several(fc.constantFrom(...currencies)),
    }),
    fc.record({
      field: fc.constant("bankCategory" as const),
      op: fc.constant("is" as const),
      values: several(fc.constantFrom(...codes)),
    }),
    fc.record({
      field: fc.constant("day" as const),
      op: fc.constant("between" as const),
      values: fc.tuple(anyDay, anyDay),
    }),
  );

it("queries and code agree on which rows a rule matches", async () => {
  const { userId } = await createTestUser(database());
  const bank = await createTestAccessItem(database(), userId, {
    accounts: [{ name: "One" }, { name: "Two" }],
  });
  const accountIds = bank.accounts.map(({ accountId }) => accountId);
  const [samples] = fc.sample(fc.array(anyRow, { minLength: 120, maxLength: 120 }), 1);
  for (const [index, accountId] of accountIds.entries())
    await createTestTransactions(
      database(),
      { userId, ...bank, accountId },
      (samples ?? []).filter(({ account }) => account === index).map(({ account: _account, ...row }) => row),
    );
  const stored = await database().asUser(userId, (tx) =>
    tx
      .select()
      .from(transactions)
      .where(eq(transactions.userId, userId))
      .orderBy(asc(transactions.transactionId)),
  );
  const rows = stored.map((row) => Object.assign(row, { amount: money(row.amount) }));
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(conditionsOf(accountIds), { minLength: 1, maxLength: 3 }),
      async (conditions) => {
        const found = await database().asUser(userId, (tx) =>
          tx
            .select({ id: transactions.transactionId })
            .from(transactions)
            .where(conditionsSql(conditions))
            .orderBy(asc(transactions.transactionId)),
        );
        const tests = testsOf(conditions);
        const expected = rows
          .filter((row) => rowPasses(row, tests))
          .map(({ transactionId }) => transactionId);
        expect(found.map(({ id }) => id)).toEqual(expected);
        hits += expected.length > 0 && expected.length < rows.length ? 1 : 0;
      },
    ),
    { numRuns: byDay(150, 1500) },
  );
  expect(hits).toBeGreaterThan(40);
}, 120_000);
