/*
 * Comparison of accounts across links to one bank (docs/reference/money.md, "Linking"): by the bank's persistent id if
 * both have one, else by last digits, name, and type. A type that the person chose says nothing about the source's.
 */

export type AccountFacts = {
  persistentAccountId: string | null;
  name: string;
  /** The last two to four digits. */
  mask: string | null;
  type: string;
  /** True if the person chose the type. */
  isTypeChosen?: boolean;
};

/** Account as the bank's dialog reports it to the browser. */
export type SelectedAccount = { name: string; mask: string | null };

/** True if both are the same account of one bank. */
export function isSameAccount(one: AccountFacts, other: AccountFacts): boolean {
  if (one.persistentAccountId !== null && other.persistentAccountId !== null)
    return one.persistentAccountId === other.persistentAccountId;
  return isAlike(one, other);
}

/** True if an account chosen in the dialog matches this one. */
export function isSelectedAccount(selected: SelectedAccount, account: AccountFacts): boolean {
  return nameKey(selected.name) === nameKey(account.name) && selected.mask === account.mask;
}

/**
 * Matches the accounts of a new link to those known from an earlier one: first by persistent id, then by description if
 * it is unique on both sides.
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
    const [only, ...others] = openKnown.filter((other) => isSameAccount(account, other));
    if (only === undefined || others.length > 0) continue;
    const lookAlikes = openFound.filter((other) => isAlike(other, only));
    if (lookAlikes.length === 1) matches.set(account, only);
  }
  return matches;
}

function isTaken<Known>(matches: ReadonlyMap<unknown, Known>, account: Known): boolean {
  return [...matches.values()].includes(account);
}

function isAlike(one: AccountFacts, other: AccountFacts): boolean {
  const isOfType = one.isTypeChosen === true || other.isTypeChosen === true || one.type === other.type;
  return isOfType && one.mask === other.mask && nameKey(one.name) === nameKey(other.name);
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}
