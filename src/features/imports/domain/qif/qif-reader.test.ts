import { describe, expect, test } from "vitest";
import { onlyAccount, readText, refusalOf } from "../../../../../tests/support/statements/read-text.ts";
import type { ReadOptions } from "../reading.ts";

function record(...lines: string[]): string {
  return `${lines.join("\n")}\n^\n`;
}

function read(text: string, options: Partial<ReadOptions> = {}) {
  return onlyAccount(readText(text, options));
}

const row = record("D10/31/2026", "T-24.10", "N1207", "PGreenbarrow Market", "MAisle 4", "LGroceries:Weekly");

test("a section of a bank account has rows", () => {
  const statement = readText(
    `!Type:Bank\n${row}${record("D11/02/2026", "T1,800.00", "NDEP", "PTallow & Sons")}`,
  );
  expect(statement).toMatchObject({ format: "qif", warnings: [], questions: [] });
  const account = onlyAccount(statement);
  expect(account.hint).toMatchObject({
    type: "checking",
    name: null,
    accountId: null,
    isoCurrencyCode: null,
  });
  expect(account.period).toEqual({ from: "2026-10-31", to: "2026-11-02" });
  expect(account.rows).toMatchObject([
    {
      line: 2,
      date: "2026-10-31",
      amount: -2410,
      payee: "Greenbarrow Market",
      memo: "Aisle 4",
      checkNumber: "1207",
      typeCode: null,
      categoryHint: "Groceries:Weekly",
      isoCurrencyCode: "USD",
      externalId: null,
    },
    { line: 9, amount: 180000, checkNumber: null, typeCode: "DEP" },
  ]);
});

test("headings may have any case, spaces, and a byte order mark", () => {
  expect(read(`\uFEFF!TYPE: ccard  \r\n${row}`).hint.type).toBe("card");
});

test.each([
  ["Cash", "cash"],
  ["CCard", "card"],
  ["Oth L", "loan"],
  ["Oth A", null],
  ["Oth S", null],
  ["Banco", null],
])("a section %s is of the type %s", (heading, type) => {
  const { hint, rows } = read(`!Type:${heading}\n${row}`);
  expect([hint.type, rows.length]).toEqual([type, 1]);
});

test("a last record without its end counts", () => {
  expect(read(`!Type:Bank\n${row}D11/01/2026\nT-3.00\nPLast`).rows.map(({ payee }) => payee)).toEqual([
    "Greenbarrow Market",
    "Last",
  ]);
});

test("unknown letters, addresses, and cleared marks are ignored", () => {
  const text = record("D10/31/2026", "T-5.00", "CX", "A1 Elm St", "ASpringfield", "F", "Zwhatever", "PShop");
  expect(read(`!Type:Bank\n${text}`).rows).toMatchObject([{ amount: -500, payee: "Shop", memo: null }]);
});

describe("amounts", () => {
  test.each([
    ["T wins", ["T-5.00", "U-5.00"], -500],
    ["U stands in for a missing T", ["U-123,456,789.00"], -12345678900],
    ["U stands in for an unreadable T", ["T*****", "U-7.25"], -725],
  ])("%s", (_case, lines, amount) => {
    expect(read(`!Type:Bank\n${record("D10/31/2026", ...lines)}`).rows[0]?.amount).toBe(amount);
  });

  test("a row without an amount is refused", () => {
    expect(read(`!Type:Bank\n${record("D10/31/2026", "PShop")}${row}`)).toMatchObject({
      rows: [{ amount: -2410 }],
      refused: [{ line: 2, reason: "The amount is missing." }],
    });
  });

  test("a decimal comma is told by the file", () => {
    const text = `!Type:Bank\n${record("D31.10.2026", "T-1.250")}${record("D31.10.2026", "T-3,99")}`;
    expect(read(text).rows.map(({ amount }) => amount)).toEqual([-125000, -399]);
  });
});

