import { describe, expect, it } from "vitest";
import { isSameAccount, isSelectedAccount, matchAccounts, type AccountFacts } from "./account-match.ts";

const checking: AccountFacts = {
  persistentAccountId: null,
  name: "Everyday Checking",
  mask: "4410",
  type: "depository",
};

describe("isSameAccount", () => {
  it.each<[string, Partial<AccountFacts>, Partial<AccountFacts>, boolean]>([
    ["the same description", {}, {}, true],
    ["a name that differs in case and spaces", {}, { name: " everyday CHECKING " }, true],
    ["other digits", {}, { mask: "4411" }, false],
    ["another name", {}, { name: "Savings" }, false],
    ["another type", {}, { type: "credit" }, false],
    ["another type, which the person chose", { isTypeChosen: true }, { type: "credit" }, true],
    ["a type that the person chose, and other digits", { isTypeChosen: true }, { mask: "4411" }, false],
    [
      "the same persistent id but another name",
      { persistentAccountId: "a" },
      { persistentAccountId: "a", name: "X" },
      true,
    ],
    [
      "the same description but other persistent ids",
      { persistentAccountId: "a" },
      { persistentAccountId: "b" },
      false,
    ],
    ["a persistent id on one side only", { persistentAccountId: "a" }, {}, true],
  ])("compares accounts with %s", (_case, one, other, isSame) => {
    expect(isSameAccount({ ...checking, ...one }, { ...checking, ...other })).toBe(isSame);
  });

  it("matches an account chosen in the dialog by name and digits", () => {
    expect(isSelectedAccount({ name: "everyday checking", mask: "4410" }, checking)).toBe(true);
    expect(isSelectedAccount({ name: "everyday checking", mask: null }, checking)).toBe(false);
  });
});

describe("matchAccounts", () => {
  const named = (name: string, facts: Partial<AccountFacts> = {}) => ({ ...checking, id: name, ...facts });
  const matched = (known: ReturnType<typeof named>[], found: ReturnType<typeof named>[]) =>
    [...matchAccounts(known, found)].map(([account, before]) => [account.id, before.id]);

  it("matches by persistent id, whatever else changed", () => {
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

  it("matches by description if it is unique", () => {
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

  it("matches by name and digits if the person chose the type, unless two accounts look alike then", () => {
    const known = [named("old", { name: "Rewards", isTypeChosen: true })];
    const card = named("card", { name: "Rewards", type: "credit" });
    const loan = named("loan", { name: "Rewards", type: "loan" });
    expect(matched(known, [card])).toEqual([["card", "old"]]);
    expect(matched(known, [card, loan])).toEqual([]);
  });

  it("doesn't match if two accounts on either side look alike", () => {
    expect(matched([named("one"), named("two")], [named("new")])).toEqual([]);
    expect(matched([named("one")], [named("new"), named("newer")])).toEqual([]);
  });

  it("tells look-alikes apart if one of them has a persistent id", () => {
    const known = [named("one", { persistentAccountId: "a" }), named("two")];
    const found = [named("new one", { persistentAccountId: "a" }), named("new two")];
    expect(matched(known, found)).toEqual([
      ["new one", "one"],
      ["new two", "two"],
    ]);
  });
});
