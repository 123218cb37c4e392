import { expect, test } from "vitest";
import { accountOptions, type Bank } from "./target-banks.ts";

const everyday = { accountId: 3, name: "Everyday", mask: "4417", isoCurrencyCode: "USD" };
const euros = { accountId: 4, name: "Euros", mask: null, isoCurrencyCode: "EUR" };
const bank: Bank = {
  institution: { name: "Lantern" },
  item: { state: "healthy" },
  accounts: [everyday, euros],
};

test("a file can go to the accounts in its currency", () => {
  expect(accountOptions([bank], { isoCurrencyCode: "USD", addedId: null })).toEqual([
    { id: 3, label: "Lantern · Everyday ··4417" },
  ]);
  expect(accountOptions([bank], { isoCurrencyCode: null, addedId: null })).toHaveLength(2);
});

test("an account that was just added is a choice at once, and another deleted one isn't", () => {
  const added = { id: 9, label: "The new account" };
  expect(accountOptions([bank], { isoCurrencyCode: "EUR", addedId: 9 })).toEqual([
    { id: 4, label: "Lantern · Euros" },
    added,
  ]);
  const listed = { ...bank, accounts: [{ ...euros, accountId: 9 }] };
  expect(accountOptions([listed], { isoCurrencyCode: "EUR", addedId: 9 })).toEqual([
    { id: 9, label: "Lantern · Euros" },
  ]);
  expect(accountOptions([], { isoCurrencyCode: "EUR", addedId: null })).toEqual([]);
});