describe("splits", () => {
  const split = (...lines: string[]) => record("D10/31/2026", "T-50.00", "PShop", "L--Split--", ...lines);

  const part = (amount: number, category: string | null, more: object = {}) => ({
    amount,
    category,
    note: null,
    leftOut: false,
    isRest: false,
    ...more,
  });

  test("a row has its parts, with their notes, and one for another account is left out", () => {
    const statement = readText(
      `!Type:Bank\n${split("SGroceries:Weekly/Home", "EFood", "$-40.00", "SHousehold", "ESoap", "%20", "S[Savings]", "$1.00", "SGifts", "$-1.00")}`,
    );
    expect(statement.warnings).toEqual([]);
    expect(onlyAccount(statement).rows).toMatchObject([
      {
        amount: -5000,
        categoryHint: null,
        memo: "Food; Soap",
        counterparty: null,
        parts: [
          part(-4000, "Groceries:Weekly", { note: "Food" }),
          part(-1000, "Household", { note: "Soap" }),
          part(100, null, { note: "Savings", leftOut: true }),
          part(-100, "Gifts"),
        ],
      },
    ]);
  });

  test.each([
    [
      "without an amount has what is left",
      ["SGroceries", "$-40.00", "SHousehold"],
      [part(-4000, "Groceries"), part(-1000, "Household")],
    ],
    [
      "that doesn't exist has what is missing",
      ["SGroceries", "$-40.00", "SHousehold", "$-7.00"],
      [part(-4000, "Groceries"), part(-700, "Household"), part(-300, null, { isRest: true })],
    ],
    [
      "has its share, and the last what rounding leaves",
      ["SA", "%33.333", "SB", "%33.333", "SC", "%33.334"],
      [part(-1667, "A"), part(-1667, "B"), part(-1666, "C")],
    ],
    [
      "of nothing is none",
      ["SGroceries", "$-40.00", "SHousehold", "$-10.00", "SGifts", "$0.00"],
      [part(-4000, "Groceries"), part(-1000, "Household")],
    ],
    [
      "whose account is written twice is one",
      ["S[Savings]", "S[Savings]", "$-40.00", "SHousehold", "$-10.00"],
      [part(-4000, null, { note: "Savings", leftOut: true }), part(-1000, "Household")],
    ],
    [
      "alone leaves the rest",
      ["SGroceries", "$-40.00"],
      [part(-4000, "Groceries"), part(-1000, null, { isRest: true })],
    ],
  ])("a part %s", (_case, lines, parts) => {
    expect(read(`!Type:Bank\n${split(...lines)}`).rows[0]?.parts).toEqual(parts);
  });

  test.each([
    ["accounts only", ["S[Savings]", "$-40.00", "S[Card]", "$-10.00"]],
    ["an amount that can't be read", ["SGroceries", "$forty", "SHousehold", "$-10.00"]],
    ["more than 50 parts", Array.from({ length: 51 }, (_, index) => [`SCategory ${index}`, "$-0.50"]).flat()],
  ])("a row with %s comes in whole, and that is said", (_case, lines) => {
    const statement = readText(`!Type:Bank\n${split(...lines)}`);
    expect(statement.warnings).toEqual(["1 row split into several categories came in whole."]);
    const [first] = onlyAccount(statement).rows;
    expect(first).toMatchObject({ amount: -5000, categoryHint: null, counterparty: null });
    expect(first?.parts).toBeUndefined();
  });

  test("splits of one category are that category", () => {
    expect(read(`!Type:Bank\n${split("SGroceries", "$-40.00", "SGroceries")}`).rows[0]?.categoryHint).toBe(
      "Groceries",
    );
  });
});

describe("categories and transfers", () => {
  test("a class is no part of the category", () => {
    const text = record("D10/31/2026", "T-5.00", "PShop", "LTravel:Hotel/Lisbon");
    expect(read(`!Type:Bank\n${text}`).rows[0]?.categoryHint).toBe("Travel:Hotel");
  });

  test("an account in brackets is the other side of a transfer", () => {
    const text = record("D10/31/2026", "T-5.00", "PTo savings", "L[Rainy Day]");
    expect(read(`!Type:Bank\n${text}`).rows[0]).toMatchObject({
      categoryHint: null,
      counterparty: { name: "Rainy Day", account: null },
      typeCode: "TXFR",
    });
  });
});

