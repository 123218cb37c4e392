/*
 * Whether two links show the same account of a bank (docs/reference/money.md, "Linking"): by the bank's lasting id
 * where both have one, else by last digits, name and type. Only accounts of one institution are ever compared.
 */

export type AccountFacts = {
  persistentAccountId: string | null;
  name: string;
  /** The last two to four digits. */
  mask: string | null;
  type: string;
};

/** What the bank's dialog tells the browser of an account. */
export type ToldAccount = { name: string; mask: string | null };

export function isSameAccount(one: AccountFacts, other: AccountFacts): boolean {
  if (one.persistentAccountId !== null && other.persistentAccountId !== null)
    return one.persistentAccountId === other.persistentAccountId;
  return looksOf(one) === looksOf(other);
}

/** True where the dialog showed an account that looks like this one. */
export function isToldAccount(told: ToldAccount, account: AccountFacts): boolean {
  return nameKey(told.name) === nameKey(account.name) && told.mask === account.mask;
}

/**
 * Which of the accounts known from an earlier link each account of a new one is. Lasting ids first; by its looks only
 * where exactly one on either side looks so.
 */
export function matchAccounts<Known extends AccountFacts, Found extends AccountFacts>(
  known: readonly Known[],
  found: readonly Found[],
): Map<Found, Known> {
  const matches = new Map<Found, Known>();
  for (const account of found) {
    const id = account.persistentAccountId;
    const same =
      id === null ? undefined : known.find(({ persistentAccountId }) => persistentAccountId === id);
    if (same !== undefined && !isTaken(matches, same)) matches.set(account, same);
  }
  const openFound = found.filter((account) => !matches.has(account));
  const openKnown = known.filter((account) => !isTaken(matches, account));
  for (const account of openFound) {
    const candidates = openKnown.filter((other) => isSameAccount(account, other));
    const rivals = openFound.filter((other) => looksOf(other) === looksOf(account));
    const [only] = candidates;
    if (only !== undefined && candidates.length === 1 && rivals.length === 1) matches.set(account, only);
  }
  return matches;
}

function isTaken<Known>(matches: ReadonlyMap<unknown, Known>, account: Known): boolean {
  return [...matches.values()].includes(account);
}

function looksOf({ mask, name, type }: AccountFacts): string {
  return JSON.stringify([mask, nameKey(name), type]);
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}
