import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/db.ts";
import { moneyDigits, money, negateMoney } from "#shared/money.ts";
import { sortRows } from "#features/transactions/server/sorting/row-sorting.ts";
import { payeeKeyOf, payeeOf } from "#features/transactions/domain/payees/payee-key.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";

/** Account of test rows, as created by `createTestAccessItem`. */
export type AccountRef = {
  userId: string;
  institutionAccessItemId: number;
  accountId: number;
  isoCurrencyCode?: string;
};

type LedgerRow = typeof transactions.$inferInsert;

/** Fields of a test row, all with defaults. `amount` is in minor units, positive for money in. */
export type TestTransaction = Partial<Omit<LedgerRow, keyof AccountRef | "payeeKey" | "transactionId">> & {
  isoCurrencyCode?: string;
  providerTransactionId?: string;
};

const rowsPerInsert = 1000;

/** Inserts transactions with the bank's data, for tests and benchmarks; returns them in the given order. */
export async function createTestTransactions(
  database: Pick<Database, "unsafeDb">,
  account: AccountRef,
  rows: readonly TestTransaction[],
): Promise<{ transactionId: number; providerTransactionId: string }[]> {
  const made: { transactionId: number; providerTransactionId: string }[] = [];
  const { userId } = account;
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    made.push(...(await insertRows(database, account, rows.slice(from, from + rowsPerInsert))));
  }
  const transactionIds = made.map(({ transactionId }) => transactionId);
  await database.unsafeDb.transaction((tx) => sortRows(tx, userId, { transactionIds }));
  return made;
}

async function insertRows(
  database: Pick<Database, "unsafeDb">,
  account: AccountRef,
  rows: readonly TestTransaction[],
) {
  const at = new Date();
  const full = rows.map(({ providerTransactionId = `tx-${randomUUID()}`, ...row }) => ({
    providerTransactionId,
    row: completeRow(account, row, at),
  }));
  return database.unsafeDb.transaction(async (tx) => {
    const inserted = await tx
      .insert(transactions)
      .values(full.map(({ row }) => row))
      .returning({ transactionId: transactions.transactionId });
    const made = full.flatMap(({ providerTransactionId, row }, index) => {
      const transactionId = inserted[index]?.transactionId;
      return transactionId === undefined ? [] : [{ transactionId, providerTransactionId, row }];
    });
    await tx.insert(providerTransactions).values(
      made.map(({ transactionId, providerTransactionId, row }) => ({
        userId: account.userId,
        source: "plaid" as const,
        accountId: account.accountId,
        providerTransactionId,
        transactionId,
        pending: row.pending,
        pendingTransactionId: null,
        date: row.date,
        name: row.name,
        rawAmount: moneyDigits(negateMoney(money(row.amount)), row.isoCurrencyCode),
        isoCurrencyCode: row.isoCurrencyCode,
        receivedAt: row.createdAt,
        removedAt: row.removedByBankAt ?? null,
      })),
    );
    return made.map(({ transactionId, providerTransactionId }) => ({ transactionId, providerTransactionId }));
  });
}

function completeRow(
  account: AccountRef,
  row: Omit<TestTransaction, "providerTransactionId">,
  createdAt: Date,
) {
  const named = {
    date: "2026-11-02",
    name: "Corner Bakery 041",
    merchantName: null,
    amount: -1250,
    isoCurrencyCode: account.isoCurrencyCode ?? "USD",
    pending: false,
    createdAt,
    categorySource: (row.financialCategoryId ?? null) === null ? ("none" as const) : ("person" as const),
    ...row,
  };
  return {
    ...named,
    userId: account.userId,
    institutionAccessItemId: account.institutionAccessItemId,
    accountId: account.accountId,
    payeeKey: payeeKeyOf(named),
    payee: payeeOf(named),
  };
}
