import { describe, expect, it } from "vitest";
import type { AccountView, ItemState } from "#shared/finance-shapes.ts";
import { banksNeedingAttention, overviewFigures, type BankFacts } from "./overview-figures.ts";

let made = 0;

function account(some: Partial<AccountView> = {}): AccountView {
  made += 1;
  return {
    accountId: made,
    name: "Checking",
    official_name: "Checking ••0001",
    mask: "0001",
    type: "depository",
    subtype: "checking",
    currentBalance: 100.1,
    availableBalance: null,
    isoCurrencyCode: "USD",
    ...some,
  };
}

function bank(state: ItemState, accounts: AccountView[] = [], newAccountsAvailable = false): BankFacts {
  return { item: { state, newAccountsAvailable }, accounts };
}

describe("banksNeedingAttention", () => {
  it("lists the most urgent first, and healthy banks only with new accounts", () => {
    const states: ItemState[] = [
      "importing",
      "healthy",
      "down",
      "expiring",
      "removing",
      "repair",
      "unlinked",
      "revoked",
    ];
    const withNews = bank("healthy", [], true);
    const all = [withNews, ...states.map((state) => bank(state)), bank("importing", [], true)];
    expect(banksNeedingAttention(all).map(({ item }) => item.state)).toEqual([
      "repair",
      "revoked",
      "expiring",
      "down",
      "healthy",
    ]);
    expect(banksNeedingAttention(all).at(-1)).toBe(withNews);
  });
});

describe("overviewFigures", () => {
  it("adds exact amounts of linked banks by currency", () => {
    const items = [
      bank("healthy", [
        account(),
        account({ currentBalance: 200.2 }),
        account({ currentBalance: null }),
        account({ type: "credit", currentBalance: 50.05 }),
        account({ type: "investment", currentBalance: 9_999 }),
      ]),
      bank("repair", [
        account({ type: "loan", currentBalance: 1_000 }),
        account({ isoCurrencyCode: "JPY", currentBalance: 500 }),
      ]),
      bank("unlinked", [account({ currentBalance: 77 })]),
    ];
    const income = [{ isoCurrencyCode: "KWD", due: 1.234, paid: 0.5, overdue: 0 }];
    expect(overviewFigures(items, income)).toEqual([
      { isoCurrencyCode: "JPY", onDeposit: 500, owed: 0, incomeDue: 0, incomePaid: 0, incomeOverdue: 0 },
      { isoCurrencyCode: "KWD", onDeposit: 0, owed: 0, incomeDue: 1.234, incomePaid: 0.5, incomeOverdue: 0 },
      {
        isoCurrencyCode: "USD",
        onDeposit: 300.3,
        owed: 1_050.05,
        incomeDue: 0,
        incomePaid: 0,
        incomeOverdue: 0,
      },
    ]);
  });

  it("accepts balances above the input limit", () => {
    const items = [
      bank("healthy", [
        account({ isoCurrencyCode: "JPY", currentBalance: 2_500_000_000 }),
        account({ isoCurrencyCode: "JPY", currentBalance: -500 }),
      ]),
    ];
    expect(overviewFigures(items, [])).toMatchObject([{ isoCurrencyCode: "JPY", onDeposit: 2_499_999_500 }]);
  });

  it("is empty without banks and income", () => {
    expect(overviewFigures([], [])).toEqual([]);
  });
});
