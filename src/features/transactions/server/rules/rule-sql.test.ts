import { asc, eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestTransactions } from "../../../../../tests/support/factories/transaction-factory.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { tags, transactionTags } from "#server/tables/part-tables.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { money } from "#shared/money.ts";
import type { Condition } from "../../domain/rules/rule-shapes.ts";
import { merchantDigits, rowPasses, testsOf } from "../../domain/rules/rule-tests.ts";
import { readWords, storedWords, type StoredWords } from "../tags/ruled-words.ts";
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
const typeCodes = ["ATM", "PMNT-RCDT-SALA", "N.RF+17\\d", "Überweisung", "Überweisung 2", "a"];
const merchantCodes = [0, 742, 5411, 5412, 9999];
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
  merchantCode: fc.constantFrom(null, ...merchantCodes.map(merchantDigits)),
  typeCode: fc.option(fc.oneof(fc.constantFrom(...typeCodes), anyLine)),
  note: fc.option(anyLine, { freq: 2 }),
  noteRuleId: fc.constantFrom(null, null, 1),
  partNotes: fc.option(fc.tuple(fc.option(anyLine), fc.option(anyLine)), { freq: 2 }),
  /** Places of its tags, and those among them that a rule gave. */
  tags: fc.uniqueArray(fc.nat(2)),
  ruled: fc.array(fc.nat(2)),
});

const anyCase = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.boolean()).map(([one, isUpper]) => (isUpper ? one.toUpperCase() : one.toLowerCase()));
const several = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 3 });
const anyDay = fc.constantFrom(1, 5, 28, 30, 31);
const conditionsOf = (accountIds: number[], tagIds: number[]): fc.Arbitrary<Condition> =>
  fc.oneof(
    fc.record({
      field: fc.constant("note" as const),
      op: fc.constant("contains" as const),
      values: several(anyLine),
    }),
    fc.record({
      field: fc.constant("tag" as const),
      op: fc.constant("is" as const),
      values: several(fc.constantFrom(...tagIds)),
    }),
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
      field: fc.constant("merchantCode" as const),
      op: fc.constant("between" as const),
      values: fc.tuple(fc.constantFrom(...merchantCodes), fc.constantFrom(...merchantCodes)),
    }),
    fc.record({
      field: fc.constant("typeCode" as const),
      op: fc.constant("is" as const),
      values: several(fc.oneof(anyCase(fc.constantFrom(...typeCodes)), anyLine)),
    }),
    fc.record({
      field: fc.constant("day" as const),
      op: fc.constant("between" as const),
      values: fc.tuple(anyDay, anyDay),
    }),
  );

type Words = Pick<AnyRow, "note" | "noteRuleId" | "partNotes" | "tags" | "ruled">;
type AnyRow = typeof anyRow extends fc.Arbitrary<infer Row> ? Row : never;

/** A row without its words, which sorting would take off again. */
function rowOf({
  account: _account,
  note: _note,
  noteRuleId: _ruleId,
  partNotes: _notes,
  tags: _tags,
  ruled: _ruled,
  ...row
}: AnyRow) {
  return row;
}

/** Writes notes and tags as sorting would leave them, the person's and rules'. */
async function writeTestWords(
  userId: string,
  rows: readonly (Words & { transactionId: number })[],
  tagIds: readonly number[],
): Promise<void> {
  const { unsafeDb } = database();
  for (const { transactionId, note, noteRuleId, partNotes, tags: places, ruled } of rows) {
    await unsafeDb
      .update(transactions)
      .set({ note, noteRuleId: note === null ? null : noteRuleId })
      .where(eq(transactions.transactionId, transactionId));
    const [first = null, second = null] = partNotes ?? [];
    if (partNotes !== null)
      await unsafeDb.execute(sql`
        insert into transaction_parts (transaction_id, user_id, part_id, amount, left_out, note)
        select transaction_id, user_id, part_id, case part_id when 1 then 7 else amount - 7 end, false,
          case part_id when 1 then ${first}::text else ${second}::text end
        from transactions, generate_series(1, 2) part_id where transaction_id = ${transactionId}`);
    const given = places.flatMap((place) => {
      const tagId = tagIds[place];
      const ruleId = ruled.includes(place) ? 1 : null;
      return tagId === undefined ? [] : [{ transactionId, userId, tagId, ruleId }];
    });
    if (given.length > 0) await unsafeDb.insert(transactionTags).values(given);
  }
}

/** Reads rows as sorting does, with their words. */
async function readTestRows(userId: string) {
  const { rows: written } = await database().unsafeDb.execute<{ id: number; words: StoredWords }>(sql`
    select own.transaction_id as id, ${storedWords} as words from ${transactions} own where own.user_id = ${userId}`);
  const words = new Map(written.map((one) => [one.id, readWords(one.words)]));
  const stored = await database().asUser(userId, (tx) =>
    tx
      .select()
      .from(transactions)
      .where(eq(transactions.userId, userId))
      .orderBy(asc(transactions.transactionId)),
  );
  return stored.map((row) =>
    Object.assign(row, words.get(row.transactionId) ?? readWords(null), { amount: money(row.amount) }),
  );
}

it("queries and code agree on which rows a rule matches", async () => {
  const { userId } = await createTestUser(database());
  const bank = await createTestAccessItem(database(), userId, {
    accounts: [{ name: "One" }, { name: "Two" }],
  });
  const accountIds = bank.accounts.map(({ accountId }) => accountId);
  const named = ["a", "b", "c"].map((name) => ({ userId, name, nameKey: name }));
  const tagIds = (await database().unsafeDb.insert(tags).values(named).returning({ id: tags.tagId })).map(
    ({ id }) => id,
  );
  const [samples = []] = fc.sample(fc.array(anyRow, { minLength: 120, maxLength: 120 }), 1);
  for (const [index, accountId] of accountIds.entries()) {
    const ofAccount = samples.filter(({ account }) => account === index);
    const made = await createTestTransactions(
      database(),
      { userId, ...bank, accountId },
      ofAccount.map(rowOf),
    );
    const words = made.flatMap(({ transactionId }, at) => {
      const row = ofAccount[at];
      return row === undefined ? [] : [{ ...row, transactionId }];
    });
    await writeTestWords(userId, words, tagIds);
  }
  const rows = await readTestRows(userId);
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(conditionsOf(accountIds, tagIds), { minLength: 1, maxLength: 3 }),
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
