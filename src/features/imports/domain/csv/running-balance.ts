/** Relation of a column of balances to a column of amounts. */
export type RunningBalance = {
  /** -1 if balances fall by positive amounts. */
  sign: 1 | -1;
  isDescending: boolean;
  /** Pairs of neighboring balances that agree, of all. */
  agreeing: number;
  pairs: number;
};

/** A row's amount and the balance beside it, in minor units; null for a row without it. The date is `YYYY-MM-DD`, if it's known. */
export type AmountAndBalance = { amount: number; balance: number | null; date?: string };

const bothSigns: readonly (1 | -1)[] = [1, -1];

/**
 * Finds the sign and order in which each balance is the one before plus the amounts. Returns null if no sign and order fit more
 * than half of them, or if there's nothing to compare. If several fit as well, the order of the dates wins, and amounts as
 * printed. An order against dates that all run one way is none: balances before each row would fit it.
 */
export function findRunningBalance(
  rows: readonly AmountAndBalance[],
  signs: readonly (1 | -1)[] = bothSigns,
): RunningBalance | null {
  const dates = rows.map(({ date }) => date ?? "");
  const descends = (dates[0] ?? "") > (dates.at(-1) ?? "");
  const orders = runsOneWay(dates, descends) ? [descends] : [descends, !descends];
  let best: RunningBalance | null = null;
  for (const sign of signs) {
    for (const isDescending of orders) {
      const found = compare(rows, sign, isDescending);
      if (found.agreeing > (best?.agreeing ?? 0)) best = found;
    }
  }
  return best !== null && best.agreeing * 2 > best.pairs ? best : null;
}

/** Counts pairs of neighboring balances that agree with a sign, in accounts where most do. */
export function agreeingPairs(accounts: readonly (readonly AmountAndBalance[])[], sign: 1 | -1): number {
  return accounts.reduce((sum, rows) => sum + (findRunningBalance(rows, [sign])?.agreeing ?? 0), 0);
}

/** Returns true for dates that aren't all the same and never turn. */
function runsOneWay(dates: readonly string[], descends: boolean): boolean {
  return (
    dates[0] !== dates.at(-1) &&
    dates.every((date, index) => {
      const next = dates[index + 1] ?? date;
      return descends ? next <= date : next >= date;
    })
  );
}

/** Fewer pairs of neighboring balances don't say that balances are wrong. */
const fewestPairs = 3;

/** Returns true if there are enough balances beside amounts to expect them to fit. One that repeats in each row is no running one. */
export function shouldRun(rows: readonly AmountAndBalance[]): boolean {
  const balances = new Set(rows.flatMap(({ balance }) => balance ?? []));
  return balances.size > 1 && compare(rows, 1, false).pairs >= fewestPairs;
}

/** Compares each balance with the one printed before it, which may be some rows away: some banks print one for each day. */
function compare(rows: readonly AmountAndBalance[], sign: 1 | -1, isDescending: boolean): RunningBalance {
  let agreeing = 0;
  let pairs = 0;
  let earlier: number | null = null;
  let moved = 0;
  for (const { amount, balance } of isDescending ? rows.toReversed() : rows) {
    moved += amount;
    if (balance === null) continue;
    // An amount of 0 fits every sign.
    if (earlier !== null && moved !== 0) {
      pairs += 1;
      if (balance - earlier === sign * moved) agreeing += 1;
    }
    [earlier, moved] = [balance, 0];
  }
  return { sign, isDescending, agreeing, pairs };
}
