import { describe, expect, it } from "vitest";
import { isSameAccount, isToldAccount, matchAccounts, type AccountFacts } from "./account-match.ts";

const checking: AccountFacts = {
  persistentAccountId: null,
  name: "Everyday Checking",
  mask: "4410",
  type: "depository",
};

describe("the same account of a bank", () => {
  it.each<[string, Partial<AccountFacts>, Partial<AccountFacts>, boolean]>([
    ["the same looks", {}, {}, true],
    ["a name in other letters", {}, { name: " everyday CHECKING " }, true],
    ["other digits", {}, { mask: "4411" }, false],
    ["another name", {}, { name: "Savings" }, false],
    ["another type", {}, { type: "credit" }, false],
    [
      "the same lasting id, renamed",
      { persistentAccountId: "a" },
      { persistentAccountId: "a", name: "X" },
      true,
    ],
    ["the same looks, other lasting ids", { persistentAccountId: "a" }, { persistentAccountId: "b" }, false],
    ["a lasting id on one side only", { persistentAccountId: "a" }, {}, true],
  ])("%s", (_case, one, other, isSame) => {
    expect(isSameAccount({ ...checking, ...one }, { ...checking, ...other })).toBe(isSame);
  });

  it("is told by the dialog by name and digits", () => {
    expect(isToldAccount({ name: "everyday checking", mask: "4410" }, checking)).toBe(true);
    expect(isToldAccount({ name: "everyday checking", mask: null }, checking)).toBe(false);
  });
});

describe("accounts of an earlier link", () => {
  const named = (name: string, facts: Partial<AccountFacts> = {}) => ({ ...checking, id: name, ...facts });
  const matched = (known: ReturnType<typeof named>[], found: ReturnType<typeof named>[]) =>
    [...matchAccounts(known, found)].map(([account, before]) => [account.id, before.id]);

  it("are found again by their lasting ids, whatever else has changed", () => {
    const known = [
      named("old a", { persistentAccountId: "a" }),
      named("old b", { persistentAccountId: "b", mask: "9" }),
    ];
    const found = [
      named("new b", { persistentAccountId: "b" }),
      named("new a", { persistentAccountId: "a", mask: "9" }),
    ];
    expect(matched(known, found)).toEqual([
      ["new b", "old b"],
      ["new a", "old a"],
    ]);
  });

  it("are found again by their looks where there is no doubt", () => {
    const known = [
      named("old checking"),
      named("old savings", { mask: "7702" }),
      named("closed", { mask: "1" }),
    ];
    const found = [
      named("new savings", { mask: "7702" }),
      named("new checking"),
      named("opened", { mask: "2" }),
    ];
    expect(matched(known, found)).toEqual([
      ["new savings", "old savings"],
      ["new checking", "old checking"],
    ]);
  });

  it("are left alone where two look alike on either side", () => {
    expect(matched([named("one"), named("two")], [named("new")])).toEqual([]);
    expect(matched([named("one")], [named("new"), named("newer")])).toEqual([]);
  });

  it("tell twins apart where one of them has a lasting id", () => {
    const known = [named("one", { persistentAccountId: "a" }), named("two")];
    const found = [named("new one", { persistentAccountId: "a" }), named("new two")];
    expect(matched(known, found)).toEqual([
      ["new one", "one"],
      ["new two", "two"],
    ]);
  });
});
