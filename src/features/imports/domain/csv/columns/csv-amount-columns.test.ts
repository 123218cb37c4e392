import { describe, expect, test } from "vitest";
import {
  amountsOf,
  linesOf,
  onlyAccount,
  readAccount,
  readText,
} from "../../../../../../tests/support/statements/read-text.ts";

describe("money out and in", () => {
  const rows = [
    "20/11/2026,Grocer,12.50,,1487.50",
    "19/11/2026,Ash,,1500.00,1500.00",
    "18/11/2026,Phone,30.00,,0.00",
    "17/11/2026,Loan,,30.00,30.00",
  ];
  const money = [3000, -3000, 150000, -1250];

  test.each([
    ["Payments", "Receipts"],
    ["Payment", "Deposit"],
    ["Debit", "Receipts"],
    ["Debits", "Lodgements"],
    ["Withdrawn", "Paid in"],
    ["Spending", "Credit"],
    ["Amount Out", "Amount In"],
    ["MONEY OUT", "MONEY IN"],
    ["Dr Amount", "Cr Amount"],
    ["Value Out", "Value In"],
    ["Payment Amount", "Receipt Amount"],
    ["Bedrag af", "Bedrag bij"],
    ["Charges", "Payments"],
    ["Debit", "Ingoing"],
    ["Outgoing", "Credit"],
    ["Amount", "Ingoing"],
    ["Payments", "Ingoing"],
    ["Outgoing", "Ingoing"],
  ])("%s and %s are the halves of a pair", (out, inward) => {
    const statement = readText(linesOf(`Date,Description,${out},${inward},Balance`, ...rows));
    expect(statement.questions).toEqual([]);
    expect(statement.warnings).toEqual([]);
    expect(onlyAccount(statement)).toMatchObject({ addsUp: true, refused: [] });
    expect(onlyAccount(statement).rows.map(({ amount }) => amount)).toEqual(money);
  });

  test("the balance says which half is which, if names don't", () => {
    const text = linesOf("Date,Description,Ingoing,Payments,Balance", ...rows);
    expect(amountsOf(text)).toEqual(money);
  });

  test("without a header, a balance beside a pair says which half is which", () => {
    expect(amountsOf(linesOf(...rows))).toEqual(money);
  });

  test("without a balance, the name that is known says it", () => {
    const text = linesOf(
      "Date,Description,Ingoing,Debit",
      "2026-11-02,Deli,,24.10",
      "2026-11-03,Vale,80.00,0.00",
      "2026-11-04,Ash,,5.00",
    );
    expect(readText(text).questions).toEqual([]);
    expect(amountsOf(text)).toEqual([-2410, 8000, -500]);
  });

  test("a card's balance can be owed, so it doesn't say which half is which", () => {
    const text = linesOf(
      "Date,Description,Outgoing,Payments,Balance",
      "2026-11-02,Deli,24.10,,124.10",
      "2026-11-03,Thanks,,80.00,44.10",
      "2026-11-04,Ash,5.00,,49.10",
    );
    const { questions } = readText(text, { accountType: "card" });
    expect(questions[0]).toMatchObject({
      id: "column:debit",
      choices: [{ label: "Outgoing (24.10)" }, { label: "Payments (80.00)" }],
    });
    expect(amountsOf(text, { accountType: "card", answers: { "column:debit": "2" } })).toEqual([
      -2410, 8000, -500,
    ]);
    const named = text.replace("Outgoing", "Purchases");
    expect(readText(named, { accountType: "card" }).questions).toEqual([]);
    expect(amountsOf(named, { accountType: "card" })).toEqual([-2410, 8000, -500]);
  });

  test("a name that can be either side is a question", () => {
    const text = linesOf(
      "Date,Description,Payments,Other",
      "2026-11-02,Deli,24.10,",
      "2026-11-03,Vale,,80.00",
      "2026-11-04,Ash,5.00,",
    );
    expect(readText(text).questions.map(({ id }) => id)).toEqual(["column:debit"]);
    expect(amountsOf(text)).toEqual([-2410, 8000, -500]);
    expect(amountsOf(text, { answers: { "column:debit": "3" } })).toEqual([2410, -8000, 500]);
  });

  test("a lone column that could be either side is asked about as an amount", () => {
    const text = linesOf("Date,Description,Payments", "2026-11-02,Deli,24.10", "2026-11-03,Vale,80.00");
    expect(readText(text).questions.map(({ id }) => id)).toEqual(["sign"]);
  });

  test.each(["Debit/Credit", "Credit/Debit Amount", "Debit / Credit", "Soll/Haben", "Money In/Out"])(
    "%s with numbers is one signed column",
    (name) => {
      const text = linesOf(
        `Date,Description,${name},Balance`,
        '20/11/2026,INTEREST,£2.50,"£1,502.50"',
        '19/11/2026,ACME,"£1,500.00","£1,500.00"',
        "18/11/2026,EE,-£30.00,£0.00",
      );
      expect(readText(text).questions).toEqual([]);
      expect(amountsOf(text)).toEqual([-3000, 150000, 250]);
    },
  );

  test("an empty column doesn't take the place of a filled half", () => {
    const text = linesOf(
      "Date,Name,Receipt,Credits,Money Out,Money In",
      "2026-11-02,Deli,,,-24.10,",
      "2026-11-03,Vale,,,,80.00",
    );
    expect(amountsOf(text)).toEqual([-2410, 8000]);
  });

  test("a half that is empty has another one, too", () => {
    const text = linesOf(
      "Date,Description,Outgoing,Credit,Balance",
      "2026-11-02,Deli,10.00,,90.00",
      "2026-11-03,Elm,20.00,,70.00",
    );
    expect(readText(text).questions).toEqual([]);
    expect(amountsOf(text)).toEqual([-1000, -2000]);
  });

  test("an amount with both signs isn't half of a pair", () => {
    const text = linesOf(
      "Date,Payee,Amount,Level",
      "2026-11-01,Start,,10.00",
      "2026-11-02,Deli,-24.10,",
      "2026-11-03,Vale,80.00,",
    );
    expect(readText(text).table?.roles).toEqual(["date", "payee", "amount", null]);
    expect(readAccount(text).refused).toMatchObject([{ line: 2 }]);
  });

  test("a signed column of both sides beside a column of accounts", () => {
    const text = linesOf(
      "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date",
      "CH9300762011623852957;2026-11-18;Deli;-30.00;970.00;2026-11-18",
      "CH9300762011623852957;2026-11-19;Vale;1500.00;2470.00;2026-11-20",
    );
    expect(readAccount(text)).toMatchObject({
      hint: { accountId: "CH9300762011623852957" },
      rows: [
        { date: "2026-11-18", payee: "Deli", amount: -3000 },
        { date: "2026-11-19", authorizedDate: "2026-11-20", amount: 150000 },
      ],
    });
  });
});

