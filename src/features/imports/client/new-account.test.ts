import { expect, test } from "vitest";
import type { ImportPreviewAccount } from "../contract.ts";
import { newAccountOf } from "./new-account.ts";

type Facts = Partial<ImportPreviewAccount["balances"]> & Partial<ImportPreviewAccount["hint"]>;

function accountOf(amounts: number[], { opening, closing, ...hint }: Facts): ImportPreviewAccount {
  return {
    index: 0,
    hint: { name: null, mask: null, isoCurrencyCode: "USD", type: null, ...hint },
    accountId: null,
    period: { from: "2026-11-01", to: "2026-11-30" },
    balances: { addUp: null, offBy: null, ...(opening && { opening }), ...(closing && { closing }) },
    counts: { new: 0, known: 0, joined: 0, changed: 0, maybe: 0, deleted: 0, refused: 0 },
    sums: [],
    note: null,
    warning: null,
    rows: amounts.map((amount, row) => ({
      row,
      line: row + 2,
      date: "2026-11-02",
      amount,
      isoCurrencyCode: "USD",
      name: "Blue Heron",
      state: "new",
      why: "",
    })),
  };
}

test("a new account opens with the file's opening balance, on its first day", () => {
  const opening = { amount: 100.1, date: null };
  expect(newAccountOf(accountOf([-5], { opening, name: "Everyday", type: "savings" }))).toEqual({
    name: "Everyday",
    isoCurrencyCode: "USD",
    openingBalance: 10_010,
    type: "savings",
    openingDate: "2026-11-01",
  });
});

test("without one, it opens with the closing balance before the file's rows, or with nothing", () => {
  const closing = { amount: 94.8, date: "2026-11-30" };
  expect(newAccountOf(accountOf([-5.1, -0.2], { closing })).openingBalance).toBe(10_010);
  expect(newAccountOf(accountOf([-5], {})).openingBalance).toBe(0);
  expect(
    newAccountOf(accountOf([-500], { closing: { amount: 500, date: null }, isoCurrencyCode: "JPY" })),
  ).toMatchObject({
    isoCurrencyCode: "JPY",
    openingBalance: 1000,
  });
});

test("one without a name is called by its type and number", () => {
  const nameOf = (facts: Facts) => newAccountOf(accountOf([-5], facts)).name;
  expect(nameOf({ type: "card", mask: "6789" })).toBe("Credit card ··6789");
  expect(nameOf({ mask: "6789" })).toBe("Account ··6789");
  expect(nameOf({ name: "Everyday", mask: "6789" })).toBe("Everyday");
  expect(nameOf({})).toBe("");
});

test("what is owed on a card is positive", () => {
  expect(
    newAccountOf(accountOf([-5], { closing: { amount: -105, date: null }, type: "card" })),
  ).toMatchObject({
    type: "card",
    openingBalance: 10_000,
  });
});
