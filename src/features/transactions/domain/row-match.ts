import { daysBetween, spanOf } from "#shared/time/plain-dates.ts";
import { payeeKey } from "./payees/payee-key.ts";
import { isSimilarPayee } from "./payees/similar-payee.ts";

/** Facts used to compare two rows; amounts in minor units. */
export type MatchableRow = {
  accountId: number;
  amount: number;
  isoCurrencyCode: string;
  date: string;
  name: string;
  payeeKey?: string;
};

/** A row of one of several sources, with the key of its payee (`payeeKeyOf`), which leaves out what only that source prints. */
export type SourcedRow = MatchableRow & { payeeKey: string };

/** First and last day of the rows that came together, such as those of a file. */
export type Days = { from: string; to: string };

/** Most days between two rows of one pair: how much earlier and later the left one can be. */
type Window = { earliest: number; latest: number };

/** A round of matching among the rows that earlier rounds left over. */
type Round<A, B> = {
  key: (row: A | B) => string;
  /**
   * Rows with equal keys pair in order, or in order with a similar payee, or if there are as many on both sides. With a window of
   * days, only those pair that are each other's only candidate.
   */
  days: "in order" | "similar in order" | "as many" | Window;
  fits?: (left: A, right: B) => boolean;
};

/** Most days a pending row can take to post if the bank doesn't link the two (docs/reference/money.md, "Pending and posted"). */
export const longestPostingDays = 8;
/** Most days between the dates of one transaction in two links to the same bank, or in two sources. */
const datingDays = 3;
/** Most days between the day that a person typed and the bank's. */
const typingDays = 7;

/**
 * Matches posted rows with the pending ones they replace if the bank doesn't say (docs/reference/money.md, "Pending and
 * posted"): same account, same amount, same payee key, at most eight days later, and exactly one candidate each way.
 */
export function matchPosted<Posted extends MatchableRow, Pending extends MatchableRow>(
  posted: readonly Posted[],
  pending: readonly Pending[],
): Map<Posted, Pending> {
  const key = (row: MatchableRow) => `${amountKey(row)} ${payeeKey(row.name)}`;
  return matchInRounds(posted, pending, [{ key, days: { earliest: 0, latest: longestPostingDays } }]);
}

/** The same for posted rows of a file, which prints payees in its own way (docs/reference/import-matching.md, "Matching"). */
export function matchPostedInFile<Posted extends SourcedRow, Pending extends SourcedRow>(
  posted: readonly Posted[],
  pending: readonly Pending[],
): Map<Posted, Pending> {
  const days = { earliest: 0, latest: longestPostingDays };
  return matchInRounds(posted, pending, [{ key: amountKey, days, fits: hasSimilarPayee }]);
}

/**
 * Matches rows of a new link to a bank with rows of an earlier link: first by account, amount, day, and name (equal rows
 * pair in order), then without the name, then by name a few days apart. The last two need exactly one candidate each way.
 */
export function matchHistory<Fresh extends MatchableRow, Kept extends MatchableRow>(
  fresh: readonly Fresh[],
  kept: readonly Kept[],
): Map<Fresh, Kept> {
  return matchInRounds(fresh, kept, [
    { key: (row) => `${dayKey(row)} ${payeeKey(row.name)}`, days: "in order" },
    { key: dayKey, days: around(0) },
    { key: (row) => `${amountKey(row)} ${payeeKey(row.name)}`, days: around(datingDays) },
  ]);
}

/** Share of the rows of the days in question that must come again for a source to have numbered its rows anew. */
export const renumberedShare = 0.8;

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
    const days = spanOf(arrived.map(({ date }) => date));
    const rows = (knownOf.get(accountId) ?? []).filter(({ date }) => days !== null && isWithin(date, days));
    const twins = matchInRounds(arrived, rows.filter(isMissing), [
      { key: (row) => `${dayKey(row)} ${row.name}`, days: "in order" },
    ]);
    if (twins.size < rows.length * renumberedShare) continue;
    for (const [row, twin] of twins) found.set(row, twin);
  }
  return found;
}

/**
 * Matches rows of two sources, such as a bank's and a file's (docs/reference/import-matching.md, "Matching"): equal ones of a day in
 * order, those with a similar payee in order, and the rest if both have as many; then those a few days apart that are each other's
 * only candidate, first with a similar payee. A row is looked for on other days only if it `isCovered`, that is, if one of the
 * sources covers the other's day: where neither does, both are rows of their own. It doesn't matter which source comes first.
 */