describe("several accounts", () => {
  const full = [
    "!Option:AutoSwitch",
    "!Account",
    record("NEveryday", "TBank", "$1,170.00", "/11/20/2026"),
    record("NRainy Day", "TBank"),
    "!Clear:AutoSwitch",
    "!Type:Cat",
    record("NGroceries", "E"),
    "!Account",
    record("NEveryday", "TBank"),
    "!Type:Bank",
    record("D10/01/2026", "T1,000.00", "POpening Balance", "L[Everyday]"),
    record("D10/31/2026", "T-30.00", "PTo savings", "L[Rainy Day]"),
    record("D11/20/2026", "T200.00", "PTallow & Sons"),
    "!Account",
    record("NRainy Day", "TBank"),
    "!Type:Bank",
    record("D10/31/2026", "T30.00", "PTo savings", "L[Everyday]"),
    "!Type:Memorized",
    record("KP", "T-9.99", "PFilm Club", "D10/31/2026"),
  ].join("\n");

  test("a full export has each account with both sides of transfers", () => {
    const { accounts } = readText(full);
    expect(accounts.map(({ hint, rows }) => [hint.name, rows.map(({ amount }) => amount)])).toEqual([
      ["Everyday", [-3000, 20000]],
      ["Rainy Day", [3000]],
    ]);
  });

  test("the opening balance is no row, and the balances are compared", () => {
    const [everyday] = readText(full).accounts;
    expect(everyday).toMatchObject({
      opening: { amount: 100000, date: "2026-10-01" },
      closing: { amount: 117000, date: "2026-11-20" },
      addsUp: true,
    });
    const [short] = readText(full.replace("$1,170.00", "$1,182.40")).accounts;
    expect(short).toMatchObject({ addsUp: false, offBy: 1240 });
  });

  test("sections of one account are one account", () => {
    expect(read(`!Type:Bank\n${row}!Type:Cat\n${record("NFood")}!Type:Bank\n${row}`).rows).toHaveLength(2);
  });

  test("investments are left out of a full export and refused alone", () => {
    const invested = `!Type:Invst\n${record("D10/31/2026", "NBuy", "YACME", "T-500.00")}`;
    expect(readText(`!Type:Bank\n${row}${invested}`).warnings).toEqual(["Left out: investments."]);
    expect(refusalOf(() => readText(invested)).message).toBe(
      "This QIF file holds investments, which aren’t read.",
    );
  });

  test("lists without transactions are refused", () => {
    expect(refusalOf(() => readText(`!Type:Cat\n${record("NGroceries", "E")}`)).message).toBe(
      "There are no transactions in this QIF file.",
    );
  });
});

describe("dates", () => {
  const dated = (...dates: string[]) =>
    `!Type:Bank\n${dates.map((date) => record(`D${date}`, "T-1.00", "PShop")).join("")}`;

  test.each([
    ["1/31/98", "1998-01-31"],
    ["1/31'04", "2004-01-31"],
    ["1/31' 4", "2004-01-31"],
    [" 1/31'2026", "2026-01-31"],
    ["12/ 4'18", "2018-12-04"],
    ["28.02'2009", "2009-02-28"],
    ["2026-01-31", "2026-01-31"],
    ["31 Jan 2026", "2026-01-31"],
    ["31/1/26", "2026-01-31"],
    ["31-01-2027", "2027-01-31"],
    ["31/01/28", "1928-01-31"],
  ])("%s", (printed, date) => {
    // The other row proves no order of its own.
    expect(read(dated(printed, "12/12/2000"), { answers: { dateOrder: "mdy" } }).rows[0]?.date).toBe(date);
  });

  test("a number above 12 decides for all rows", () => {
    expect(read(dated("03/04/2026", "17/04/2026")).rows.map(({ date }) => date)).toEqual([
      "2026-04-03",
      "2026-04-17",
    ]);
  });

  test("a file with both orders is refused with the lines", () => {
    expect(refusalOf(() => readText(dated("17/04/2026", "04/18/2026")))).toEqual({
      message:
        "The dates in this file are mixed: “17/04/2026” in line 2 has the day first, “04/18/2026” in line 6 the month. Export it again with one kind of date.",
      line: 6,
    });
  });

  test.each(["31.02.2026", "0/0/0", "0000-01-01", "2026-13-45", "tomorrow"])(
    "a row of %s is refused",
    (printed) => {
      expect(read(dated(printed, "10/31/2026"))).toMatchObject({
        rows: [{ date: "2026-10-31" }],
        refused: [{ line: 2, reason: `“${printed}” isn’t a date.` }],
      });
    },
  );
});
