import type { BankTransaction } from "#shared/bank-rows.ts";

/**
 * All changes since the last cursor, from all pages; `removed` holds the source's IDs. `isWhole` means the cursor was
 * lost and `added` is everything the source has, possibly under new IDs. `complete` names accounts of which every row since
 * a day is in `added`, so that rows that are known but missing may have come under other IDs (`findRenumbered`).
 */
export type IncomingChanges = {
  added: readonly BankTransaction[];
  modified: readonly BankTransaction[];
  removed: readonly string[];
  isWhole?: boolean;
  complete?: { sinceDay: string; providerAccountIds: readonly string[] };
};
