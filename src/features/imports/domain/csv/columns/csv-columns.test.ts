import { describe, expect, test } from "vitest";
import {
  amountsOf,
  linesOf,
  onlyAccount,
  readAccount,
  readText,
  refusalOf,
} from "../../../../../../tests/support/statements/read-text.ts";
import { readTable } from "../../read-statement.ts";

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
    expect(readAccount(linesOf(header, row, row)).rows[0]).toMatchObject({
      date: "2026-11-13",
      payee: "Deli",
      amount: -100,
    });
  });

  test("what the bank booked is the date, what it's for the other", () => {
    const text = linesOf(
      "Transaction Date,Post Date,Description,Amount",
      "2026-11-01,2026-11-03,Deli,-1.00",
      "2026-11-04,2026-11-04,Ash,-2.00",
    );
    expect(readAccount(text).rows).toMatchObject([
      { date: "2026-11-03", authorizedDate: "2026-11-01" },
      { date: "2026-11-04", authorizedDate: null },
    ]);
    const german = linesOf(
      "Valutadatum;Buchungstag;Name;Betrag",
      "01.11.2026;30.10.2026;Deli;-1,00",
      "02.11.2026;31.10.2026;Ash;-2,00",
    );
    expect(readAccount(german).rows[0]).toMatchObject({ date: "2026-10-30", authorizedDate: "2026-11-01" });
  });

  test("everything that a row can have", () => {
    const text = linesOf(
      "Date,Payee,Memo,Category,Amount (EUR),Check Number,Transaction Type,Transaction ID,Counterparty IBAN,Status,MCC",
      "2026-11-02,Deli,Lunch,Food,-1.00,,Card,t1,,Posted,5812",
      "2026-11-03,Vale,Rent,Housing,-2.00,0042,Check,t2,DE75512108001245126199,Pending,",
    );
    expect(readAccount(text)).toMatchObject({
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
    const text = linesOf("Date,Payee,Amount,ID", "2026-11-02,Deli,-1.00,7", "2026-11-03,Vale,-2.00,7");
    expect(readAccount(text).rows.map(({ externalId }) => externalId)).toEqual([null, null]);
  });

  test("a row that the bank declined is refused with its words", () => {
    const text = linesOf(
      "Date,Payee,Amount,State",
      "2026-11-02,Deli,-1.00,COMPLETED",
      "2026-11-03,Vale,-2.00,DECLINED",
    );
    expect(readAccount(text).refused).toEqual([{ line: 3, reason: "The bank marks it as “DECLINED”." }]);
  });

  test.each([
    ["divide", ["Everyday 2", "Rainy Day 1"]],
    ["one", ["null 3"]],
    [undefined, ["null 3"]],
  ])(
    "a column with few rows for each account's name divides them if the person says so: %s",
    (said, found) => {
      const rows = ["02,Everyday,Market,-24.10", "03,Rainy Day,Interest,1.00", "04,Everyday,Blue Fig,-4.50"];
      const text = linesOf("Date,Account name,Description,Amount", ...rows.map((row) => `2026-11-${row}`));
      const answers: Record<string, string> = said === undefined ? {} : { "column:account": said };
      const { accounts, questions } = readText(text, { answers });
      expect(accounts.map(({ hint, rows: own }) => `${hint.name} ${own.length}`)).toEqual(found);
      expect(questions[0]).toMatchObject({ id: "column:account", answer: said ?? null });
    },
  );

  test("an account's column divides rows, another account's doesn't", () => {
    const text = linesOf(
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
    const statement = readText(linesOf(...bare));
    expect(statement.questions).toEqual([]);
    expect(onlyAccount(statement).rows).toMatchObject([
      { line: 1, amount: -2410, payee: "Greenbarrow Market", memo: "card", runningBalance: 7590 },
      { amount: 80000 },
      { amount: -500 },
    ]);
  });

  test("two columns of amounts that say nothing are a question", () => {
    const text = linesOf(
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
      answer: null,
    });
    expect(amountsOf(text)).toEqual([-2410, 8000, -500]);
    expect(amountsOf(text, { answers: { "column:amount": "3" } })).toEqual([100, 200, 300]);
  });

  test("two columns that are never both filled are money out and in", () => {
    const text = linesOf("2026-11-02,Deli,24.10,", "2026-11-03,Vale,,80.00", "2026-11-04,Ash,5.00,");
    expect(readText(text).questions.map(({ id }) => id)).toEqual(["column:debit"]);
    expect(amountsOf(text)).toEqual([-2410, 8000, -500]);
    expect(amountsOf(text, { answers: { "column:debit": "3" } })).toEqual([2410, -8000, 500]);
  });

  test("two columns of dates without names are a question", () => {
    const text = linesOf("2026-11-02,2026-11-01,Deli,-24.10", "2026-11-03,2026-11-02,Vale,80.00");
    expect(readText(text).questions[0]?.id).toBe("column:date");
    expect(readAccount(text, { answers: { "column:date": "1" } }).rows[0]).toMatchObject({
      date: "2026-11-01",
      authorizedDate: "2026-11-02",
    });
  });
});

describe("chosen columns", () => {
  test("a mapping for the same header beats every guess, and asks nothing about columns", () => {
    const text = linesOf(
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
    expect(amountsOf(text, { mapping })).toEqual([100, 200]);
    expect(readText(text, { mapping }).questions.map(({ id }) => id)).toEqual(["sign"]);
    expect(amountsOf(text.replace("Fee", "Tip"), { mapping })).toEqual([-2410, 8000]);
  });

  test("a mapping without a date or an amount is refused", () => {
    const mapping = {
      fingerprint: "date|payee|fee",
      roles: ["date", "payee", null] as const,
    };
    expect(
      refusalOf(() => readText(linesOf("Date,Payee,Fee", "2026-11-02,Deli,-1.00"), { mapping })).message,
    ).toBe("Choose which column is the date and which is the amount.");
  });
});
