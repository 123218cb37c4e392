import type { Transaction } from "#server/database/db.ts";
import { pairRows, sizesAround, type PairOwner, type Sizes } from "../transfers/transfer-pairing.ts";
import { sortRows, type Changed } from "./row-sorting.ts";

/**
 * Finds transfers again around rows that have changed, and sorts the rows with their payees. `former` is the `sizesAround` of the
 * rows before the change, for one that may have taken them away from others.
 */
export async function settleRows(
  tx: Transaction,
  owner: PairOwner,
  changed: Exclude<Changed, string> & { transactionIds: readonly number[] },
  former: Sizes = new Set(),
): Promise<void> {
  const { transactionIds } = changed;
  const sizes = await sizesAround(tx, owner, { transactionIds });
  const paired = await pairRows(tx, owner, new Set([...former, ...sizes]));
  await sortRows(tx, owner.userId, { ...changed, transactionIds: [...transactionIds, ...paired] });
}
