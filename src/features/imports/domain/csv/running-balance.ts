/** Relation of a column of balances to a column of amounts. */
export type RunningBalance = {
  /** -1 if balances fall by positive amounts. */
  sign: 1 | -1;
  isDescending: boolean;
  /** Pairs of neighboring rows that agree, of all. */
  agreeing: number;
  pairs: number;
};

/** A row's amount and the balance beside it, in minor units; null for a row without it. */
export type AmountAndBalance = { amount: number; balance: number | null };

/**
 * Finds the sign and order in which each balance is the one before plus the amount. Returns null if no sign and order fit more
 * than half of the rows, or if there's nothing to compare. If several fit as well, `likelyDescending` wins, and amounts as printed.
 */
export function findRunningBalance(
  rows: readonly AmountAndBalance[],
  likelyDescending = false,
): RunningBalance | null {
  let best: RunningBalance | null = null;
  for (const sign of [1, -1] as const) {
    for (const isDescending of [likelyDescending, !likelyDescending]) {
      const found = compare(rows, sign, isDescending);
      if (found.agreeing > (best?.agreeing ?? 0)) best = found;
    }
  }
  return best !== null && best.agreeing * 2 > best.pairs ? best : null;
}

function compare(rows: readonly AmountAndBalance[], sign: 1 | -1, isDescending: boolean): RunningBalance {
  let agreeing = 0;
  let pairs = 0;
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (next === undefined || row.balance === null || next.balance === null) continue;
    const [earlier, later, moved] = isDescending
      ? [next.balance, row.balance, row.amount]
      : [row.balance, next.balance, next.amount];
    // An amount of 0 fits every sign.
    if (moved === 0) continue;
    pairs += 1;
    if (later - earlier === sign * moved) agreeing += 1;
  }
  return { sign, isDescending, agreeing, pairs };
}
