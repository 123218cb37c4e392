import { payeeKeyOf } from "#features/transactions/domain/payees/payee-key.ts";
import type { Database } from "#server/database/db.ts";
import { providerTransactions, transactions } from "#server/tables/transaction-tables.ts";
import { moneyDigits, money } from "#shared/money.ts";
import type { AccountRef } from "./transaction-factory.ts";

/** Inserts a row as the person would have typed it before its account was linked to a bank, and returns its ID. */
export async function createTypedRow(
  { unsafeDb }: Pick<Database, "unsafeDb">,
  { isoCurrencyCode = "USD", ...account }: AccountRef,
  row: { date: string; amount: number; payee: string },
): Promise<number> {
  const { date, payee } = row;
  const amount = Math.round(row.amount * 100);
  const texts = { name: payee, merchantName: payee };
  const common = { ...account, isoCurrencyCode, date, name: payee, pending: false };
  return unsafeDb.transaction(async (tx) => {
    const [made] = await tx
      .insert(transactions)
      .values({ ...common, ...texts, payee, payeeKey: payeeKeyOf(texts), amount, createdAt: new Date() })
      .returning({ transactionId: transactions.transactionId });
    if (made === undefined) throw new Error("the database added no row");
    const { transactionId } = made;
    await tx.insert(providerTransactions).values({
      userId: account.userId,
      source: "manual",
      accountId: account.accountId,
      providerTransactionId: `typed ${transactionId}`,
      transactionId,
      pending: false,
      date,
      name: payee,
      rawAmount: moneyDigits(money(amount), isoCurrencyCode),
      isoCurrencyCode,
      receivedAt: new Date(),
    });
    return transactionId;
  });
}
