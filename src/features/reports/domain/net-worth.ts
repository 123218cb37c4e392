import { addMoney, compareMoney, negateMoney, sumMoney, zeroMoney, type Money } from "#shared/money.ts";

/*
 * Net worth by day (docs/reference/money.md, "Net worth"). Amounts are minor units of an account's currency, negative for what is
 * owed.
 */

/** An amount of a day: what an account held at its end, or what moved in it. */
export type DayAmount = { date: string; amount: Money };

/** An account with what is known of its balance. */
export type WorthAccount = {
  accountId: number;
  institutionAccessItemId: number;
  isoCurrencyCode: string;
  /** The same for copies of an account from several links; null if that can't be told. */
  identity: string | null;
  /** Known balances by day, oldest first; at least one. */
  balances: readonly DayAmount[];
  /** Posted money in less money out by day, oldest first, from the first balance on that counts. */
  moves: readonly DayAmount[];
  /** First day of its history. */
  since: string;
  /** First day on which it doesn't count any more; null if it still counts. */
  until: string | null;
};

/** Net worth at the end of a day. */
export type WorthPoint = {
  date: string;
  amount: Money;
  /** Sum of what the person has, 0 or more, and of what they owe, 0 or less. */
  owned: Money;
  owed: Money;
  /** Not certain: an account's history hasn't begun yet, or its transactions don't explain its balances. */
  isGap: boolean;
};

export type AccountWorth = { accountId: number; since: string; amount: Money | null };

export type Worth = {
  isoCurrencyCode: string;
  /** The days asked for, without those before anything is known. */
  points: WorthPoint[];
  /** Accounts that count on some of the days, with what they hold at the end of the last; null for those that are over. */
  accounts: AccountWorth[];
};

/** Value of an account before its history: nothing, or what it held first. */
export type BeforeHistory = "nothing" | "held";

/**
 * Returns the net worth at the end of each day by currency, that of most accounts first. `days` are in order. Of an account that
 * came by several links, only the one counts whose bank is `accounts`' first; the others fill the time before its history.
 */
export function worthOf(
  accounts: readonly WorthAccount[],
  days: readonly string[],
  before: BeforeHistory = "nothing",
): Worth[] {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const counted = withoutCopies(accounts).filter(
    ({ since, until }) => since <= last && (until === null || until > first) && since !== until,
  );
  return [...Map.groupBy(counted, ({ isoCurrencyCode }) => isoCurrencyCode)]
    .toSorted(([a, ofA], [b, ofB]) => openCount(ofB) - openCount(ofA) || a.localeCompare(b))
    .map(([isoCurrencyCode, own]) => {
      const curves = own.map((account) => ({ account, at: curveOf(account) }));
      return {
        isoCurrencyCode,
        points: days.flatMap((date) => pointAt(curves, date, before) ?? []),
        accounts: curves.map(({ account: { accountId, since, until }, at }) => ({
          accountId,
          since,
          amount: until !== null && until <= last ? null : at(last).amount,
        })),
      };
    });
}

function openCount(accounts: readonly WorthAccount[]): number {
  return accounts.filter(({ until }) => until === null).length;
}

/** Ends copies of an account where the history of the first begins. Within one link, look-alikes are separate accounts. */
function withoutCopies(accounts: readonly WorthAccount[]): WorthAccount[] {
  const firsts = new Map<string, { institutionAccessItemId: number; since: string }>();
  return accounts.map((account) => {
    const { identity, institutionAccessItemId, since, until } = account;
    if (identity === null) return account;
    const first = firsts.get(identity);
    if (first === undefined || first.institutionAccessItemId === institutionAccessItemId) {
      const earliest = first !== undefined && first.since < since ? first.since : since;
      firsts.set(identity, { institutionAccessItemId, since: earliest });
      return account;
    }
    const end = until === null || first.since < until ? first.since : until;
    return Object.assign({}, account, { until: end < since ? since : end });
  });
}

type Curve = { account: WorthAccount; at: (date: string) => { amount: Money; isGap: boolean } };

function pointAt(curves: readonly Curve[], date: string, before: BeforeHistory): WorthPoint | null {
  const counted = curves.filter(({ account: { until } }) => until === null || date < until);
  const known = counted.filter(({ account }) => account.since <= date);
  if (known.length === 0 && counted.length > 0 && before === "nothing") return null;
  const values = (before === "held" ? counted : known).map(({ account: { since }, at }) =>
    at(date < since ? since : date),
  );
  const amounts = values.map(({ amount }) => amount);
  return {
    date,
    amount: sumMoney(amounts),
    owned: sumMoney(amounts.filter((amount) => compareMoney(amount, zeroMoney) > 0)),
    owed: sumMoney(amounts.filter((amount) => compareMoney(amount, zeroMoney) < 0)),
    isGap: known.length < counted.length || values.some(({ isGap }) => isGap),
  };
}

/**
 * Returns the balance of an account by day: the next known one without what moved in between, or after the last, that one with
 * what has moved since. It's a gap if what moved between the known ones around a day doesn't explain their difference.
 */
function curveOf({ balances, moves }: WorthAccount): Curve["at"] {
  const sums: Money[] = [];
  for (const { amount } of moves) sums.push(addMoney(sums.at(-1) ?? zeroMoney, amount));
  const movedUntil = (date: string) => sums[countUntil(moves, date) - 1] ?? zeroMoney;
  const movedBetween = (after: string, until: string) =>
    addMoney(movedUntil(until), negateMoney(movedUntil(after)));
  return (date) => {
    const passed = countUntil(balances, date);
    const before = balances[passed - 1];
    if (before?.date === date) return { amount: before.amount, isGap: false };
    const next = balances[passed];
    if (next === undefined) {
      const since = before === undefined ? zeroMoney : movedBetween(before.date, date);
      return { amount: addMoney(before?.amount ?? zeroMoney, since), isGap: false };
    }
    const amount = addMoney(next.amount, negateMoney(movedBetween(date, next.date)));
    const isExplained =
      before === undefined || addMoney(before.amount, movedBetween(before.date, next.date)) === next.amount;
    return { amount, isGap: !isExplained };
  };
}

/** Counts the days up to one, in a list in order. */
function countUntil(days: readonly DayAmount[], date: string): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle]?.date ?? "") <= date) low = middle + 1;
    else high = middle;
  }
  return low;
}
