import { asc } from "drizzle-orm";
import { expect, it } from "vitest";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import { createTestAccessItem } from "../../../../tests/support/factories/access-item-factory.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { couldBeTransfer } from "../domain/bank-categories.ts";
import { createTestTransactions } from "../../../../tests/support/factories/transaction-factory.ts";
import { couldBeTransfer as couldBeTransferSql, transactions } from "#server/tables/transaction-tables.ts";

const database = useTestDatabase();

const words = [
  null,
  "",
  "INCOME",
  "INCOME_WAGES",
  "INCOMETAX",
  "income",
  "TRANSFER_IN",
  "TRANSFER_OUT_SAVINGS",
  "TRANSFER",
  "LOAN_PAYMENTS",
  "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
  "LOAN_PAYMENTS_CREDIT_CARD_PAYMENTS",
  "FOOD_AND_DRINK",
];

it("queries and rules agree on what could be a transfer", async () => {
  const { userId } = await createTestUser(database());
  const bank = await createTestAccessItem(database(), userId);
  const rows = words.flatMap((bankCategory) =>
    words.map((bankCategoryDetailed) => ({ bankCategory, bankCategoryDetailed })),
  );
  await createTestTransactions(
    database(),
    { userId, ...bank, accountId: bank.accounts[0]?.accountId ?? 0 },
    rows,
  );
  const found = await database().asUser(userId, (tx) =>
    tx
      .select({
        bankCategory: transactions.bankCategory,
        bankCategoryDetailed: transactions.bankCategoryDetailed,
        could: couldBeTransferSql,
      })
      .from(transactions)
      .orderBy(asc(transactions.transactionId)),
  );
  expect(found).toHaveLength(rows.length);
  for (const { bankCategory, bankCategoryDetailed, ...said } of found) {
    const row = { bankCategory, bankCategoryDetailed };
    expect({ ...said, could: said.could === true, row }).toEqual({
      row,
      // Null is no to a condition, which is all that the index and its queries ask.
      could: couldBeTransfer(row),
    });
  }
});
