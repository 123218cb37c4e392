import { describe, expect, it } from "vitest";
import { money } from "#shared/money.ts";
import type { SimpleFinAccount } from "#upstreams/simplefin/index.ts";
import { guessedType, nameOfBanks, toBankAccount } from "./simplefin-accounts.ts";

const account = (more: Partial<SimpleFinAccount> = {}): SimpleFinAccount => ({
  id: "ACT-1",
  connectionId: "CON-1",
  name: "Everyday",
  currency: "USD",
  balance: money(10_000),
  available: money(9_000),
  balanceAt: new Date("2026-11-20T10:00:00Z"),
  transactions: [],
  ...more,
});

describe("the type of an account", () => {
  it.each([
    ["Free Checking (3071)", -5, "depository", "checking"],
    ["Chequing", 5, "depository", "checking"],
    ["Visa Debit Checking", 5, "depository", "checking"],
    ["Sapphire Visa", 0, "credit", "credit card"],
    ["Quicksilver Credit Card", 5, "credit", "credit card"],
    ["Credit Union Account", 5, "depository", "checking"],
    ["Home Mortgage", 5, "loan", "loan"],
    ["Visa Line of Credit", -5, "loan", "loan"],
    ["Roth IRA", 5, "investment", null],
    ["12 Month CD", 5, "depository", "cd"],
    ["Prime Share", 5, "depository", "savings"],
    ["Rainy Day Savings", -5, "depository", "savings"],
    ["Account 1", -5, "credit", "credit card"],
    ["Account 1", 0, "depository", "checking"],
    ["Discoverer Account", 5, "depository", "checking"],
  ])("named %j with %i is %s, %s", (name, balance, type, subtype) => {
    expect(guessedType(name, money(balance))).toEqual({ type, subtype });
  });

  it("stays as it was guessed first, so that a paid-off card remains one", () => {
    const card = { type: "credit", subtype: "credit card" };
    expect(toBankAccount(account({ balance: money(500) }), card)).toMatchObject({
      type: "credit",
      currentBalance: -500,
    });
  });
});

describe("a balance", () => {
  it("of money owed is positive on a card or a loan", () => {
    const card = account({ name: "Visa", balance: money(-4_150), available: money(0) });
    expect(toBankAccount(card, undefined)).toMatchObject({ currentBalance: 4_150, availableBalance: null });
    expect(toBankAccount(account({ name: "Car loan", balance: money(-900_000) }), undefined)).toMatchObject({
      currentBalance: 900_000,
    });
    expect(toBankAccount(account({ balance: money(-5), name: "Checking" }), undefined).currentBalance).toBe(
      -5,
    );
    expect(toBankAccount(account({ balance: null, name: "Visa" }), undefined).currentBalance).toBeNull();
  });
});

describe("a name", () => {
  it.each([
    ["Free Checking (3071)", "Free Checking", "3071"],
    ["Sapphire Visa ...5520", "Sapphire Visa", "5520"],
    ["Savings - 3089", "Savings", "3089"],
    ["Savings x3089", "Savings", "3089"],
    ["Visa ending in 4417", "Visa", "4417"],
    ["My Card (•••• 1234)", "My Card", "1234"],
    ["Everyday", "Everyday", null],
    ["3071", "3071", null],
    ["Club 12345", "Club 12345", null],
  ])("of %j is %j and %j", (name, shown, mask) => {
    expect(toBankAccount(account({ name }), undefined)).toMatchObject({ name: shown, mask });
  });

  it.each([
    [[], "SimpleFIN"],
    [["Pinewater"], "Pinewater"],
    [["Pinewater", "Harborstone"], "Pinewater and Harborstone"],
    [["Pinewater", "Harborstone", "Third", "Fourth"], "Pinewater, Harborstone, and 2 more"],
    [["Same", "Same"], "Same"],
  ])("of the banks %j is %j", (names, words) => {
    const connections = names.map((name, index) => ({ id: `CON-${index}`, name }));
    expect(nameOfBanks({ connections, accounts: [] })).toBe(words);
  });

  it("of a link leaves out banks without accounts", () => {
    const connections = [
      { id: "CON-1", name: "Pinewater" },
      { id: "CON-2", name: "Harborstone" },
    ];
    expect(nameOfBanks({ connections, accounts: [account()] })).toBe("Pinewater");
    expect(nameOfBanks({ connections: [{ id: "CON-1", name: "x".repeat(300) }], accounts: [] })).toHaveLength(
      200,
    );
  });
});