describe("several columns of balances", () => {
  const proven = { addsUp: true, opening: { amount: 100000 }, closing: { amount: 197766 } };
  const expected = [
    { date: "2026-11-20", amount: -1234 },
    { date: "2026-11-21", amount: 100000 },
    { date: "2026-11-22", amount: -1000 },
  ];

  test("without a header, the balance after each row is the balance", () => {
    const text = linesOf(
      "123456789\tEUR\t20261120\t1000,00\t987,66\t20261120\t-12,34\tBEA, Betaalpas Grocer,PAS001",
      "123456789\tEUR\t20261121\t987,66\t1987,66\t20261121\t1000,00\tSEPA Overboeking Ash",
      "123456789\tEUR\t20261122\t1987,66\t1977,66\t20261122\t-10,00\tBEA Deli",
    );
    const statement = readText(text);
    expect(statement.questions).toEqual([]);
    expect(onlyAccount(statement)).toMatchObject({ ...proven, rows: expected });
  });

  test.each([
    ["Opening Balance", "Closing Balance"],
    ["Balance before", "Balance after"],
    ["Balance 1", "Balance 2"],
  ])("%s isn't the balance, %s is", (before, after) => {
    const text = linesOf(
      `Date,Description,${before},Amount,${after}`,
      "2026-11-20,Grocer,1000.00,-12.34,987.66",
      "2026-11-21,Ash,987.66,1000.00,1987.66",
      "2026-11-22,Deli,1987.66,-10.00,1977.66",
    );
    expect(readAccount(text)).toMatchObject({ ...proven, rows: expected });
  });

  test("balances before the rows alone are no balance", () => {
    const text = linesOf(
      "Date,Description,Opening Balance,Amount",
      "2026-11-20,Grocer,1000.00,-12.34",
      "2026-11-21,Ash,987.66,1000.00",
      "2026-11-22,Deli,1987.66,-10.00",
    );
    expect(readText(text).table?.roles).toEqual(["date", "payee", null, "amount"]);
  });
});

