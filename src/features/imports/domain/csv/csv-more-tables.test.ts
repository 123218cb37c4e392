import { describe, expect, test } from "vitest";
import { linesOf, onlyAccount, readText } from "../../../../../tests/support/statements/read-text.ts";

const header = "Date,Description,Amount";
const november = ["2026-11-02,Greenbarrow Market,-24.10", "2026-11-03,Tallow & Sons,1800.00"];
const december = ["2026-12-01,Blue Fig,-4.50", "2026-12-02,Corner Bakery,-3.00"];
const iban = "NL91ABNA0417164300";
const otherIban = "NL20INGB0001234567";
const amounts = (text: string) => onlyAccount(readText(text)).rows.map(({ amount }) => amount);

describe("another table below the first", () => {
  test("with the same columns is read, too, and what is between them is skipped", () => {
    const text = linesOf(header, ...november, "", "Total,,1775.90", "December", "", header, ...december);
    expect(amounts(text)).toEqual([-2410, 180000, -450, -300]);
    const { warnings, accounts } = readText(text);
    expect(warnings).toEqual(["Skipped 2 lines below the table."]);
    expect(accounts[0]).toMatchObject({ refused: [] });
    expect(accounts[0]?.rows[2]?.line).toBe(9);
  });

  test("with a header that comes again on each page is one table", () => {
    expect(amounts(linesOf(header, ...november, header, ...december))).toEqual([-2410, 180000, -450, -300]);
  });

  test("with other columns isn't read as the first, and its lines are named", () => {
    const held = ["Amount,Held on,Merchant", "-7.00,2026-11-20,Fuel Stop", "-8.00,2026-11-21,Zoo"];
    const text = linesOf(header, ...november, "", ...held, "", header, ...december);
    expect(amounts(text)).toEqual([-2410, 180000, -450, -300]);
    expect(readText(text).warnings).toEqual([
      "Left out: another table in lines 5–7, which has other columns.",
    ]);
  });

  test("below another account's number is left out", () => {
    const text = linesOf(
      `Account,${iban},`,
      header,
      ...november,
      `Account,${otherIban},`,
      header,
      ...december,
    );
    const { accounts, warnings } = readText(text);
    expect(accounts).toMatchObject([{ hint: { accountId: iban }, rows: [{}, {}] }]);
    expect(warnings.at(-1)).toBe("Left out: another table in lines 6–8, of another account.");
    expect(amounts(text.replace(otherIban, iban))).toHaveLength(4);
  });

  test("is none if no rows follow its header", () => {
    const text = linesOf(header, ...november, "Booking date,Text,Amount", "none");
    expect(amounts(text)).toEqual([-2410, 180000]);
    expect(readText(text).warnings).toEqual(["Skipped 2 lines below the table."]);
  });
});

test.each([
  ["Betrag (€)", "EUR"],
  ["Amount (USD)", "USD"],
  ["Montant(EUR)", "EUR"],
  ["Bedrag [EUR]", "EUR"],
  ["Amount £", "GBP"],
  ["Kwota (zł)", "PLN"],
  ["Amount ($)", null],
  ["Amount", null],
])("the header %s says the currency %s", (name, isoCurrencyCode) => {
  const text = linesOf(`Date,Description,${name}`, ...november);
  const account = onlyAccount(readText(text, { isoCurrencyCode: null }));
  expect(account.hint.isoCurrencyCode).toBe(isoCurrencyCode);
  expect(account.rows.map((row) => row.isoCurrencyCode)).toEqual([isoCurrencyCode, isoCurrencyCode]);
});

describe("a table without names", () => {
  const line = (account: string, cells: string) => `${account}\tEUR\t${cells.replaceAll(" | ", "\t")}`;
  const own = [
    "20261102 | 5138,52 | 5114,42 | 20261102 | -24,10 | BEA Greenbarrow Market",
    "20261103 | 5114,42 | 8114,42 | 20261104 | 3000,00 | SEPA Tallow BV",
    "20261103 | 8114,42 | 8109,92 | 20261103 | -4,50 | BEA Blue Fig",
  ].map((cells) => line("491234567", cells));

  test("with balances before and after the rows is proven by them, without a question", () => {
    const statement = readText(linesOf(...own), { isoCurrencyCode: null });
    expect(statement.questions).toEqual([]);
    expect(onlyAccount(statement)).toMatchObject({
      hint: { accountId: "491234567", isoCurrencyCode: "EUR" },
      opening: { amount: 513852 },
      closing: { amount: 810992 },
      addsUp: true,
      rows: [
        { date: "2026-11-02", authorizedDate: null, amount: -2410, payee: "BEA Greenbarrow Market" },
        { date: "2026-11-03", authorizedDate: "2026-11-04", amount: 300000 },
        { amount: -450, runningBalance: 810992 },
      ],
    });
  });

  test("is proven by a single row", () => {
    const statement = readText(linesOf(...own.slice(0, 1)));
    expect(statement.questions).toEqual([]);
    expect(onlyAccount(statement).rows).toMatchObject([{ amount: -2410, isoCurrencyCode: "EUR" }]);
  });

  test("divides the rows by account if each has its rows together", () => {
    const other = [
      "20261103 | 10,00 | 15,00 | 20261103 | 5,00 | Gift",
      "20261105 | 15,00 | 14,00 | 20261105 | -1,00 | Fee",
    ];
    const { accounts } = readText(linesOf(...own, ...other.map((cells) => line("498765432", cells))));
    expect(accounts.map(({ hint, rows, addsUp }) => [hint.accountId, rows.length, addsUp])).toEqual([
      ["491234567", 3, true],
      ["498765432", 2, true],
    ]);
  });

  test("whose balances don't fit asks for the amount", () => {
    const text = linesOf(...own.slice(0, 2)).replace("5114,42\t20261102", "5114,43\t20261102");
    expect(readText(text).questions.map(({ id }) => id)).toContain("column:amount");
  });
});
