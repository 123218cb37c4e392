import { describe, expect, test } from "vitest";
import {
  amountsOf,
  linesOf,
  onlyAccount,
  readAccount,
  readText,
} from "../../../../../tests/support/statements/read-text.ts";

describe("layouts of amounts", () => {
  const split = (...rows: string[]) => linesOf("Date,Payee,Debit,Credit", ...rows);

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
    const account = readAccount(split("2026-11-02,Deli,24.10,", "2026-11-03,Vale,,", "2026-11-04,Ash,,1.00"));
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
    const text = linesOf(
      `Date,Payee,Amount,${name}`,
      `2026-11-02,Deli,24.10,${out}`,
      `2026-11-03,Vale,80.00,${inward}`,
    );
    if (name === "Type")
      return expect(amountsOf(text.replace("Type", "Debit/Credit"))).toEqual([-2410, 8000]);
    const statement = readText(text);
    expect(onlyAccount(statement).rows.map(({ amount }) => amount)).toEqual([-2410, 8000]);
    expect(statement.questions).toEqual([]);
  });

  test("signs that agree with the words aren't applied twice", () => {
    const text = linesOf("Date,Payee,Amount,D/C", "2026-11-02,Deli,-24.10,D", "2026-11-03,Vale,80.00,C");
    expect(amountsOf(text)).toEqual([-2410, 8000]);
  });
});

describe("signs", () => {
  const lone = (...rows: string[]) => linesOf("Date,Payee,Amount", ...rows);

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
        answer: null,
      },
    ]);
  });

  test("an answer settles it, also of another file of the account", () => {
    const text = lone("2026-11-02,Deli,24.10", "2026-11-03,Vale,-80.00");
    const answered = readText(text, { answers: { sign: "positiveIsOut" } });
    expect(answered.questions).toMatchObject([{ id: "sign", answer: "positiveIsOut" }]);
    expect(onlyAccount(answered).rows.map(({ amount }) => amount)).toEqual([-2410, 8000]);
  });

  test.each([
    ["on a card, mostly positive", "card", "Vale", [-2410, -500, 8000]],
    ["a payment of a bill that is negative", null, "PAYMENT - THANK YOU", [-2410, -500, 8000]],
    ["on no card", "checking", "Vale", [2410, 500, -8000]],
  ] as const)("the flip is proposed: %s", (_case, accountType, payee, expected) => {
    const text = lone("2026-11-02,Deli,24.10", "2026-11-03,Ash,5.00", `2026-11-04,${payee},-80.00`);
    expect(amountsOf(text, { accountType })).toEqual(expected);
    expect(readText(text, { accountType }).questions).toHaveLength(1);
  });

  test("a balance that falls by positive amounts flips them", () => {
    const text = linesOf(
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
    const text = linesOf(
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
    const text = linesOf(
      "Date,Payee,Amount,Balance",
      "2026-11-03,third,-3.00,94.00",
      "2026-11-03,second,-2.00,97.00",
      "2026-11-02,first,-1.00,99.00",
    );
    expect(readAccount(text)).toMatchObject({
      addsUp: true,
      opening: { amount: 10000 },
      closing: { amount: 9400 },
      rows: [{ payee: "first" }, { payee: "second" }, { payee: "third" }],
    });
  });

  test("a missing row shows in the balances", () => {
    const text = linesOf(
      "Date,Payee,Amount,Balance",
      "2026-11-02,a,-1.00,99.00",
      "2026-11-03,b,-2.00,97.00",
      "2026-11-04,c,-3.00,81.60",
      "2026-11-05,d,-1.00,80.60",
    );
    expect(readAccount(text)).toMatchObject({ addsUp: false, offBy: -1240 });
  });

  test("a balance that repeats in each row proves nothing", () => {
    const text = linesOf(
      "Date,Payee,Amount,Balance",
      "2026-11-02,a,-1.00,50.00",
      "2026-11-03,b,-2.00,50.00",
      "2026-11-04,c,-2.00,50.00",
    );
    expect(readAccount(text)).toMatchObject({ addsUp: null, opening: null, closing: null });
  });
});

describe("amounts as banks print them", () => {
  test.each([
    ["12.30", 1230],
    ["(12.30)", -1230],
    ["12.30-", -1230],
    ["−12.30", -1230],
    ["－12.30", -1230],
    ["—12.30", -1230],
    ["- 12.30", -1230],
    ["+12.30", 1230],
    ["$12.30", 1230],
    ["-$12.30", -1230],
    ["$-12.30", -1230],
    ["USD 12.30", 1230],
    ["12.30 DR", -1230],
    ["12.30CR", 1230],
    ["12.30 D", -1230],
    ["12.30 C", 1230],
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
    const text = linesOf("Date;Payee;Amount", `2026-11-02;Deli;${printed}`, "2026-11-03;Ash;-2.25");
    expect(amountsOf(text)[0]).toBe(amount);
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
    const text = linesOf("Datum;Name;Betrag", `02.11.2026;Deli;${printed}`, "03.11.2026;Ash;-2,25");
    expect(amountsOf(text)[0]).toBe(amount);
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
    const text = linesOf(
      "Date;Payee;Amount",
      "2026-11-01;Elm;-1.25",
      `2026-11-02;Deli;${printed}`,
      "2026-11-03;Ash;-2.25",
    );
    expect(readAccount(text)).toMatchObject({
      rows: [{ amount: -125 }, { amount: -225 }],
      refused: [{ line: 3, reason: `“${printed}” isn’t an amount.` }],
    });
  });

  test("a currency's decimals count", () => {
    const yen = linesOf("Date;Payee;Amount;Currency", "2026-11-02;Deli;1,250;JPY", "2026-11-03;Ash;-300;JPY");
    expect(amountsOf(yen)).toEqual([1250, -300]);
    const dinar = linesOf(
      "Date;Payee;Amount;Currency",
      "2026-11-02;Deli;0.250;KWD",
      "2026-11-03;Ash;-3.125;KWD",
    );
    expect(amountsOf(dinar)).toEqual([250, -3125]);
  });

  const doubtful = linesOf("Date;Payee;Amount", "2026-11-02;Deli;-1.250", "2026-11-03;Ash;-300");

  test("a thousand or one is asked if nothing settles it", () => {
    const { questions } = readText(doubtful);
    expect(questions[0]).toEqual({
      id: "decimal",
      text: "How much is “1.250” in this row? 2026-11-02 · Deli · -1.250",
      choices: [
        { value: ",", label: "1,250.00" },
        { value: ".", label: "1.25" },
      ],
      answer: null,
    });
    expect(amountsOf(doubtful)).toEqual([-125000, -30000]);
    expect(amountsOf(doubtful, { answers: { decimal: "." } })).toEqual([-125, -30000]);
  });

  test("choices have the currency's decimals", () => {
    const dinar = doubtful.replace("1.250", "1.255");
    const { questions } = readText(dinar, { isoCurrencyCode: "KWD" });
    expect(questions[0]?.choices).toEqual([
      { value: ",", label: "1,255.000" },
      { value: ".", label: "1.255" },
    ]);
    expect(amountsOf(dinar, { isoCurrencyCode: "KWD", answers: { decimal: "." } })).toEqual([-1255, -300000]);
  });

  test("three decimals that aren't zeros are thousands", () => {
    expect(amountsOf(doubtful.replace("1.250", "1.255"))).toEqual([-125500, -30000]);
  });
});
