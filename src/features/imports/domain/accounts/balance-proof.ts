import { addMoney, money, negateMoney, sumMoney } from "#shared/money.ts";
import type { Balance, StatementAccount, StatementRow } from "../statement.ts";

type Proof = Pick<StatementAccount, "addsUp" | "offBy">;

/**
 * Compares the sum of the posted rows with the balances around them (docs/reference/import.md, "Balances"). Nothing is proven
 * if one of the balances is missing.
 */
export function proveBalances(
  opening: Balance | null,
  closing: Balance | null,
  rows: readonly StatementRow[],
): Proof {
  if (opening === null || closing === null) return { addsUp: null, offBy: null };
  const moved = sumMoney(rows.filter((row) => !row.pending).map((row) => money(row.amount)));
  const expected = addMoney(money(opening.amount), moved);
  const offBy = addMoney(money(closing.amount), negateMoney(expected));
  return offBy === 0 ? { addsUp: true, offBy: null } : { addsUp: false, offBy };
}
