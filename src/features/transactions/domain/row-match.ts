import { daysBetween } from "#shared/time/plain-dates.ts";
import { payeeKey } from "./payees/payee-key.ts";

/** Facts used to compare two rows; amounts in minor units. */
export type MatchableRow = {
  accountId: number;
  amount: number;
  isoCurrencyCode: string;
  date: string;
  name: string;
};

/** Most days a pending row can take to post if the bank doesn't link the two (docs/reference/money.md, "Pending and posted"). */
const longestPostingDays = 8;
/** Most days between the dates of one transaction in two links to the same bank. */
const datingDays = 3;

/**
 * Matches posted rows with the pending ones they replace if the bank doesn't say (docs/reference/money.md, "Pending and
 * posted"): same account, same amount, same payee key, at most eight days later, and exactly one candidate each way.
 */
export function matchPosted<Posted extends MatchableRow, Pending extends MatchableRow>(
  posted: readonly Posted[],
  pending: readonly Pending[],
): Map<Posted, Pending> {
  return onlyCandidates(posted, pending, (row) => `${amountKey(row)} ${payeeKey(row.name)}`, {
    earliest: 0,
    latest: longestPostingDays,
  });
}

/**
 * Matches rows of a new link to a bank with rows of an earlier link: first by account, amount, day, and name (equal rows
 * pair in order), then without the name, then by name a few days apart. The last two need exactly one candidate each way.
 */
export function matchHistory<Fresh extends MatchableRow, Kept extends MatchableRow>(
  fresh: readonly Fresh[],
  kept: readonly Kept[],
): Map<Fresh, Kept> {
  const found = inOrder(fresh, kept, (row) => `${amountKey(row)} ${row.date} ${payeeKey(row.name)}`);
  const looser: [key: (row: MatchableRow) => string, days: number][] = [
    [(row) => `${amountKey(row)} ${row.date}`, 0],
    [(row) => `${amountKey(row)} ${payeeKey(row.name)}`, datingDays],
  ];
  for (const [key, days] of looser) {
    const taken = new Set(found.values());
    const more = onlyCandidates(
      fresh.filter((row) => !found.has(row)),
      kept.filter((row) => !taken.has(row)),
      key,
      { earliest: -days, latest: days },
    );
    for (const [row, match] of more) found.set(row, match);
  }
  return found;
}

/** Share of the rows of the days in question that must come again for a source to have numbered its rows anew. */
const renumberedShare = 0.8;

/**
 * Matches rows that come under unknown IDs with rows that are known but missing, if their source has numbered its rows anew
 * (docs/reference/money.md, "SimpleFIN"): in the days of the unknown rows, at least 80% of an account's known rows must have an
 * exact twin among them. Equal rows pair in order. Fewer twins are a coincidence, and match nothing.
 */
export function findRenumbered<Fresh extends MatchableRow, Known extends MatchableRow>(
  fresh: readonly Fresh[],
  known: readonly Known[],
  isMissing: (row: Known) => boolean,
): Map<Fresh, Known> {
  const found = new Map<Fresh, Known>();
  const knownOf = Map.groupBy(known, ({ accountId }) => accountId);
  for (const [accountId, arrived] of Map.groupBy(fresh, (row) => row.accountId)) {
    const days = arrived.map(({ date }) => date).toSorted();
    const [first = "", last = ""] = [days[0], days.at(-1)];
    const rows = (knownOf.get(accountId) ?? []).filter(({ date }) => date >= first && date <= last);
    const twins = inOrder(
      arrived,
      rows.filter(isMissing),
      (row) => `${amountKey(row)} ${row.date} ${row.name}`,
    );
    if (twins.size < rows.length * renumberedShare) continue;
    for (const [row, twin] of twins) found.set(row, twin);
  }
  return found;
}

function amountKey({ accountId, amount, isoCurrencyCode }: MatchableRow): string {
  return `${accountId} ${amount} ${isoCurrencyCode}`;
}

function inOrder<A extends MatchableRow, B extends MatchableRow>(
  left: readonly A[],
  right: readonly B[],
  key: (row: MatchableRow) => string,
): Map<A, B> {
  const waiting = Map.groupBy(right, key);
  const found = new Map<A, B>();
  for (const row of left) {
    const match = waiting.get(key(row))?.shift();
    if (match !== undefined) found.set(row, match);
  }
  return found;
}

/** Pairs rows that are each other's only candidate; the left row can be up to `days` later than the right one. */
function onlyCandidates<A extends MatchableRow, B extends MatchableRow>(
  left: readonly A[],
  right: readonly B[],
  key: (row: MatchableRow) => string,
  days: { earliest: number; latest: number },
): Map<A, B> {
  const byKey = Map.groupBy(right, key);
  const candidates = new Map<A, B[]>();
  const wishes = new Map<B, number>();
  for (const row of left) {
    const near = (byKey.get(key(row)) ?? []).filter((other) => {
      const apart = daysBetween(other.date, row.date);
      return apart >= days.earliest && apart <= days.latest;
    });
    candidates.set(row, near);
    for (const other of near) wishes.set(other, (wishes.get(other) ?? 0) + 1);
  }
  const found = new Map<A, B>();
  for (const [row, [only, ...others]] of candidates) {
    if (only !== undefined && others.length === 0 && wishes.get(only) === 1) found.set(row, only);
  }
  return found;
}
