import { isDebt } from "#shared/banks.ts";
import type { AccountView, ItemState } from "#shared/finance-shapes.ts";
import { ofUnits, sumMoney, toUnits } from "#shared/money.ts";

/** Fields of a linked bank used here (docs/reference/http-api.md, "Banks"). */
export type BankFacts = {
  item: { state: ItemState; newAccountsAvailable: boolean };
  accounts: readonly AccountView[];
};

/** Totals of one currency, in currency units. */
export type CurrencyFigures = {
  isoCurrencyCode: string;
  onDeposit: number;
  owed: number;
  incomeDue: number;
  incomePaid: number;
  incomeOverdue: number;
};

/** Income due, paid, and overdue in a month, of one currency. */
export type IncomeSums = { isoCurrencyCode: string; due: number; paid: number; overdue: number };

/** Order of states that need attention; others don't. */
const attentionOrder: readonly ItemState[] = ["repair", "revoked", "expiring", "down"];

/** Returns banks that need the person or have no updates, most urgent first. */
export function banksNeedingAttention<Bank extends BankFacts>(items: readonly Bank[]): Bank[] {
  const rank = ({ item }: BankFacts) => {
    const place = attentionOrder.indexOf(item.state);
    if (place !== -1) return place;
    return item.newAccountsAvailable && item.state === "healthy" ? attentionOrder.length : -1;
  };
  return items.filter((item) => rank(item) !== -1).toSorted((a, b) => rank(a) - rank(b));
}

/** Returns totals of linked banks and this month's income, by currency code. */
export function overviewFigures(
  items: readonly BankFacts[],
  income: readonly IncomeSums[],
): CurrencyFigures[] {
  const accounts = items
    .filter(({ item }) => item.state !== "unlinked" && item.state !== "removing")
    .flatMap((item) => item.accounts);
  const codes = [...accounts, ...income].map(({ isoCurrencyCode }) => isoCurrencyCode);
  return [...new Set(codes)].toSorted().map((isoCurrencyCode) => {
    const own = accounts.filter((account) => account.isoCurrencyCode === isoCurrencyCode);
    const sums = income.find((one) => one.isoCurrencyCode === isoCurrencyCode);
    return {
      isoCurrencyCode,
      onDeposit: balanceOf(own, isoCurrencyCode, ({ type }) => type === "depository"),
      owed: balanceOf(own, isoCurrencyCode, isDebt),
      incomeDue: sums?.due ?? 0,
      incomePaid: sums?.paid ?? 0,
      incomeOverdue: sums?.overdue ?? 0,
    };
  });
}

function balanceOf(
  accounts: readonly AccountView[],
  currency: string,
  isMeant: (account: AccountView) => boolean,
): number {
  const balances = accounts
    .filter(isMeant)
    // A missing balance counts as zero.
    .map(({ currentBalance }) => ofUnits(currentBalance ?? 0, currency));
  return toUnits(sumMoney(balances), currency);
}
