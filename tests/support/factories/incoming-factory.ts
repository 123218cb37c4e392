import { money } from "#shared/money.ts";
import type { IncomingChanges, IncomingTransaction } from "#features/transactions/domain/incoming-changes.ts";

/** A row as a bank sends it, for tests: 12.50 spent unless said otherwise. `amount` in minor units, in > 0. */
export function incomingRow(
  row: Partial<Omit<IncomingTransaction, "amount" | "rawAmount">> & {
    providerTransactionId: string;
    providerAccountId: string;
    amount?: number;
  },
): IncomingTransaction {
  const amount = money(row.amount ?? -1250);
  return {
    pending: false,
    pendingTransactionId: null,
    date: "2026-11-02",
    authorizedDate: null,
    name: "Corner Bakery 041",
    merchantName: null,
    isoCurrencyCode: "USD",
    bankCategory: "FOOD_AND_DRINK",
    bankCategoryDetailed: "FOOD_AND_DRINK_COFFEE",
    ...row,
    amount,
    // Two decimals, and Plaid's sign.
    rawAmount: (amount / -100).toFixed(2),
  };
}

export function incomingChanges(changes: Partial<IncomingChanges>): IncomingChanges {
  return { added: [], modified: [], removed: [], ...changes };
}
