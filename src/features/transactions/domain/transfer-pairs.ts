import { negateMoney, zeroMoney, type Money } from "#shared/money.ts";
import { addDays, daysBetween } from "#shared/time/plain-dates.ts";
import { hasNoBankCategory, looksLikeTransfer, type BankCategories } from "./bank-categories.ts";

/** Facts that pairing needs. Rows that the bank removed are left out. */
export type TransferCandidate = BankCategories & {
  transactionId: number;
  accountId: number;
  amount: Money;
  isoCurrencyCode: string;
  date: string;
};

/** Most days between the two sides of a transfer (docs/reference/money.md, "Transfers"). */
const transferDays = 5;

type DatedRow = { row: TransferCandidate; day: number };

/**
 * Pairs transfers and card payments with both sides on linked accounts (docs/reference/money.md, "Transfers"): equal and
 * opposite, in one currency, at most five days apart, and each the other's only candidate. At least one side must look
 * like a transfer by the bank's category (or neither has one), because a purchase and an unrelated refund of the same
 * amount aren't a transfer. Returns each side's ID with the other's, in both directions. The order of rows doesn't matter.
 */
export function pairTransfers(rows: readonly TransferCandidate[]): Map<number, number> {
  const dated = rows.map((row) => ({ row, day: daysBetween("2000-01-01", row.date) }));
  const byAmount = Map.groupBy(dated, ({ row }) => `${row.amount} ${row.isoCurrencyCode}`);
  for (const group of byAmount.values()) group.sort((a, b) => a.day - b.day);

  function onlyCandidate(one: DatedRow): DatedRow | null {
    const opposite = byAmount.get(`${negateMoney(one.row.amount)} ${one.row.isoCurrencyCode}`) ?? [];
    let found: DatedRow | null = null;
    for (let at = firstFrom(opposite, one.day - transferDays); at < opposite.length; at += 1) {
      const other = opposite[at];
      if (other === undefined || other.day > one.day + transferDays) break;
      if (!areSidesOfOne(one.row, other.row)) continue;
      if (found !== null) return null;
      found = other;
    }
    return found;
  }

  const pairs = new Map<number, number>();
  for (const one of dated) {
    const other = onlyCandidate(one);
    if (other !== null && onlyCandidate(other) === one)
      pairs.set(one.row.transactionId, other.row.transactionId);
  }
  return pairs;
}

/** Returns the index of the first row on or after a day in a sorted list. */
function firstFrom(sorted: readonly DatedRow[], day: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.day ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function areSidesOfOne(row: TransferCandidate, other: TransferCandidate): boolean {
  return (
    row.amount !== zeroMoney &&
    row.accountId !== other.accountId &&
    (looksLikeTransfer(row) ||
      looksLikeTransfer(other) ||
      (hasNoBankCategory(row) && hasNoBankCategory(other)))
  );
}

/** A span of days, both ends included. */
export type DaySpan = { first: string; last: string };

/**
 * Returns the days around changed rows: `decided` covers pairs that may change, `seen` covers all rows that can affect
 * them.
 */
export function transferNeighborhood(changed: DaySpan): { decided: DaySpan; seen: DaySpan } {
  return { decided: widen(changed, 2 * transferDays), seen: widen(changed, 3 * transferDays) };
}

function widen({ first, last }: DaySpan, days: number): DaySpan {
  return { first: addDays(first, -days), last: addDays(last, days) };
}