describe("words for the direction", () => {
  test.each([
    ["Transaction Type", "Debit", "Credit"],
    ["Type", "DEBIT", "CREDIT"],
    ["Details", "DEBIT", "CREDIT"],
    ["Direction", "OUT", "IN"],
    ["+/-", "-", "+"],
    ["+ / −", "−", "+"],
    ["Movement", "Dr", "Cr"],
    ["Side", "D", "C"],
  ])("a column named %s", (name, out, inward) => {
    const text = linesOf(
      `Date,${name},Description,Amount`,
      `2026-11-02,${out},Deli,24.10`,
      `2026-11-03,${inward},Vale,80.00`,
      `2026-11-04,${out},Ash,5.00`,
    );
    const statement = readText(text);
    expect(statement.questions).toEqual([]);
    expect(onlyAccount(statement).rows).toMatchObject([
      { amount: -2410, payee: "Deli" },
      { amount: 8000, payee: "Vale" },
      { amount: -500 },
    ]);
  });

  test("the type is the direction even if all rows go one way", () => {
    const text = linesOf(
      "Date,Transaction Type,Description,Amount",
      "2026-11-02,Debit,Deli,24.10",
      "2026-11-03,Debit,Vale,80.00",
    );
    expect(amountsOf(text)).toEqual([-2410, -8000]);
  });

  test("beside amounts with signs, the type isn't the direction", () => {
    const text = linesOf(
      "Date,Type,Description,Amount",
      "2026-11-02,Debit,Deli,24.10",
      "2026-11-03,Credit,Vale,-80.00",
    );
    expect(readText(text).table?.roles).toEqual(["date", "typeCode", "payee", "amount"]);
    expect(readText(text).questions.map(({ id }) => id)).toEqual(["sign"]);
  });

  test("letters that can be codes for anything are none", () => {
    const text = linesOf(
      "Date,Check,Kind,Description,Amount",
      "2026-11-02,C,Debit,Deli,24.10",
      "2026-11-03,D,Credit,Vale,80.00",
      "2026-11-04,D,Debit,Vale,80.00",
    );
    expect(amountsOf(text)).toEqual([-2410, 8000, -8000]);
    const codes = text.replaceAll("Debit", "POS").replaceAll("Credit", "ATM").replaceAll("D,", "A,");
    expect(readText(codes).table?.roles).not.toContain("direction");
  });

  test("a row whose word says no direction is refused", () => {
    const text = linesOf(
      "Date,Direction,Description,Amount",
      "2026-11-02,OUT,Deli,24.10",
      "2026-11-03,IN,Vale,80.00",
      "2026-11-04,NEUTRAL,Vale,80.00",
    );
    expect(readAccount(text).refused).toEqual([
      { line: 4, reason: "“NEUTRAL” says neither money in nor money out." },
    ]);
  });
});

