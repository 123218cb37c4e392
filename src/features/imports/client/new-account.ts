import { manualTypeWords } from "#client/words/account-words.ts";
import { accountLabel } from "#shared/banks.ts";
import { addMoney, negateMoney, ofUnits, sumMoney, zeroMoney, type Money } from "#shared/money.ts";
import type { ImportPreviewAccount } from "../contract.ts";

/** Facts that a file says about an account, for a new one; the opening balance in minor units, and positive for what is owed. */
export function newAccountOf({ hint, period, balances, rows }: ImportPreviewAccount) {
  const isoCurrencyCode =
    hint.isoCurrencyCode ?? rows.find((row) => row.isoCurrencyCode !== null)?.isoCurrencyCode ?? "USD";
  const moved = sumMoney(rows.map(({ amount }) => ofUnits(amount ?? 0, isoCurrencyCode)));
  const opening = openingOf(balances, { moved, isoCurrencyCode });
  const isOwed = hint.type === "card" || hint.type === "loan";
  return {
    name: hint.name ?? nameOf(hint),
    isoCurrencyCode,
    openingBalance: isOwed ? negateMoney(opening) : opening,
    ...(hint.type !== null && { type: hint.type }),
    ...(period !== null && { openingDate: period.from }),
  };
}

/** A name made of what the file says instead: `Checking ··6789`; empty if it has no number. */
function nameOf({ type, mask }: ImportPreviewAccount["hint"]): string {
  return mask === null ? "" : accountLabel({ name: type === null ? "Account" : manualTypeWords[type], mask });
}

/** The balance before the file's rows: stated, or the one after them without what they moved; 0 if the file says neither. */
function openingOf(
  { opening, closing }: ImportPreviewAccount["balances"],
  { moved, isoCurrencyCode }: { moved: Money; isoCurrencyCode: string },
): Money {
  if (opening !== undefined) return ofUnits(opening.amount, isoCurrencyCode);
  if (closing === undefined) return zeroMoney;
  return addMoney(ofUnits(closing.amount, isoCurrencyCode), negateMoney(moved));
}
