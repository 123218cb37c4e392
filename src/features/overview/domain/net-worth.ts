import { towardsBalance } from "#shared/banks.ts";
import type { AccountView, ItemState } from "#shared/finance-shapes.ts";
import { addMoney, negateMoney, ofUnits, sumMoney, zeroMoney, type Money } from "#shared/money.ts";

/*
 * Net worth of linked banks and its recent course, derived from today's balances and posted transactions
 * (docs/reference/money.md, "Net worth").
 */

/** Fields of a bank used here. */
export type WorthBank = {
  institutionAccessItemId: number;
  institution: { name: string };
  item: { state: ItemState; lastSuccessfulUpdate: string | null };
  accounts: readonly AccountView[];
};

/** An account whose balance is known; `worth` is negative for what is owed. */
export type WorthAccount = { accountId: number; isoCurrencyCode: string; worth: Money };

/** Posted money in less money out on a day, in one currency. */
export type DayMove = { isoCurrencyCode: string; date: string; amount: Money };

/** Net worth of a currency today, and at the end of each day with transactions, oldest first, ending today. */
export type Worth = {
  isoCurrencyCode: string;
  amount: Money;
  days: { date: string; amount: Money }[];
};

/** Returns the accounts of linked banks that have a balance; one that is linked twice counts once, as last updated. */
export function worthAccounts(banks: readonly WorthBank[]): WorthAccount[] {
  const linked = banks
    .filter(({ item }) => item.state !== "unlinked" && item.state !== "removing")
    .toSorted((a, b) => (b.item.lastSuccessfulUpdate ?? "").localeCompare(a.item.lastSuccessfulUpdate ?? ""));
  const seen = new Map<string, number>();
  return linked.flatMap((bank) =>
    bank.accounts.flatMap((account) => {
      const { accountId, isoCurrencyCode, currentBalance } = account;
      if (currentBalance === null || !isFirstOf(seen, bank, account)) return [];
      const balance = ofUnits(currentBalance, isoCurrencyCode);
      return [{ accountId, isoCurrencyCode, worth: towardsBalance(account.type, balance) }];
    }),
  );
}

/** Returns false for a copy of an account from another link. Within one link, look-alikes are separate accounts. */
function isFirstOf(seen: Map<string, number>, bank: WorthBank, account: AccountView): boolean {
  const { mask, name, type, isoCurrencyCode } = account;
  if (mask === null) return true;
  const identity = JSON.stringify([bank.institution.name, name, mask, type, isoCurrencyCode]);
  const first = seen.get(identity) ?? bank.institutionAccessItemId;
  seen.set(identity, first);
  return first === bank.institutionAccessItemId;
}

/**
 * Returns the worth by currency, that of most accounts first. Goes back from today's balances to the end of the day
 * `from`; null leaves the course out, because nothing is known before today.
 */
export function worthOf(
  accounts: readonly WorthAccount[],
  moves: readonly DayMove[],
  { from, today }: { from: string | null; today: string },
): Worth[] {
  return [...Map.groupBy(accounts, ({ isoCurrencyCode }) => isoCurrencyCode)]
    .toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || a.localeCompare(b))
    .map(([isoCurrencyCode, own]) => {
      const amount = sumMoney(own.map(({ worth }) => worth));
      const ofCurrency = moves.filter((move) => move.isoCurrencyCode === isoCurrencyCode);
      return {
        isoCurrencyCode,
        amount,
        days: from === null ? [] : courseOf(amount, ofCurrency, from, today),
      };
    });
}

function courseOf(amount: Money, moves: readonly DayMove[], from: string, today: string): Worth["days"] {
  const byDay = new Map(moves.map((move) => [move.date, move.amount]));
  const dates = [...new Set([from, ...byDay.keys(), today])].filter((date) => date >= from && date <= today);
  let worth = amount;
  return dates
    .toSorted((a, b) => b.localeCompare(a))
    .map((date) => {
      const day = { date, amount: worth };
      worth = addMoney(worth, negateMoney(byDay.get(date) ?? zeroMoney));
      return day;
    })
    .toReversed();
}