describe("several columns of money", () => {
  test("the original amount and its currency aren't the row's", () => {
    const text = linesOf(
      '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
      "2026-11-02,2026-11-02,Deli,,Presentment,,Main,-10.50,10.00,CHF,1.05",
      "2026-11-03,2026-11-03,Vale,DE02120300000000202051,Credit,Rent,Main,-20.00,,,",
    );
    expect(readAccount(text)).toMatchObject({
      hint: { isoCurrencyCode: "EUR" },
      rows: [
        { amount: -1050, isoCurrencyCode: "EUR", payee: "Deli" },
        { amount: -2000, isoCurrencyCode: "EUR", memo: "Rent" },
      ],
    });
  });

  test("a currency in the amount's name is the rows', not one of a column", () => {
    const text = linesOf(
      "Date,Payee,Amount (EUR),Currency",
      "2026-11-02,Deli,-10.50,CHF",
      "2026-11-03,Vale,-20.00,CHF",
    );
    expect(readAccount(text).rows[0]?.isoCurrencyCode).toBe("EUR");
  });

  test("of two currencies, the one that is named as the amount is the rows'", () => {
    const text = linesOf(
      "Date,Payee,Transaction currency,Billing currency,Billing amount",
      "2026-11-02,Deli,CHF,EUR,-10.50",
      "2026-11-03,Vale,EUR,EUR,-20.00",
    );
    expect(readAccount(text).rows[0]?.isoCurrencyCode).toBe("EUR");
  });

  test("columns that fit equally well are a question, and fees are none of them", () => {
    const text = linesOf(
      "ID,Direction,Created on,Source fee amount,Source fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate",
      "T1,OUT,2026-11-02,1.10,GBP,Ann,100.00,GBP,Deli,115.00,EUR,1.15",
      "T2,IN,2026-11-03,0.00,GBP,Vale,250.00,EUR,Ann,250.00,EUR,1.0",
    );
    const { questions } = readText(text);
    expect(questions.map(({ id, choices }) => [id, choices.map(({ label }) => label)])).toEqual([
      ["column:amount", ["Source amount (after fees) (100.00)", "Target amount (after fees) (115.00)"]],
    ]);
    expect(readAccount(text, { answers: { "column:amount": "9" } }).rows).toMatchObject([
      { amount: -11500, isoCurrencyCode: "EUR" },
      { amount: 25000, isoCurrencyCode: "EUR" },
    ]);
  });

  test("two names that mean the amount are a question, unless they are the same", () => {
    const text = linesOf(
      "Date,Payee,Amount,Value",
      "2026-11-02,Deli,-1.00,-2.00",
      "2026-11-03,Vale,-2.00,-3.00",
    );
    expect(readText(text).questions[0]?.id).toBe("column:amount");
    const same = linesOf(
      "Date,Payee,Amount,Value",
      "2026-11-02,Deli,-1.00,-1.00",
      "2026-11-03,Vale,-2.00,-2.00",
    );
    expect(readText(same).questions.map(({ id }) => id)).toEqual(["sign"]);
  });

  test("a named balance proves which of several columns is the amount", () => {
    const text = linesOf(
      "Date,Time,Name,Type,Currency,Gross,Fee,Net,Transaction ID,Balance",
      "11/20/2026,10:00:00,Deli,Payment,USD,-24.10,0.00,-24.10,T1,75.90",
      "11/21/2026,10:00:00,Vale,Payment,USD,100.00,-3.20,96.80,T2,172.70",
      "11/22/2026,10:00:00,Ash,Payment,USD,50.00,-1.70,48.30,T3,221.00",
    );
    const statement = readText(text);
    expect(statement.questions).toEqual([]);
    expect(onlyAccount(statement)).toMatchObject({
      addsUp: true,
      rows: [{ amount: -2410 }, { amount: 9680 }, { amount: 4830 }],
    });
  });
});
