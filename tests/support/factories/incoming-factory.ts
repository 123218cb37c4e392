import type { BankTransaction } from "#shared/bank-rows.ts";
import { money } from "#shared/money.ts";
import type { IncomingChanges } from "#features/transactions/domain/incoming-changes.ts";

/** Creates a row as a bank sends it, by default spending of 12.50. `amount` is in minor units, positive for money in. */
export function incomingRow(
  row: Partial<Omit<BankTransaction, "amount" | "rawAmount">> & {
    providerTransactionId: string;
    providerAccountId: string;
    amount?: number;
  },
): BankTransaction {
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
    bankConfidence: null,
    ...row,
    amount,
    // Two decimals, with Plaid's sign.
    rawAmount: (amount / -100).toFixed(2),
  };
}

export function incomingChanges(changes: Partial<IncomingChanges>): IncomingChanges {
  return { added: [], modified: [], removed: [], ...changes };
}
