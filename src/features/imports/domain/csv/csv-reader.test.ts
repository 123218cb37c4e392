import { describe, expect, test } from "vitest";
import {
  amountsOf,
  linesOf,
  onlyAccount,
  readAccount,
  readText,
  refusalOf,
} from "../../../../../tests/support/statements/read-text.ts";

const plain = linesOf(
  "Date,Description,Amount,Balance",
  "2026-11-02,Greenbarrow Market,-24.10,75.90",
  "2026-11-03,Tallow & Sons,800.00,875.90",
  "2026-11-04,Corner Deli,-5.00,870.90",
);

test("a table with a running balance is proven by it", () => {
  const statement = readText(plain);
  expect(statement).toMatchObject({ format: "csv", warnings: [], questions: [] });
  expect(onlyAccount(statement)).toMatchObject({
    hint: { accountId: null, name: null, type: null, isoCurrencyCode: null },
    period: { from: "2026-11-02", to: "2026-11-04" },
    opening: { amount: 10000, date: null },
    closing: { amount: 87090, date: "2026-11-04" },
    addsUp: true,
    rows: [
      {
        line: 2,
        date: "2026-11-02",
        amount: -2410,
        payee: "Greenbarrow Market",
        runningBalance: 7590,
        memo: null,
      },
      { line: 3, amount: 80000, runningBalance: 87590 },
      { line: 4, amount: -500 },
    ],
    refused: [],
  });
});

test("a row with a comma too many is refused, and doesn't decide about the columns", () => {
  const text = plain.replace("Greenbarrow Market", "Greenbarrow, Market");
  expect(readAccount(text)).toMatchObject({
    rows: [{ amount: 80000 }, { amount: -500 }],
    refused: [{ line: 2, reason: "This line has more values than the table has columns." }],
  });
  const thousand = plain.replace("800.00", "1,800.00");
  expect(readAccount(thousand)).toMatchObject({
    rows: [{ amount: -2410 }, { amount: -500 }],
    refused: [{ line: 3 }],
  });
  const last = linesOf(
    "Date,Amount,Description",
    "2026-11-02,-24.10,Market",
    "2026-11-03,800.00,Tallow, Sons",
    "2026-11-04,-5.00,Deli",
  );
  expect(readAccount(last)).toMatchObject({
    rows: [{ payee: "Market" }, { payee: "Tallow Sons" }, {}],
    refused: [],
  });
});

describe("delimiters", () => {
  test.each([
    ["comma", ","],
    ["semicolon", ";"],
    ["tab", "\t"],
    ["bar", "|"],
  ])("%s", (_case, delimiter) => {
    expect(amountsOf(plain.replaceAll(",", delimiter))).toEqual([-2410, 80000, -500]);
  });

  test.each(["sep=;", '"sep=;"'])("a line for Excel such as %s is no line above the table", (line) => {
    const statement = readText(`${line}\n${plain.replaceAll(",", ";")}`);
    expect(statement.warnings).toEqual([]);
    expect(onlyAccount(statement).rows.map((row) => row.line)).toEqual([3, 4, 5]);
  });

  test("a semicolon wins over decimal commas", () => {
    const text = linesOf(
      "Datum;Text;Betrag;Saldo",
      "02.11.2026;Hofladen;-24,10;75,90",
      "03.11.2026;Lohn;800,00;875,90",
    );
    expect(amountsOf(text)).toEqual([-2410, 80000]);
  });

  test("a delimiter in quotes is text", () => {
    const text = linesOf(
      "Date,Description,Amount",
      '2026-11-02,"Ash, Elm & Co",-1.00',
      '2026-11-03,"a,b,c,d",-2.00',
    );
    expect(readAccount(text).rows.map(({ payee }) => payee)).toEqual(["Ash, Elm & Co", "a,b,c,d"]);
  });
});

describe("cells", () => {
  const one = (description: string) =>
    readAccount(linesOf("Date,Description,Amount", `2026-11-02,${description},-1.00`, "2026-11-03,x,-2.00"))
      .rows[0]?.payee;

  test.each([
    ['"Say ""hi"""', 'Say "hi"'],
    ['Joe "The Grill" Diner', 'Joe "The Grill" Diner'],
    ['"Joe "The Grill" Diner"', 'Joe "The Grill" Diner'],
    ['"two\nlines"', "two lines"],
    ['="00123"', "00123"],
    ['"=""00123"""', "00123"],
    ["=SUM(A1:A9)", "=SUM(A1:A9)"],
    ["@cmd|' /C calc'!A0", "@cmd|' /C calc'!A0"],
    ["+1 555 0100 Diner", "+1 555 0100 Diner"],
    ["'=SUM(A1:A9)", "=SUM(A1:A9)"],
    ['"\'+1 555 0100 Diner"', "+1 555 0100 Diner"],
    ["'-20% Store", "-20% Store"],
    ["'@Deli", "@Deli"],
    ["'t Winkeltje", "'t Winkeltje"],
    ["  spaced   out  ", "spaced out"],
    ["Caf\u0065\u0301 \u202Eevil\u0007", "Café evil"],
  ])("%j", (printed, payee) => {
    expect(one(printed)).toBe(payee);
  });

  test("text is cut at 500 characters, between characters", () => {
    expect(one("😀".repeat(400))).toBe("😀".repeat(250));
    expect(one(`x${"😀".repeat(400)}`)).toBe(`x${"😀".repeat(249)}`);
  });

  test("lines are counted through quoted line ends and empty lines", () => {
    const text = linesOf("Date,Description,Amount", '2026-11-02,"a\nb\nc",-1.00', "", "2026-11-03,x,-2.00");
    expect(readAccount(text).rows.map(({ line }) => line)).toEqual([2, 6]);
  });

  test("rows of any length and delimiters at the end are fine", () => {
    const text = linesOf(
      "Date,Description,Amount,Note,",
      "2026-11-02,a,-1.00",
      "2026-11-03,b,-2.00,hm,,,",
      "2026-11-04,c,-3.00,,",
    );
    expect(amountsOf(text)).toEqual([-100, -200, -300]);
  });

  test("a quote that never closes is refused with its line", () => {
    const text = linesOf(
      "Date,Description,Amount",
      "2026-11-02,a,-1.00",
      '2026-11-03,"b,-2.00',
      "2026-11-04,c,-3.00",
    );
    expect(refusalOf(() => readText(text))).toEqual({
      message: "A quote that opens in line 3 never closes, so the rows after it can’t be read.",
      line: 3,
    });
  });
});

