import type { Money } from "#shared/money.ts";

/** A row in the form that every source reports. Dates are `YYYY-MM-DD`. */
export type IncomingTransaction = {
  providerTransactionId: string;
  providerAccountId: string;
  pending: boolean;
  /** The pending row that a posted one replaces, if the source says so. */
  pendingTransactionId: string | null;
  date: string;
  authorizedDate: string | null;
  name: string;
  merchantName: string | null;
  /** In > 0, out < 0 (docs/reference/money.md, "Money and sign"). */
  amount: Money;
  /** Exactly as the source sent it, with the source's sign. */
  rawAmount: string;
  isoCurrencyCode: string;
  bankCategory: string | null;
  bankCategoryDetailed: string | null;
  bankConfidence: string | null;
};

/**
 * All changes since the last cursor, from all pages; `removed` holds the source's IDs. `isWhole` means the cursor was
 * lost and `added` is everything the source has, possibly under new IDs. `complete` names accounts of which every row since
 * a day is in `added`, so that rows that are known but missing may have come under other IDs (`findRenumbered`).
 */
export type IncomingChanges = {
  added: readonly IncomingTransaction[];
  modified: readonly IncomingTransaction[];
  removed: readonly string[];
  isWhole?: boolean;
  complete?: { sinceDay: string; providerAccountIds: readonly string[] };
};