export function matchSources<A extends SourcedRow, B extends SourcedRow>(
  left: readonly A[],
  right: readonly B[],
  isCovered: (one: A, other: B) => boolean,
): Map<A, B> {
  return matchInRounds(left, right, [...sameDayRounds, ...otherDayRounds(isCovered)]);
}

/** Matches rows of two sources on the same day only, as `matchSources` does first. */
export function matchSameDay<A extends SourcedRow, B extends SourcedRow>(
  left: readonly A[],
  right: readonly B[],
): Map<A, B> {
  return matchInRounds(left, right, sameDayRounds);
}

/** Matches rows of two sources that no row of the same day has been found for, as `matchSources` does then. */
export function matchOtherDays<A extends SourcedRow, B extends SourcedRow>(
  left: readonly A[],
  right: readonly B[],
  isCovered: (one: A, other: B) => boolean,
): Map<A, B> {
  return matchInRounds(left, right, otherDayRounds(isCovered));
}

const sameDayRounds: readonly Round<SourcedRow, SourcedRow>[] = [
  { key: contentKey, days: "in order" },
  { key: dayKey, days: "similar in order" },
  { key: dayKey, days: "as many" },
];

function otherDayRounds<A extends SourcedRow, B extends SourcedRow>(
  isCovered: (one: A, other: B) => boolean,
): Round<A, B>[] {
  return [
    {
      key: amountKey,
      days: around(datingDays),
      fits: (one, other) => isCovered(one, other) && hasSimilarPayee(one, other),
    },
    { key: amountKey, days: around(datingDays), fits: isCovered },
  ];
}

/** Matches rows of a bank or a file with rows that the person typed; the payee may differ (docs/reference/import-matching.md, "Matching"). */
export function matchTyped<A extends SourcedRow, Typed extends SourcedRow>(
  rows: readonly A[],
  typed: readonly Typed[],
): Map<A, Typed> {
  return matchInRounds(rows, typed, [
    { key: contentKey, days: "in order" },
    { key: dayKey, days: around(0) },
    { key: amountKey, days: around(typingDays), fits: hasSimilarPayee },
    { key: amountKey, days: around(typingDays) },
  ]);
}

/** The account, the currency, and the amount of a row. */
export function amountKey({ accountId, amount, isoCurrencyCode }: MatchableRow): string {
  return `${accountId} ${amount} ${isoCurrencyCode}`;
}

function dayKey(row: MatchableRow): string {
  return `${amountKey(row)} ${row.date}`;
}

/** Returns the key that equal rows share: account, amount, currency, day, and cleaned payee. */
export function contentKey(row: SourcedRow): string {
  return `${dayKey(row)} ${row.payeeKey}`;
}

function around(days: number): Window {
  return { earliest: -days, latest: days };
}

/** Returns true for a day between these two, both included. */
export function isWithin(date: string, { from, to }: Days): boolean {
  return from <= date && date <= to;
}

/** Returns true for a day that a source covers. It says nothing about a day between two of its files. */
export function isCoveredBy(spans: readonly Days[], date: string): boolean {
  return spans.some((days) => isWithin(date, days));
}

function hasSimilarPayee(one: SourcedRow, other: SourcedRow): boolean {
  return isSimilarPayee(one.payeeKey, other.payeeKey);
}

function matchInRounds<A extends MatchableRow, B extends MatchableRow>(
  left: readonly A[],
  right: readonly B[],
  rounds: readonly Round<A, B>[],
): Map<A, B> {
  const found = new Map<A, B>();
  const taken = new Set<B>();
  for (const round of rounds) {
    const openLeft = left.filter((row) => !found.has(row));
    const openRight = right.filter((row) => !taken.has(row));
    if (openLeft.length === 0 || openRight.length === 0) break;
    const more =
      typeof round.days === "string"
        ? inGroups(openLeft, openRight, round.key, groupRounds[round.days])
        : onlyCandidates(openLeft, openRight, { ...round, days: round.days });
    for (const [row, match] of more) {
      found.set(row, match);
      taken.add(match);
    }
  }
  return found;
}

type PairGroup = <A extends MatchableRow, B extends MatchableRow>(
  left: readonly A[],
  right: readonly B[],
) => [A, B][];