describe("around the table", () => {
  const rows = [
    "Buchungstag;Auftraggeber;Verwendungszweck;Betrag",
    "02.11.2026;Hofladen;Danke;-24,10",
    "03.11.2026;Vale;Lohn;800,00",
  ];

  test("lines above and below are skipped and counted, an IBAN above is the account", () => {
    const text = linesOf(
      "Umsatzanzeige;Datei erstellt am: 20.11.2026",
      "IBAN;DE02 1203 0000 0000 2020 51",
      "Bank;Institut;Kunde",
      "Zeitraum;01.11.2026;30.11.2026",
      "Saldo;1.234,56 EUR;30.11.2026",
      "",
      ...rows,
      "",
      "Summe;;;775,90",
      "Alle Angaben ohne Gewähr",
    );
    const statement = readText(text);
    expect(statement.warnings).toEqual(["Skipped 5 lines above the table, 2 lines below it."]);
    expect(onlyAccount(statement)).toMatchObject({
      hint: { accountId: "DE02120300000000202051", mask: "2051" },
      rows: [{ line: 8, payee: "Hofladen", memo: "Danke", amount: -2410 }, { amount: 80000 }],
      refused: [],
    });
  });

  test("lines only below the table are named", () => {
    expect(readText(linesOf(...rows, "", "Summe;;;775,90")).warnings).toEqual([
      "Skipped 1 line below the table.",
    ]);
  });

  test("a number that only looks like an IBAN is none", () => {
    expect(readAccount(linesOf("IBAN;DE03 1203 0000 0000 2020 51", ...rows)).hint.accountId).toBeNull();
  });

  test("a line of words above the header isn't the header", () => {
    expect(readAccount(linesOf("Konto;Inhaber;Bank", ...rows)).rows).toMatchObject([
      { payee: "Hofladen" },
      { payee: "Vale" },
    ]);
  });

  test("a line with only a balance is no row", () => {
    const text = linesOf(
      "Date,Description,Amount,Running Bal.",
      "11/01/2026,Beginning balance as of 11/01/2026,,100.00",
      "11/20/2026,Corner Deli,-5.00,95.00",
      "11/21/2026,Refund,2.00,97.00",
    );
    const statement = readText(text);
    expect(statement.warnings).toEqual(["Skipped 1 line with only a balance."]);
    expect(onlyAccount(statement)).toMatchObject({ rows: [{ amount: -500 }, { amount: 200 }], refused: [] });
  });

  test("one row is enough", () => {
    expect(amountsOf(linesOf("Date,Payee,Amount", "2026-11-02,Deli,-1.00"))).toEqual([-100]);
  });

  test("a table without rows is refused", () => {
    expect(refusalOf(() => readText(linesOf("Date,Description,Amount"))).message).toBe(
      "This table has columns, but no transactions. Export a longer period.",
    );
  });

  test.each(["just some words\nand more\n", "a,b,c\n1,2,3\n", "name,age,city\nAnn,3,Rome\n"])(
    "%j is no statement",
    (text) => {
      expect(refusalOf(() => readText(text)).message).toMatch(
        /^This isn’t a bank statement that can be read\./,
      );
    },
  );
});

describe("statuses", () => {
  const rowOf = (status: string) => {
    const { rows, refused } = readAccount(
      linesOf("Date,Payee,Amount,Status", "2026-11-02,Deli,-1.00,Booked", `2026-11-03,Vale,-2.00,${status}`),
    );
    return refused.length > 0 ? "refused" : rows[1]?.pending === true ? "pending" : "posted";
  };

  test.each([
    ["Pending", "pending"],
    ["pending - card payment", "pending"],
    ["Umsatz vorgemerkt", "pending"],
    ["noch nicht gebucht", "pending"],
    ["AUTHORISED", "pending"],
    ["Umsatz gebucht", "posted"],
    ["Authorized and settled", "posted"],
    ["Spending", "posted"],
    ["", "posted"],
    ["Declined by bank", "refused"],
    ["REVERTED", "refused"],
  ])("%j is %s", (status, expected) => {
    expect(rowOf(status)).toBe(expected);
  });
});

describe("currency of the table", () => {
  const currencyOf = (...codes: string[]) =>
    readAccount(
      linesOf(
        "Date,Payee,Amount,Currency",
        ...codes.map((code, day) => `2026-11-0${day + 1},Deli,-1.00,${code}`),
      ),
    ).hint.isoCurrencyCode;

  test("the commonest in its column, in whatever order rows are", () => {
    expect(currencyOf("EUR", "USD", "USD")).toBe("USD");
    expect(currencyOf("USD", "USD", "EUR")).toBe("USD");
  });

  test("the first of those that are as common", () => {
    expect(currencyOf("EUR", "USD")).toBe("EUR");
  });
});
