import { describe, expect, it } from "vitest";
import type { AccountView } from "../../contract.ts";
import { balanceWords, readAmount } from "./account-balance.ts";

function account(given: Partial<AccountView> = {}): AccountView {
  return {
    accountId: 1,
    name: "Everyday Checking",
    official_name: "Everyday Checking",
    mask: "1234",
    type: "depository",
    subtype: "checking",
    currentBalance: 1200.5,
    availableBalance: 1200.5,
    isoCurrencyCode: "USD",
    ...given,
  };
}

describe("balanceWords", () => {
  it("shows only the amount for a plain deposit account", () => {
    expect(balanceWords(account())).toEqual({ amount: "$1,200.50", meaning: null, available: null });
  });

  it("adds the available amount if it differs from the balance", () => {
    expect(balanceWords(account({ availableBalance: 1100 }))?.available).toBe("$1,100.00 available");
    expect(balanceWords(account({ currentBalance: null, availableBalance: 80 }))).toEqual({
      amount: "$80.00",
      meaning: null,
      available: null,
    });
  });

  it("keeps an overdrawn account negative", () => {
    expect(balanceWords(account({ currentBalance: -20, availableBalance: null }))).toEqual({
      amount: "-$20.00",
      meaning: null,
      available: null,
    });
  });

  it.each(["credit", "loan"])("shows a positive %s balance as owed, a negative one as in credit", (type) => {
    expect(balanceWords(account({ type, currentBalance: 310.2, availableBalance: null }))).toMatchObject({
      amount: "$310.20",
      meaning: "owed",
    });
    expect(balanceWords(account({ type, currentBalance: -5, availableBalance: null }))).toMatchObject({
      amount: "$5.00",
      meaning: "in credit",
    });
  });

  it("shows the available credit of a card without a current balance", () => {
    expect(balanceWords(account({ type: "credit", currentBalance: null, availableBalance: 900 }))).toEqual({
      amount: "$900.00",
      meaning: "available",
      available: null,
    });
  });

  it("formats the amount in the account's currency", () => {
    expect(
      balanceWords(account({ isoCurrencyCode: "JPY", currentBalance: 12_000, availableBalance: null }))
        ?.amount,
    ).toBe("¥12,000");
  });

  it("shows an amount it can't convert as the bank sent it", () => {
    const huge = account({ currentBalance: 2_000_000_000, availableBalance: null });
    expect(balanceWords(huge)?.amount).toBe("2,000,000,000 USD");
    const odd = account({ isoCurrencyCode: "USDC", currentBalance: 1.25, availableBalance: null });
    expect(balanceWords(odd)?.amount).toBe("1.25 USDC");
    expect(readAmount(1.005, "USD")).toBeNull();
    expect(readAmount(-1.5, "USD")).toBe(-150);
  });

  it("returns null if the bank reports no balance", () => {
    expect(balanceWords(account({ currentBalance: null, availableBalance: null }))).toBeNull();
  });
});
