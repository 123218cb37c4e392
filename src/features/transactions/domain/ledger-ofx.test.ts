import { expect, test } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { readText } from "../../../../tests/support/statements/read-text.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { money, moneyDigits, ofUnits, toUnits } from "#shared/money.ts";
import { ledgerOfx, type StatementOf } from "./ledger-ofx.ts";

const at = new Date("2026-11-23T14:05:09Z");
const checking: StatementOf = {
  accountId: 7,
  institutionName: "Harbor Bank",
  type: "depository",
  subtype: "checking",
  mask: "4488",
  isoCurrencyCode: "USD",
  balance: money(123_456),
};
const card: StatementOf = { ...checking, accountId: 9, type: "credit", subtype: "credit card", mask: null };

function row(of: Partial<TransactionView> & { accountId?: number } = {}): TransactionView {
  const { accountId = 7, ...rest } = of;
  return {
    transactionId: 1,
    transaction_id: "tx-1",
    source: "plaid",
    date: "2026-11-03",
    authorized_date: "2026-11-03",
    payee: "Blue Fig",
    name: "POS 0412 BLUE FIG",
    merchantName: null,
    amount: -12.5,
    roundedFrom: null,
    isoCurrencyCode: "USD",
    pending: false,
    category: null,
    account: { accountId, official_name: "Checking", type: "depository", subtype: null, mask: "4488" },
    hasTransactionCategory: false,
    incomePayment: null,
    kind: "spending",
    kindSource: "none",
    categorySource: "none",
    suggestions: [],
    why: "",
    rule: null,
    isTransferLike: false,
    transferPair: null,
    removedByBank: false,
    moveMarksTo: null,
    isJoined: false,
    maybeSameAs: null,
    note: "",
    tags: [],
    noteRule: null,
    noteBy: null,
    exemptedBy: null,
    tagRules: [],
    parts: [],
    ...rest,
  };
}

test("a file has a statement for each account and currency, with what is owed below zero", () => {
  const rows = [
    row({ transactionId: 1 }),
    row({ transactionId: 2, amount: 1800, date: "2026-11-05", kind: "transfer" }),
    row({ transactionId: 3, amount: -900, isoCurrencyCode: "JPY" }),
    row({ transactionId: 4, accountId: 9, payee: "Tallow & Sons <3>" }),
  ];
  const { format, accounts, warnings } = readText(ledgerOfx(rows, [checking, card], at));
  expect({ format, warnings }).toEqual({ format: "ofx", warnings: [] });
  expect(accounts.map(({ hint, closing, period }) => ({ ...hint, closing, period }))).toMatchObject([
    {
      mask: "4488",
      type: "checking",
      isoCurrencyCode: "USD",
      closing: { amount: 123_456, date: "2026-11-23" },
      period: { from: "2026-11-03", to: "2026-11-05" },
    },
    { type: "checking", isoCurrencyCode: "JPY", closing: null },
    { type: "card", isoCurrencyCode: "USD", closing: { amount: -123_456, date: "2026-11-23" } },
  ]);
  expect(
    accounts.map((account) =>
      account.rows.map(({ payee, amount, externalId }) => [externalId, payee, amount]),
    ),
  ).toEqual([
    [
      ["1", "Blue Fig", -1250],
      ["2", "Blue Fig", 180_000],
    ],
    [["3", "Blue Fig", -900]],
    [["4", "Tallow & Sons <3>", -1250]],
  ]);
});

test("pending rows and those that the bank removed are left out, and an account without rows", () => {
  const rows = [row({ pending: true }), row({ removedByBank: true }), row({ accountId: 9 })];
  const { accounts } = readText(ledgerOfx(rows, [checking, card], at));
  expect(accounts).toMatchObject([{ hint: { type: "card" }, rows: [{ date: "2026-11-03" }] }]);
});

test("a balance that isn't known is left out", () => {
  const { accounts } = readText(ledgerOfx([row()], [{ ...checking, balance: null }], at));
  expect(accounts).toMatchObject([{ closing: null }]);
});

const letters = fc.constantFrom(...Array.from("abcXYZ 019&<>\"'.,;/éüŻ東😀\u0000\u000b"));
const anyName = fc
  .array(letters, { minLength: 1, maxLength: 60 })
  .map((all) => `N${all.join("")}`.replaceAll(/[\s\p{Cc}]+/gu, " ").trim());
const anyRow = fc
  .record({
    payee: anyName,
    name: anyName,
    date: fc.constantFrom("2026-01-31", "2026-11-03", "2024-02-29"),
    authorized_date: fc.constantFrom("2026-01-30", "2026-11-03"),
    minor: fc.integer({ min: -1e12, max: 1e12 }),
    isoCurrencyCode: fc.constantFrom("USD", "JPY", "KWD"),
    accountId: fc.constantFrom(7, 9),
  })
  .map(({ minor, ...of }) => row({ ...of, amount: toUnits(money(minor), of.isoCurrencyCode) }));

test("any rows are read back with their days, amounts, and names", () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 8 }), (list) => {
      const rows = list.map((one, index) => ({ ...one, transactionId: index + 1 }));
      fc.pre(rows.length > 0);
      const { accounts } = readText(ledgerOfx(rows, [checking, card], at));
      const read = new Map(
        accounts.flatMap((account) =>
          account.rows.map((found) => [found.externalId, { ...found, isCard: account.hint.type === "card" }]),
        ),
      );
      expect(read.size).toBe(rows.length);
      for (const { transactionId, ...one } of rows) {
        const found = read.get(String(transactionId));
        expect(found).toMatchObject({
          date: one.date,
          amount: ofUnits(one.amount, one.isoCurrencyCode),
          isoCurrencyCode: one.isoCurrencyCode,
          isCard: one.account.accountId === 9,
        });
        expect([one.payee, one.name], moneyDigits(money(transactionId), "JPY")).toContain(found?.payee);
      }
    }),
  );
});
