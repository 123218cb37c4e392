import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createTestAccessItem } from "../../../../../tests/support/factories/access-item-factory.ts";
import { createTestUser } from "../../../../../tests/support/factories/auth-factory.ts";
import { createTestTransactions } from "../../../../../tests/support/factories/transaction-factory.ts";
import { byDay } from "../../../../../tests/support/night.ts";
import { fc } from "../../../../../tests/support/properties.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { sortAlone } from "./row-sorting.ts";

const database = useTestDatabase();

const row = fc.record({
  day: fc.nat(300),
  /** Few of each, so that most rows have something to do with others. */
  name: fc.constantFrom("Corner Bakery", "Blue Fig", "Transfer to savings"),
  amount: fc.constantFrom(-5000, -1200, 5000),
  bankCategory: fc.constantFrom(null, "FOOD_AND_DRINK", "TRANSFER_IN", "INCOME"),
  chosenKind: fc.constantFrom(null, null, null, "transfer" as const),
  isRemoved: fc.constantFrom(false, false, false, true),
  choice: fc.constantFrom(undefined, undefined, null, 1, 1, 2),
  /** Given to be sorted alone. */
  isMeant: fc.boolean(),
});

it("sorts rows alone as it sorts them with all others of their payees", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (rows) => {
      const { userId } = await createTestUser(database());
      const bank = await createTestAccessItem(database(), userId);
      const account = { ...bank, userId, accountId: bank.accounts[0]?.accountId ?? 0 };
      const made = await createTestTransactions(
        database(),
        account,
        rows.map(({ day, choice, isMeant: _isMeant, isRemoved, ...fields }) => ({
          ...fields,
          date: addDays("2026-01-01", day),
          removedByBankAt: isRemoved ? new Date() : null,
          ...(choice !== undefined && { financialCategoryId: choice, categorySource: "person" }),
        })),
      );
      const stored = async () =>
        (
          await database().unsafeDb.execute(
            sql`select * from transactions where user_id = ${userId} order by transaction_id`,
          )
        ).rows;
      const sorted = await stored();
      const meant = made.filter((_, at) => rows[at]?.isMeant).map(({ transactionId }) => transactionId);
      await database().asUser(userId, async (tx) => {
        await tx.execute(sql`
          update transactions set kind = 'leftOut', kind_reason = 'default', category_source = case category_source when 'person' then 'person' else 'none' end,
            financial_category_id = case category_source when 'person' then financial_category_id end
          where transaction_id = any(${sql.param(meant)}::int[])`);
        await sortAlone(tx, userId, meant);
      });
      expect(await stored()).toEqual(sorted);
    }),
    { numRuns: byDay(25, 300) },
  );
});
