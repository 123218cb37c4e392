import type { AccountView, ItemState } from "#shared/finance-shapes.ts";
import { ofUnits, sumMoney, toUnits } from "#shared/money.ts";

/** What of a linked institution matters here (docs/reference/http-api.md, "Banks"). */
export type BankFacts = {
  item: { state: ItemState; newAccountsAvailable: boolean };
  accounts: readonly AccountView[];
};

/** Sums of one currency; units of it, as every call gives them. */
export type CurrencyFigures = {
  isoCurrencyCode: string;
  onDeposit: number;
  owed: number;
  incomeDue: number;
  incomePaid: number;
  incomeOverdue: number;
};

/** What was due, came and is late in a month, of one currency. */
export type IncomeSums = { isoCurrencyCode: string; due: number; paid: number; overdue: number };

/** Banks in this order; one that is not named here needs nothing. */
const attentionOrder: readonly ItemState[] = ["repair", "revoked", "expiring", "down"];

/** The banks that need the person, or of which nothing new comes at the moment: the worst first. */
export function banksInNeed<Bank extends BankFacts>(items: readonly Bank[]): Bank[] {
  const rank = ({ item }: BankFacts) => {
    const place = attentionOrder.indexOf(item.state);
    if (place !== -1) return place;
    return item.newAccountsAvailable && item.state === "healthy" ? attentionOrder.length : -1;
  };
  return items.filter((item) => rank(item) !== -1).toSorted((a, b) => rank(a) - rank(b));
}

/** Sums of each currency over linked banks and this month's income, by code. */
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
      onDeposit: balanceOf(own, isoCurrencyCode, ["depository"]),
      owed: balanceOf(own, isoCurrencyCode, ["credit", "loan"]),
      incomeDue: sums?.due ?? 0,
      incomePaid: sums?.paid ?? 0,
      incomeOverdue: sums?.overdue ?? 0,
    };
  });
}

function balanceOf(accounts: readonly AccountView[], currency: string, types: readonly string[]): number {
  const balances = accounts
    .filter(({ type }) => types.includes(type))
    // A balance that the bank does not give counts as nothing.
    .map(({ currentBalance }) => ofUnits(currentBalance ?? 0, currency));
  return toUnits(sumMoney(balances), currency);
}
