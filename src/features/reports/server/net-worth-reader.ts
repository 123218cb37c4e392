import { compareDates } from "#shared/time/compare-dates.ts";
import { readBalanceAccounts, readMoves, type BalanceAccount } from "#features/transactions/server/index.ts";
import type { Transaction } from "#server/database/db.ts";
import { towardsBalance } from "#shared/banks.ts";
import type { Money } from "#shared/money.ts";
import { addDays } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import {
  worthOf,
  type BeforeHistory,
  type DayAmount,
  type Worth,
  type WorthAccount,
} from "../domain/net-worth.ts";

export type WorthOwner = {
  userId: string;
  mode: "sandbox" | "live";
  /** Today in the site's time zone. */
  today: string;
  timeZone: string;
};

/** Account whose worth is read, for its names. */
export type NamedAccount = Pick<
  BalanceAccount,
  "accountId" | "institutionAccessItemId" | "institutionName" | "name" | "mask" | "type"
>;

type Asked = {
  from: string | null;
  daysOf: (first: string | null) => readonly string[];
  before?: BeforeHistory;
};

/**
 * Reads a person's net worth by currency at the end of each of some days, which are in order and not after today
 * (docs/reference/money.md, "Net worth"), with the accounts' names. `daysOf` chooses the days, given the first of which something
 * is known; without `from`, the period begins with the first day chosen.
 */
export async function readNetWorth(
  tx: Transaction,
  owner: WorthOwner,
  { from, daysOf, before }: Asked,
): Promise<{ worth: Worth[]; accounts: ReadonlyMap<number, NamedAccount>; firstDay: string | null }> {
  const { userId, today } = owner;
  const found = await readBalanceAccounts(tx, owner, { from: from ?? "0001-01-01", today });
  const known = found.flatMap((account) => {
    const balances = balancesOf(account, owner);
    return balances.length === 0 ? [] : [{ account, balances, since: sinceOf(account, balances) }];
  });
  const firstDay = known.reduce<string | null>(
    (first, { since }) => (first === null || since < first ? since : first),
    null,
  );
  const days = daysOf(firstDay);
  const start = from ?? days[0] ?? today;
  const accountIds = known.map(({ account: { accountId } }) => accountId);
  const after = known.map(({ balances }) => startOfMoves(balances, start)).toSorted()[0] ?? today;
  const moves = await readMoves(tx, userId, { accountIds, after }, daysToMoveBetween(days, known));
  const accounts = known.map(({ account, balances, since }): WorthAccount => ({
    accountId: account.accountId,
    institutionAccessItemId: account.institutionAccessItemId,
    isoCurrencyCode: account.isoCurrencyCode,
    identity: identityOf(account),
    balances,
    moves: moves.get(account.accountId) ?? [],
    since,
    until: untilOf(account, owner),
  }));
  return {
    worth: worthOf(accounts, days, before),
    accounts: new Map(found.map((account) => [account.accountId, account])),
    firstDay,
  };
}

/** Returns the days between which curves need what moved: those that are told, and those from which they are told. */
function daysToMoveBetween(
  days: readonly string[],
  known: readonly { balances: readonly DayAmount[]; since: string }[],
): string[] {
  const ofAccounts = known.flatMap(({ balances, since }) => [since, ...balances.map(({ date }) => date)]);
  return [...new Set([...days, ...ofAccounts])].toSorted();
}

/** Returns all known balances of an account, oldest first. */
function balancesOf(account: BalanceAccount, { today, timeZone }: WorthOwner): DayAmount[] {
  const { type, currentBalance, openingBalance, openingDate, lastSuccessfulUpdate, noted } = account;
  const byDay = new Map(noted.map(({ date, amount }) => [date, amount]));
  const set = (date: string, amount: Money) => byDay.set(date, towardsBalance(type, amount));
  if (openingBalance !== null && openingDate !== null) set(addDays(openingDate, -1), openingBalance);
  else if (currentBalance !== null) {
    const updated = lastSuccessfulUpdate === null ? today : dateInZone(lastSuccessfulUpdate, timeZone);
    set(updated < today ? updated : today, currentBalance);
  }
  return [...byDay]
    .map(([date, amount]) => ({ date, amount }))
    .toSorted((a, b) => compareDates(a.date, b.date));
}

/** Returns the first day of an account's history: its first transaction or known balance, the opening's for a manual one. */
function sinceOf({ openingDate, firstDay }: BalanceAccount, balances: readonly DayAmount[]): string {
  const days = [
    // An opening balance is that of the evening before.
    ...balances.map(({ date }) =>
      openingDate !== null && date === addDays(openingDate, -1) ? openingDate : date,
    ),
    ...(firstDay === null ? [] : [firstDay]),
  ];
  return days.reduce((first, day) => (day < first ? day : first), "9999-12-31");
}

/** Returns the day after which moves are needed: of the balance from which the first day is told. */
function startOfMoves(balances: readonly DayAmount[], start: string): string {
  const before = balances.findLast(({ date }) => date <= start);
  return before?.date ?? addDays(start, -1);
}

function untilOf(account: BalanceAccount, { today, timeZone }: WorthOwner): string | null {
  const { closedAt, isUnlinked, unlinkedAt } = account;
  const ends = [
    ...(closedAt === null ? [] : [dateInZone(closedAt, timeZone)]),
    ...(isUnlinked ? [unlinkedAt === null ? today : dateInZone(unlinkedAt, timeZone)] : []),
  ];
  return ends.length === 0 ? null : ends.reduce((first, day) => (day < first ? day : first));
}

function identityOf({ institutionName, name, mask, type, isoCurrencyCode }: BalanceAccount): string | null {
  return mask === null ? null : JSON.stringify([institutionName, name, mask, type, isoCurrencyCode]);
}
