import { describe, expect, test } from "vitest";
import { onlyAccount, readText, refusalOf } from "../../../../../tests/support/statements/read-text.ts";
import type { ReadOptions } from "../reading.ts";

function table(...lines: string[]): string {
  return `${lines.join("\n")}\n`;
}

function read(text: string, options: Partial<ReadOptions> = {}) {
  return onlyAccount(readText(text, options));
}

function amounts(text: string, options: Partial<ReadOptions> = {}): number[] {
  return read(text, options).rows.map(({ amount }) => amount);
}

const plain = table(
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

describe("delimiters", () => {
  test.each([
    ["comma", ","],
    ["semicolon", ";"],
    ["tab", "\t"],
    ["bar", "|"],
  ])("%s", (_case, delimiter) => {
    expect(amounts(plain.replaceAll(",", delimiter))).toEqual([-2410, 80000, -500]);
  });

  test("a semicolon wins over decimal commas", () => {
    const text = table(
      "Datum;Text;Betrag;Saldo",
      "02.11.2026;Hofladen;-24,10;75,90",
      "03.11.2026;Lohn;800,00;875,90",
    );
    expect(amounts(text)).toEqual([-2410, 80000]);
  });

  test("a delimiter in quotes is text", () => {
    const text = table(
      "Date,Description,Amount",
      '2026-11-02,"Ash, Elm & Co",-1.00',
      '2026-11-03,"a,b,c,d",-2.00',
    );
    expect(read(text).rows.map(({ payee }) => payee)).toEqual(["Ash, Elm & Co", "a,b,c,d"]);
  });
});

describe("cells", () => {
  const one = (description: string) =>
    read(table("Date,Description,Amount", `2026-11-02,${description},-1.00`, "2026-11-03,x,-2.00")).rows[0]
      ?.payee;

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
    const text = table("Date,Description,Amount", '2026-11-02,"a\nb\nc",-1.00', "", "2026-11-03,x,-2.00");
    expect(read(text).rows.map(({ line }) => line)).toEqual([2, 6]);
  });

  test("rows of any length and delimiters at the end are fine", () => {
    const text = table(
      "Date,Description,Amount,Note,",
      "2026-11-02,a,-1.00",
      "2026-11-03,b,-2.00,hm,,,",
      "2026-11-04,c,-3.00,,",
    );
    expect(amounts(text)).toEqual([-100, -200, -300]);
  });

  test("a quote that never closes is refused with its line", () => {
    const text = table(
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
    const text = table(
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

  test("a number that only looks like an IBAN is none", () => {
    expect(read(table("IBAN;DE03 1203 0000 0000 2020 51", ...rows)).hint.accountId).toBeNull();
  });

  test("a line of words above the header isn't the header", () => {
    expect(read(table("Konto;Inhaber;Bank", ...rows)).rows).toMatchObject([
      { payee: "Hofladen" },
      { payee: "Vale" },
    ]);
  });

  test("a line with only a balance is no row", () => {
    const text = table(
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
    expect(amounts(table("Date,Payee,Amount", "2026-11-02,Deli,-1.00"))).toEqual([-100]);
  });

  test("a table without rows is refused", () => {
    expect(refusalOf(() => readText(table("Date,Description,Amount"))).message).toBe(
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

describe("columns by name", () => {
  test.each([
    ["English", "Posting Date,Details,Amount", "11/13/2026,Deli,-1.00"],
    ["German", "Buchungstag;Beguenstigter/Zahlungspflichtiger;Betrag", "13.11.2026;Deli;-1,00"],
    ["Dutch", "Datum;Naam tegenpartij;Bedrag", "13-11-2026;Deli;-1,00"],
    ["French", "Date d'opération;Libellé;Montant", "13/11/2026;Deli;-1,00"],
    ["Spanish", "Fecha contable;Concepto;Importe", "13/11/2026;Deli;-1,00"],
    ["Italian", "Data contabile;Descrizione;Importo", "13/11/2026;Deli;-1,00"],
    ["Portuguese", "Data mov.;Descrição;Montante", "13-11-2026;Deli;-1,00"],
  ])("%s", (_case, header, row) => {
    expect(read(table(header, row, row)).rows[0]).toMatchObject({
      date: "2026-11-13",
      payee: "Deli",
      amount: -100,
    });
  });

  test("what the bank booked is the date, what it's for the other", () => {
    const text = table(
      "Transaction Date,Post Date,Description,Amount",
      "2026-11-01,2026-11-03,Deli,-1.00",
      "2026-11-04,2026-11-04,Ash,-2.00",
    );
    expect(read(text).rows).toMatchObject([
      { date: "2026-11-03", authorizedDate: "2026-11-01" },
      { date: "2026-11-04", authorizedDate: null },
    ]);
    const german = table(
      "Valutadatum;Buchungstag;Name;Betrag",
      "01.11.2026;30.10.2026;Deli;-1,00",
      "02.11.2026;31.10.2026;Ash;-2,00",
    );
    expect(read(german).rows[0]).toMatchObject({ date: "2026-10-30", authorizedDate: "2026-11-01" });
  });

  test("everything that a row can have", () => {
    const text = table(
      "Date,Payee,Memo,Category,Amount (EUR),Check Number,Transaction Type,Transaction ID,Counterparty IBAN,Status,MCC",
      "2026-11-02,Deli,Lunch,Food,-1.00,,Card,t1,,Posted,5812",
      "2026-11-03,Vale,Rent,Housing,-2.00,0042,Check,t2,DE75512108001245126199,Pending,",
    );
    expect(read(text)).toMatchObject({
      hint: { isoCurrencyCode: "EUR" },
      rows: [
        {
          payee: "Deli",
          memo: "Lunch",
          categoryHint: "Food",
          externalId: "t1",
          typeCode: "Card",
          mcc: "5812",
          pending: false,
          isoCurrencyCode: "EUR",
        },
        {
          checkNumber: "0042",
          counterparty: { name: "Vale", account: "DE75512108001245126199" },
          pending: true,
          mcc: null,
        },
      ],
    });
  });

  test("ids that repeat are none", () => {
    const text = table("Date,Payee,Amount,ID", "2026-11-02,Deli,-1.00,7", "2026-11-03,Vale,-2.00,7");
    expect(read(text).rows.map(({ externalId }) => externalId)).toEqual([null, null]);
  });

  test("a row that the bank declined is refused with its words", () => {
    const text = table(
      "Date,Payee,Amount,State",
      "2026-11-02,Deli,-1.00,COMPLETED",
      "2026-11-03,Vale,-2.00,DECLINED",
    );
    expect(read(text).refused).toEqual([{ line: 3, reason: "The bank marks it as “DECLINED”." }]);
  });

  test("an account's column divides rows, another account's doesn't", () => {
    const text = table(
      "Rekening;Datum;Tegenrekening;Naam tegenpartij;Bedrag;Munt",
      "NL91ABNA0417164300;2026-11-02;NL20INGB0001234567;Deli;-1,00;EUR",
      "NL91ABNA0417164300;2026-11-03;;Vale;-2,00;EUR",
      "NL91ABNA0417164300;2026-11-03;;Elm;-2,50;EUR",
      "NL91ABNA0417164300;2026-11-04;;Elm;-2,60;EUR",
      "NL69RABO0123456789;2026-11-04;NL20INGB0007654321;Ash;-3,00;EUR",
      "NL69RABO0123456789;2026-11-04;;Ash;-4,00;EUR",
      "NL69RABO0123456789;2026-11-04;;Ash;-5,00;EUR",
      "NL69RABO0123456789;2026-11-04;;Ash;-6,00;EUR",
    );
    const { accounts } = readText(text);
    expect(accounts.map(({ hint, rows }) => [hint.accountId, hint.isoCurrencyCode, rows.length])).toEqual([
      ["NL91ABNA0417164300", "EUR", 4],
      ["NL69RABO0123456789", "EUR", 4],
    ]);
    expect(accounts[0]?.rows[0]?.counterparty).toEqual({ name: "Deli", account: "NL20INGB0001234567" });
  });
});

describe("columns by content", () => {
  const bare = [
    "2026-11-02,Greenbarrow Market,card,-24.10,75.90",
    "2026-11-03,Tallow,card,800.00,875.90",
    "2026-11-04,Deli,card,-5.00,870.90",
  ];

  test("without a header, the running balance tells amounts and balances apart", () => {
    const statement = readText(table(...bare));
    expect(statement.questions).toEqual([]);
    expect(onlyAccount(statement).rows).toMatchObject([
      { line: 1, amount: -2410, payee: "Greenbarrow Market", memo: "card", runningBalance: 7590 },
      { amount: 80000 },
      { amount: -500 },
    ]);
  });

  test("two columns of amounts that say nothing are a question", () => {
    const text = table(
      "2026-11-02,Deli,-24.10,1.00",
      "2026-11-03,Vale,80.00,2.00",
      "2026-11-04,Ash,-5.00,3.00",
    );
    const { questions } = readText(text);
    expect(questions[0]).toEqual({
      id: "column:amount",
      text: "Which column is the amount? First row: 2026-11-02 · Deli · -24.10 · 1.00",
      choices: [
        { value: "2", label: "Column 3 (-24.10)" },
        { value: "3", label: "Column 4 (1.00)" },
      ],
    });
    expect(amounts(text)).toEqual([-2410, 8000, -500]);
    expect(amounts(text, { answers: { "column:amount": "3" } })).toEqual([100, 200, 300]);
  });

  test("two columns that are never both filled are money out and in", () => {
    const text = table("2026-11-02,Deli,24.10,", "2026-11-03,Vale,,80.00", "2026-11-04,Ash,5.00,");
    expect(readText(text).questions.map(({ id }) => id)).toEqual(["column:debit"]);
    expect(amounts(text)).toEqual([-2410, 8000, -500]);
    expect(amounts(text, { answers: { "column:debit": "3" } })).toEqual([2410, -8000, 500]);
  });

  test("two columns of dates without names are a question", () => {
    const text = table("2026-11-02,2026-11-01,Deli,-24.10", "2026-11-03,2026-11-02,Vale,80.00");
    expect(readText(text).questions[0]?.id).toBe("column:date");
    expect(read(text, { answers: { "column:date": "1" } }).rows[0]).toMatchObject({
      date: "2026-11-01",
      authorizedDate: "2026-11-02",
    });
  });
});

describe("layouts of amounts", () => {
  const split = (...rows: string[]) => table("Date,Payee,Debit,Credit", ...rows);

  test.each([
    ["positive", ["2026-11-02,Deli,24.10,", "2026-11-03,Vale,,80.00"], [-2410, 8000]],
    ["signed", ["2026-11-02,Deli,-24.10,", "2026-11-03,Vale,,80.00"], [-2410, 8000]],
    ["zeros", ["2026-11-02,Deli,24.10,0.00", "2026-11-03,Vale,0.00,80.00"], [-2410, 8000]],
    ["both filled", ["2026-11-02,Deli,24.10,4.00", "2026-11-03,Vale,,80.00"], [-2010, 8000]],
    [
      "a debit taken back",
      ["2026-11-02,Deli,24.10,", "2026-11-03,Ash,3.00,", "2026-11-04,Deli,-4.10,"],
      [-2410, -300, 410],
    ],
    ["an empty column", ["2026-11-02,Vale,,80.00", "2026-11-03,Vale,,90.00"], [8000, 9000]],
  ])("debit and credit: %s", (_case, rows, expected) => {
    const statement = readText(split(...rows));
    expect(onlyAccount(statement).rows.map(({ amount }) => amount)).toEqual(expected);
    expect(statement.questions).toEqual([]);
  });

  test("neither debit nor credit is refused", () => {
    const account = read(split("2026-11-02,Deli,24.10,", "2026-11-03,Vale,,", "2026-11-04,Ash,,1.00"));
    expect(account.refused).toEqual([{ line: 3, reason: "The amount is missing." }]);
  });

  test.each([
    ["Af Bij", "Af", "Bij"],
    ["D/C", "D", "C"],
    ["Soll/Haben", "S", "H"],
    ["Credit/Debit Indicator", "DBIT", "CRDT"],
    ["Type", "debit", "credit"],
    ["Kennzeichen", "(-)", "(+)"],
  ])("a column of words: %s", (name, out, inward) => {
    const text = table(
      `Date,Payee,Amount,${name}`,
      `2026-11-02,Deli,24.10,${out}`,
      `2026-11-03,Vale,80.00,${inward}`,
    );
    if (name === "Type") return expect(amounts(text.replace("Type", "Debit/Credit"))).toEqual([-2410, 8000]);
    const statement = readText(text);
    expect(onlyAccount(statement).rows.map(({ amount }) => amount)).toEqual([-2410, 8000]);
    expect(statement.questions).toEqual([]);
  });

  test("signs that agree with the words aren't applied twice", () => {
    const text = table("Date,Payee,Amount,D/C", "2026-11-02,Deli,-24.10,D", "2026-11-03,Vale,80.00,C");
    expect(amounts(text)).toEqual([-2410, 8000]);
  });
});

describe("signs", () => {
  const lone = (...rows: string[]) => table("Date,Payee,Amount", ...rows);

  test("a lone column is asked about with a real row", () => {
    const { questions } = readText(
      lone("2026-11-02,Greenbarrow Market,-24.10", "2026-11-03,Vale,80.00", "2026-11-04,Ash,-5.00"),
    );
    expect(questions).toEqual([
      {
        id: "sign",
        text: "Is “Greenbarrow Market -24.10” money you spent?",
        choices: [
          { value: "negativeIsOut", label: "Yes, money out" },
          { value: "positiveIsOut", label: "No, money in" },
        ],
      },
    ]);
  });

  test("an answer settles it, also of another file of the account", () => {
    const text = lone("2026-11-02,Deli,24.10", "2026-11-03,Vale,-80.00");
    const answered = readText(text, { answers: { sign: "positiveIsOut" } });
    expect(answered.questions).toEqual([]);
    expect(onlyAccount(answered).rows.map(({ amount }) => amount)).toEqual([-2410, 8000]);
  });

  test.each([
    ["on a card, mostly positive", "card", "Vale", [-2410, -500, 8000]],
    ["a payment of a bill that is negative", null, "PAYMENT - THANK YOU", [-2410, -500, 8000]],
    ["on no card", "checking", "Vale", [2410, 500, -8000]],
  ] as const)("the flip is proposed: %s", (_case, accountType, payee, expected) => {
    const text = lone("2026-11-02,Deli,24.10", "2026-11-03,Ash,5.00", `2026-11-04,${payee},-80.00`);
    expect(amounts(text, { accountType })).toEqual(expected);
    expect(readText(text, { accountType }).questions).toHaveLength(1);
  });

  test("a balance that falls by positive amounts flips them", () => {
    const text = table(
      "Date,Payee,Amount,Balance",
      "2026-11-02,Deli,24.10,75.90",
      "2026-11-03,Ash,5.00,70.90",
      "2026-11-04,Vale,-80.00,150.90",
    );
    const statement = readText(text);
    expect(statement.questions).toEqual([]);
    expect(onlyAccount(statement)).toMatchObject({
      addsUp: true,
      rows: [{ amount: -2410 }, { amount: -500 }, { amount: 8000, runningBalance: 15090 }],
    });
  });

  test("a card's balance is owed: it proves completeness, not the sign", () => {
    const text = table(
      "Date,Payee,Amount,Balance",
      "2026-11-02,Deli,24.10,124.10",
      "2026-11-03,Ash,5.00,129.10",
      "2026-11-04,Vale,-80.00,49.10",
    );
    const statement = readText(text, { accountType: "card" });
    expect(statement.questions.map(({ id }) => id)).toEqual(["sign"]);
    expect(onlyAccount(statement)).toMatchObject({
      addsUp: true,
      opening: { amount: -10000 },
      closing: { amount: -4910 },
      rows: [{ amount: -2410, runningBalance: -12410 }, { amount: -500 }, { amount: 8000 }],
    });
  });
});

describe("balances and order", () => {
  test("rows that run backward are turned, equal days too", () => {
    const text = table(
      "Date,Payee,Amount,Balance",
      "2026-11-03,third,-3.00,94.00",
      "2026-11-03,second,-2.00,97.00",
      "2026-11-02,first,-1.00,99.00",
    );
    expect(read(text)).toMatchObject({
      addsUp: true,
      opening: { amount: 10000 },
      closing: { amount: 9400 },
      rows: [{ payee: "first" }, { payee: "second" }, { payee: "third" }],
    });
  });

  test("a missing row shows in the balances", () => {
    const text = table(
      "Date,Payee,Amount,Balance",
      "2026-11-02,a,-1.00,99.00",
      "2026-11-03,b,-2.00,97.00",
      "2026-11-04,c,-3.00,81.60",
      "2026-11-05,d,-1.00,80.60",
    );
    expect(read(text)).toMatchObject({ addsUp: false, offBy: -1240 });
  });

  test("a balance that repeats in each row proves nothing", () => {
    const text = table(
      "Date,Payee,Amount,Balance",
      "2026-11-02,a,-1.00,50.00",
      "2026-11-03,b,-2.00,50.00",
      "2026-11-04,c,-2.00,50.00",
    );
    expect(read(text)).toMatchObject({ addsUp: null, opening: null, closing: null });
  });
});

describe("amounts as banks print them", () => {
  test.each([
    ["12.30", 1230],
    ["(12.30)", -1230],
    ["12.30-", -1230],
    ["−12.30", -1230],
    ["- 12.30", -1230],
    ["+12.30", 1230],
    ["$12.30", 1230],
    ["-$12.30", -1230],
    ["$-12.30", -1230],
    ["USD 12.30", 1230],
    ["12.30 DR", -1230],
    ["12.30CR", 1230],
    ["Rs. 12.30", 1230],
    ["1'234.50", 123450],
    ["1\u00A0234.50", 123450],
    ["1\u202F234.50", 123450],
    ["1\u2009234.50", 123450],
    ["1 234.50", 123450],
    ["1,23,456.00", 12345600],
    ["1,234,567.80", 123456780],
    [".50", 50],
    ["12.3000", 1230],
    ["0.00", 0],
    ["-0.00", 0],
  ])("%j", (printed, amount) => {
    const text = table("Date;Payee;Amount", `2026-11-02;Deli;${printed}`, "2026-11-03;Ash;-2.25");
    expect(amounts(text)[0]).toBe(amount);
  });

  test.each([
    ["1.234,56", 123456],
    ["1 234,56", 123456],
    [",50", 50],
    ["12,30 €", 1230],
    ["€ 12,30-", -1230],
    ["12,30 S", -1230],
    ["12,30 H", 1230],
    ["800,", 80000],
    ["800,-", 80000],
    ["1.250", 125000],
    ["12,3 zł", 1230],
  ])("%j in a file with decimal commas", (printed, amount) => {
    const text = table("Datum;Name;Betrag", `02.11.2026;Deli;${printed}`, "03.11.2026;Ash;-2,25");
    expect(amounts(text)[0]).toBe(amount);
  });

  test.each([
    "1e400",
    "12.345.67",
    "1.2.3",
    "--5.00",
    "1,23.00",
    "5.00 apples",
    "Visa 1234",
    "0x10",
    "Infinity",
    "٣.٥٠",
  ])("%j is refused", (printed) => {
    const text = table(
      "Date;Payee;Amount",
      "2026-11-01;Elm;-1.25",
      `2026-11-02;Deli;${printed}`,
      "2026-11-03;Ash;-2.25",
    );
    expect(read(text)).toMatchObject({
      rows: [{ amount: -125 }, { amount: -225 }],
      refused: [{ line: 3, reason: `“${printed}” isn’t an amount.` }],
    });
  });

  test("a currency's decimals count", () => {
    const yen = table("Date;Payee;Amount;Currency", "2026-11-02;Deli;1,250;JPY", "2026-11-03;Ash;-300;JPY");
    expect(amounts(yen)).toEqual([1250, -300]);
    const dinar = table(
      "Date;Payee;Amount;Currency",
      "2026-11-02;Deli;0.250;KWD",
      "2026-11-03;Ash;-3.125;KWD",
    );
    expect(amounts(dinar)).toEqual([250, -3125]);
  });

  const doubtful = table("Date;Payee;Amount", "2026-11-02;Deli;-1.250", "2026-11-03;Ash;-300");

  test("a thousand or one is asked if nothing settles it", () => {
    const { questions } = readText(doubtful);
    expect(questions[0]).toEqual({
      id: "decimal",
      text: "How much is “1.250” in this row? 2026-11-02 · Deli · -1.250",
      choices: [
        { value: ",", label: "1,250.00" },
        { value: ".", label: "1.25" },
      ],
    });
    expect(amounts(doubtful)).toEqual([-125000, -30000]);
    expect(amounts(doubtful, { answers: { decimal: "." } })).toEqual([-125, -30000]);
  });

  test("three decimals that aren't zeros are thousands", () => {
    expect(amounts(doubtful.replace("1.250", "1.255"))).toEqual([-125500, -30000]);
  });
});

describe("dates", () => {
  const dated = (...dates: string[]) =>
    table("Date,Payee,Amount", ...dates.map((date) => `"${date}",Deli,-1.00`));
  const dates = (text: string, options: Partial<ReadOptions> = {}) =>
    read(text, options).rows.map(({ date }) => date);

  test.each([
    ["2026/11/02", "2026-11-02"],
    ["20261102", "2026-11-02"],
    ["02112026", "2026-11-02"],
    ["2026-11-02T23:59:59Z", "2026-11-02"],
    ["2026-11-02 23:59", "2026-11-02"],
    ["02.11.2026, 14:22", "2026-11-02"],
    ["2 Nov 2026", "2026-11-02"],
    ["02-NOV-26", "2026-11-02"],
    ["Nov 2, 2026", "2026-11-02"],
    ["November 2 2026", "2026-11-02"],
    ["Mon, 2 Nov 2026", "2026-11-02"],
    ["2. März 2026", "2026-03-02"],
    ["2 août 2026", "2026-08-02"],
    ["2 mei 2026", "2026-05-02"],
    ["2 ene 2026", "2026-01-02"],
    ["2 giu 2026", "2026-06-02"],
    ["2 dez 2026", "2026-12-02"],
  ])("%s", (printed, date) => {
    expect(dates(dated(printed, "14/01/2020"))).toContain(date);
  });

  test("the order in which dates run decides", () => {
    expect(dates(dated("03/02/2026", "05/02/2026", "01/03/2026"))).toEqual([
      "2026-02-03",
      "2026-02-05",
      "2026-03-01",
    ]);
  });

  test("dates after today decide", () => {
    expect(dates(dated("02/12/2026", "01/11/2026", "03/09/2026", "04/09/2026"))).toContain("2026-02-12");
  });

  const open = dated("03/02/2026");

  test("what nothing settles is asked with a real row", () => {
    expect(readText(open).questions[0]).toEqual({
      id: "dateOrder",
      text: "Which day is “03/02/2026” in this row? 03/02/2026 · Deli · -1.00",
      choices: [
        { value: "mdy", label: "Mar 2, 2026" },
        { value: "dmy", label: "Feb 3, 2026" },
      ],
    });
    expect(dates(open)).toEqual(["2026-03-02"]);
    expect(dates(open, { answers: { dateOrder: "dmy" } })).toEqual(["2026-02-03"]);
  });

  test("an answer never outweighs a proof", () => {
    expect(dates(dated("03/02/2026", "17/02/2026"), { answers: { dateOrder: "mdy" } })).toEqual([
      "2026-02-03",
      "2026-02-17",
    ]);
  });

  test("day and month that are equal need no decision", () => {
    expect(readText(dated("02/02/2026", "03/03/2026")).questions.map(({ id }) => id)).toEqual(["sign"]);
  });

  test.each(["31/02/2026", "00/00/0000", "1/1/0000", "99/99/9999"])(
    "%s is refused with its line, wherever it is",
    (printed) => {
      for (const text of [
        dated("11/13/2026", printed, "11/14/2026"),
        dated("11/13/2026", "11/14/2026", printed),
      ]) {
        expect(read(text).rows).toHaveLength(2);
        expect(read(text).refused).toMatchObject([{ reason: `“${printed}” isn’t a date.` }]);
      }
    },
  );
});

describe("chosen columns", () => {
  test("a mapping for the same header beats every guess, and asks nothing about columns", async () => {
    const { readTable } = await import("../read-statement.ts");
    const text = table(
      "When,Where,How much,Fee",
      "2026-11-02,Deli,-24.10,1.00",
      "2026-11-03,Vale,80.00,2.00",
    );
    const options = {
      today: "2026-11-23",
      answers: {},
      mapping: null,
      accountType: null,
      isoCurrencyCode: "USD",
    };
    const found = readTable(new TextEncoder().encode(text), options);
    expect(found).toMatchObject({
      fingerprint: "when|where|how much|fee",
      columns: [{ name: "When", samples: ["2026-11-02", "2026-11-03"] }, {}, {}, {}],
      roles: ["date", "payee", "amount", null],
    });
    const mapping = {
      fingerprint: found?.fingerprint ?? "",
      roles: ["date", "memo", null, "amount"] as const,
    };
    expect(amounts(text, { mapping })).toEqual([100, 200]);
    expect(readText(text, { mapping }).questions.map(({ id }) => id)).toEqual(["sign"]);
    expect(amounts(text.replace("Fee", "Tip"), { mapping })).toEqual([-2410, 8000]);
  });

  test("a mapping without a date or an amount is refused", () => {
    const mapping = {
      fingerprint: "date|description|amount|balance",
      roles: ["date", "payee", null, null] as const,
    };
    expect(refusalOf(() => readText(plain, { mapping })).message).toBe(
      "Choose which column is the date and which is the amount.",
    );
  });
});
