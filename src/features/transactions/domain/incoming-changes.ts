import type { Money } from "#shared/money.ts";

/** A row as a source reports it, whatever the source. Dates are `YYYY-MM-DD`. */
export type IncomingTransaction = {
  providerTransactionId: string;
  providerAccountId: string;
  pending: boolean;
  /** Of a posted row: the pending one that it replaces, where the source knows. */
  pendingTransactionId: string | null;
  date: string;
  authorizedDate: string | null;
  name: string;
  merchantName: string | null;
  /** In > 0, out < 0 (docs/reference/money.md, "Money and sign"). */
  amount: Money;
  /** Digit for digit as the source sent it, in the source's sign. */
  rawAmount: string;
  isoCurrencyCode: string;
  bankCategory: string | null;
  bankCategoryDetailed: string | null;
};

/**
 * Everything that changed since the last cursor, all pages together; `removed` holds the source's ids. `isWhole`: the
 * cursor was lost, and `added` is everything that the source has, perhaps under other ids than before.
 */
export type IncomingChanges = {
  added: readonly IncomingTransaction[];
  modified: readonly IncomingTransaction[];
  removed: readonly string[];
  isWhole?: boolean;
};