/** Pairs rows with equal keys, group by group. */
function inGroups<A extends MatchableRow, B extends MatchableRow>(
  left: readonly A[],
  right: readonly B[],
  key: (row: A | B) => string,
  pairGroup: PairGroup,
): [A, B][] {
  const rights = Map.groupBy(right, key);
  return [...Map.groupBy(left, key)].flatMap(([each, rows]) => pairGroup(rows, rights.get(each) ?? []));
}

const groupRounds: Record<"in order" | "similar in order" | "as many", PairGroup> = {
  "in order": inOrder,
  "similar in order": similarInOrder,
  "as many": asMany,
};

/** Pairs rows if there are as many on both sides: any pairing is right. */
function asMany<A, B>(left: readonly A[], right: readonly B[]): [A, B][] {
  return left.length === right.length ? inOrder(left, right) : [];
}

function inOrder<A, B>(left: readonly A[], right: readonly B[]): [A, B][] {
  return left.slice(0, right.length).flatMap((row, index): [A, B][] => {
    const match = right[index];
    return match === undefined ? [] : [[row, match]];
  });
}

/** Gives each row the first of the next few that isn't taken and has a similar payee. */
function similarInOrder<A extends MatchableRow, B extends MatchableRow>(
  left: readonly A[],
  right: readonly B[],
): [A, B][] {
  const open = right.slice(0, mostCompared);
  let next = open.length;
  return left.flatMap((row): [A, B][] => {
    const index = open.findIndex((other) => isSimilarPayee(row.payeeKey ?? "", other.payeeKey ?? ""));
    const [match] = index === -1 ? [] : open.splice(index, 1);
    if (match === undefined) return [];
    open.push(...right.slice(next, next + 1));
    next += 1;
    return [[row, match]];
  });
}

/** Pairs rows that are each other's only candidate; the left row can be up to `latest` days later than the right one. */
function onlyCandidates<A extends MatchableRow, B extends MatchableRow>(
  left: readonly A[],
  right: readonly B[],
  { key, days: { earliest, latest }, fits = () => true }: Round<A, B> & { days: Window },
): [A, B][] {
  const lefts = byKeyAndDay(left, key);
  const rights = byKeyAndDay(right, key);
  return left.flatMap((row): [A, B][] => {
    const only = onlyOne(
      rights,
      { key: key(row), from: dayOf(row) - latest, to: dayOf(row) - earliest },
      (other) => fits(row, other),
    );
    if (only === null) return [];
    const back = onlyOne(
      lefts,
      { key: key(row), from: dayOf(only) + earliest, to: dayOf(only) + latest },
      (other) => fits(other, only),
    );
    return back === row ? [[row, only]] : [];
  });
}

/** Rows by key, then by day number. */
type Near<Row> = ReadonlyMap<string, ReadonlyMap<number, readonly Row[]>>;

function byKeyAndDay<Row extends MatchableRow>(rows: readonly Row[], key: (row: Row) => string): Near<Row> {
  return new Map(
    [...Map.groupBy(rows, key)].map(([each, ofKey]) => [each, Map.groupBy(ofKey, dayOf)] as const),
  );
}

/** Most rows that are compared one by one. Among more, none is found to be the only candidate, so that time stays linear. */
const mostCompared = 20;

/** Returns the only row of a key and some days that fits; null if there is none, or more. */
function onlyOne<Row>(
  rows: Near<Row>,
  { key, from, to }: { key: string; from: number; to: number },
  fits: (row: Row) => boolean,
): Row | null {
  const days = rows.get(key);
  if (days === undefined) return null;
  let only: Row | null = null;
  let compared = 0;
  for (let day = from; day <= to; day += 1) {
    for (const row of days.get(day) ?? []) {
      compared += 1;
      if (compared > mostCompared) return null;
      if (!fits(row)) continue;
      if (only !== null) return null;
      only = row;
    }
  }
  return only;
}

const dayNumbers = new Map<string, number>();

/** Number of a day. Ledgers repeat the same few thousand days. */
function dayOf({ date }: MatchableRow): number {
  const known = dayNumbers.get(date);
  if (known !== undefined) return known;
  if (dayNumbers.size > 50_000) dayNumbers.clear();
  const day = daysBetween("2000-01-01", date);
  dayNumbers.set(date, day);
  return day;
}
