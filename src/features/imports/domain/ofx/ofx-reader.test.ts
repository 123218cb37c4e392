import { describe, expect, test } from "vitest";
import { onlyAccount, readText, refusalOf } from "../../../../../tests/support/statements/read-text.ts";

const header = [
  "OFXHEADER:100",
  "DATA:OFXSGML",
  "VERSION:102",
  "SECURITY:NONE",
  "ENCODING:USASCII",
  "CHARSET:1252",
  "COMPRESSION:NONE",
  "OLDFILEUID:NONE",
  "NEWFILEUID:NONE",
  "",
  "",
].join("\r\n");
const signOn = "<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS></SONRS></SIGNONMSGSRSV1>";
const account = "<BANKACCTFROM><BANKID>091000019<ACCTID>7730014488<ACCTTYPE>CHECKING</BANKACCTFROM>";

function bank(rows: string, after = "", from = account, currency = "<CURDEF>USD"): string {
  return (
    `<STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS>${currency}${from}` +
    `<BANKTRANLIST><DTSTART>20261101<DTEND>20261120\n${rows}</BANKTRANLIST>${after}</STMTRS></STMTTRNRS>`
  );
}

function document(statements: string, start = header): string {
  return `${start}<OFX>${signOn}<BANKMSGSRSV1>${statements}</BANKMSGSRSV1></OFX>`;
}

function row(amount: string, extra = "<NAME>Greenbarrow Market", type = "DEBIT", date = "20261103"): string {
  return `<STMTTRN><TRNTYPE>${type}<DTPOSTED>${date}<TRNAMT>${amount}<FITID>a1${extra}</STMTTRN>\n`;
}

function read(rows: string, after = "") {
  return onlyAccount(readText(document(bank(rows, after))));
}

test("an SGML file has account, period, balance, and rows", () => {
  const rows =
    row("-24.10", "<CHECKNUM>1207<NAME>Greenbarrow Market<MEMO>Aisle 4<SIC>5411") +
    row("1800.00", "<NAME>Tallow & Sons", "DIRECTDEP", "20261105");
  const balance =
    "<LEDGERBAL><BALAMT>2210.55<DTASOF>20261121</LEDGERBAL><AVAILBAL><BALAMT>1.00<DTASOF>20261121</AVAILBAL>";
  const statement = readText(document(bank(rows, balance)));
  expect(statement).toMatchObject({ format: "ofx", warnings: [], questions: [] });
  const read = onlyAccount(statement);
  expect(read.hint).toEqual({
    bankId: "091000019",
    accountId: "7730014488",
    name: null,
    mask: "4488",
    type: "checking",
    isoCurrencyCode: "USD",
  });
  expect(read.period).toEqual({ from: "2026-11-01", to: "2026-11-20" });
  expect(read).toMatchObject({ opening: null, addsUp: null, refused: [] });
  expect(read.closing).toEqual({ amount: 221055, date: "2026-11-21" });
  expect(read.rows).toMatchObject([
    {
      date: "2026-11-03",
      amount: -2410,
      payee: "Greenbarrow Market",
      memo: "Aisle 4",
      checkNumber: "1207",
      externalId: "a1",
      typeCode: "DEBIT",
      mcc: "5411",
      isoCurrencyCode: "USD",
      pending: false,
    },
    { date: "2026-11-05", amount: 180000, payee: "Tallow & Sons" },
  ]);
});

test("an XML file of version 2 is read like SGML", () => {
  const text =
    '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE"?>\n' +
    "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><BANKID>1</BANKID><ACCTID>22</ACCTID>" +
    "<ACCTTYPE>SAVINGS</ACCTTYPE></BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>INT</TRNTYPE><DTPOSTED>20261031120000[-5:EST]" +
    "</DTPOSTED><TRNAMT>0.41</TRNAMT><FITID>9</FITID><NAME>Interest</NAME><MEMO></MEMO></STMTTRN></BANKTRANLIST></STMTRS>" +
    "</STMTTRNRS></BANKMSGSRSV1></OFX>";
  const read = onlyAccount(readText(text));
  expect(read.hint.type).toBe("savings");
  expect(read.rows).toMatchObject([{ date: "2026-10-31", amount: 41, payee: "Interest", memo: null }]);
});

describe("headers in the wild", () => {
  const rows = row("-5.00");
  test.each([
    ["spaces behind the colon", header.replaceAll(":", ": ")],
    ["all on one line", `${header.replaceAll("\r\n", " ").trim()} `],
    ["carriage returns only", header.replaceAll("\r\n", "\r")],
    ["no empty line before the body", `${header.trimEnd()}\r\n`],
    ["empty lines first", `\r\n\r\n${header}`],
    ["no compression", header.replace("COMPRESSION:NONE\r\n", "")],
    ["no header at all", ""],
  ])("%s", (_case, start) => {
    expect(onlyAccount(readText(document(bank(rows), start))).rows).toMatchObject([{ amount: -500 }]);
  });

  test("a missing sign-on block is no problem", () => {
    const text = `${header}<OFX><BANKMSGSRSV1>${bank(rows)}</BANKMSGSRSV1></OFX>`;
    expect(onlyAccount(readText(text)).rows).toHaveLength(1);
  });
});

describe("elements", () => {
  test("entities are replaced, a bare & and < stay", () => {
    const payees = read(
      row("-1.00", "<NAME>A &amp; B &lt;3&gt;") +
        row("-1.00", "<NAME>Fish & Chips&nbsp;Ltd &#233;") +
        row("-1.00", "<NAME>1 < 2 &unknown;"),
    ).rows.map(({ payee }) => payee);
    expect(payees).toEqual(["A & B <3>", "Fish & Chips Ltd é", "1 < 2 &unknown;"]);
  });

  test("CDATA is text", () => {
    expect(read(row("-1.00", "<NAME><![CDATA[Nail & <Tack> Co]]>")).rows[0]?.payee).toBe("Nail & <Tack> Co");
  });

  test("proprietary and unknown elements are dropped", () => {
    const extra = "<INTU.BID>3000<NAME>Shop<X.Y><NAME>No</NAME></X.Y><NEWTHING>x<OTHER><NAME>Inner</OTHER>";
    expect(read(row("-1.00", extra)).rows[0]).toMatchObject({ payee: "Shop" });
  });

  test("an empty value without an end tag swallows nothing", () => {
    expect(read(row("-1.00", "<MEMO>\n<NAME>Shop")).rows[0]).toMatchObject({ payee: "Shop", memo: null });
  });

  test("lower-case tags are the same", () => {
    const text = document(bank(row("-1.00"))).replaceAll(/<\/?[A-Z0-9]+>/g, (tag) => tag.toLowerCase());
    expect(onlyAccount(readText(text)).rows).toHaveLength(1);
  });

  test("a transaction without its end tag ends at the next one", () => {
    const rows = (row("-1.00") + row("-2.00")).replaceAll("</STMTTRN>", "");
    expect(read(rows).rows.map(({ amount }) => amount)).toEqual([-100, -200]);
  });

  test("rows know their lines", () => {
    expect(read(row("-1.00") + row("-2.00")).rows.map(({ line }) => line)).toEqual([12, 13]);
  });
});

describe("accounts", () => {
  const second = account.replace("7730014488", "7730019999").replace("CHECKING", "MONEYMRKT");

  test("several accounts in one file stay apart", () => {
    const { accounts } = readText(document(bank(row("-1.00")) + bank(row("2.00"), "", second)));
    expect(accounts.map(({ hint, rows }) => [hint.mask, hint.type, rows.length])).toEqual([
      ["4488", "checking", 1],
      ["9999", "savings", 1],
    ]);
  });

  test("a card's statement is a card's, and what is owed is negative", () => {
    const text =
      `${header}<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>4000123412341234</CCACCTFROM>` +
      `<BANKTRANLIST>${row("-9.99")}</BANKTRANLIST><LEDGERBAL><BALAMT>-310.20<DTASOF>20261110</LEDGERBAL></CCSTMTRS></CCSTMTTRNRS>` +
      "</CREDITCARDMSGSRSV1></OFX>";
    const card = onlyAccount(readText(text));
    expect(card.hint).toMatchObject({ type: "card", mask: "1234", bankId: null });
    expect(card.closing).toEqual({ amount: -31020, date: "2026-11-10" });
    expect(card.rows[0]?.amount).toBe(-999);
  });

  test.each(["", "<LEDGERBAL><BALAMT><DTASOF>20261101</LEDGERBAL>"])(
    "a missing balance isn't 0: %s",
    (balance) => {
      expect(read(row("-1.00"), balance).closing).toBeNull();
    },
  );

  test("an error of the bank is refused with its words", () => {
    const failed = bank(row("-1.00")).replace(
      "<CODE>0<SEVERITY>INFO",
      "<CODE>2003<SEVERITY>ERROR<MESSAGE>Account not found",
    );
    expect(refusalOf(() => readText(document(failed))).message).toBe(
      "The bank put an error into this file instead of a statement: “Account not found” (error 2003).",
    );
  });

  test("an investment statement is refused by name, and left out next to a bank statement", () => {
    const investments =
      "<INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD</INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>";
    expect(refusalOf(() => readText(`${header}<OFX>${investments}</OFX>`)).message).toBe(
      "This OFX file holds an investment statement, which isn’t read.",
    );
    const both = `${header}<OFX><BANKMSGSRSV1>${bank(row("-1.00"))}</BANKMSGSRSV1>${investments}</OFX>`;
    expect(readText(both).warnings).toEqual(["Left out: investment statement."]);
  });

  test("a held amount is pending", () => {
    const [held, booked] = read(row("-3.00", "", "HOLD") + row("-4.00")).rows;
    expect([held?.pending, booked?.pending]).toEqual([true, false]);
  });

  test("pending rows are left out and counted", () => {
    const pending =
      "<BANKTRANLISTP><STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20261120<TRNAMT>-3.00<NAME>Soon</STMTTRNP></BANKTRANLISTP>";
    const statement = readText(document(bank(row("-1.00"), pending)));
    expect(statement.warnings).toEqual(["Left out: 1 pending row."]);
    expect(onlyAccount(statement).rows).toHaveLength(1);
  });
});

describe("texts", () => {
  test.each([
    [
      "EXTDNAME, not cut",
      "<EXTDNAME>Hollow Oak Bookshop and Café<NAME>Hollow Oak Books",
      "Hollow Oak Bookshop and Café",
    ],
    ["PAYEE/NAME", "<PAYEE><NAME>Dr. Fern<ADDR1>1 Elm St</PAYEE>", "Dr. Fern"],
    ["NAME", "<NAME>Corner Deli", "Corner Deli"],
    ["MEMO alone", "<MEMO>ATM 0041 Main St", "ATM 0041 Main St"],
    [
      "MEMO that NAME was cut from",
      "<NAME>Brindle and Quill Stat<MEMO>BRINDLE AND QUILL STATIONERS",
      "BRINDLE AND QUILL STATIONERS",
    ],
  ])("the payee is %s", (_case, extra, payee) => {
    expect(read(row("-1.00", extra)).rows[0]).toMatchObject({ payee, memo: null });
  });

  test("the account of a transfer is the counterparty's", () => {
    const extra = "<NAME>Transfer<BANKACCTTO><BANKID>1<ACCTID>7730019999<ACCTTYPE>SAVINGS</BANKACCTTO>";
    expect(read(row("-1.00", extra, "XFER")).rows[0]?.counterparty).toEqual({
      name: null,
      account: "7730019999",
    });
  });
});

describe("ids", () => {
  test.each(["0", "000", "", " "])("the constant id %j is none", (id) => {
    expect(read(row("-1.00").replace("<FITID>a1", `<FITID>${id}`)).rows[0]?.externalId).toBeNull();
  });

  test("an id that different rows share stays with both", () => {
    const ids = read(row("-1.00") + row("-0.03", "<NAME>Foreign fee")).rows.map(
      ({ externalId }) => externalId,
    );
    expect(ids).toEqual(["a1", "a1"]);
  });

  test.each([
    ["REPLACE", "replace"],
    ["DELETE", "delete"],
  ])("a correction says which row it is for: %s", (printed, action) => {
    const extra = `<CORRECTFITID>z9<CORRECTACTION>${printed}<NAME>Shop`;
    expect(read(row("-1.00", extra)).rows[0]?.correction).toEqual({ externalId: "z9", action });
  });
});

describe("dates", () => {
  test.each([
    "20261103",
    "20261103120000",
    "20261103235959.999[-8:PST]",
    "20261103120000[0:GMT]",
    "20261103000000[+13]",
  ])("%s is the day as printed", (printed) => {
    expect(read(row("-1.00", "", "DEBIT", printed)).rows[0]?.date).toBe("2026-11-03");
  });

  test("DTUSER is when the person paid", () => {
    expect(read(row("-1.00", "<DTUSER>20261101<NAME>x")).rows[0]?.authorizedDate).toBe("2026-11-01");
    expect(read(row("-1.00", "<DTUSER>20261103<NAME>x")).rows[0]?.authorizedDate).toBeNull();
  });

  test.each(["00000000", "20260231", "00001201", "soon", ""])(
    "a row with the date %j is refused, the file isn't",
    (printed) => {
      const { rows, refused } = read(row("-1.00", "", "DEBIT", printed) + row("-2.00"));
      expect(rows).toHaveLength(1);
      expect(refused).toEqual([
        { line: 12, reason: printed === "" ? "The date is missing." : `“${printed}” isn’t a date.` },
      ]);
    },
  );
});

describe("amounts", () => {
  test.each([
    ["-24.1", -2410],
    ["-24,10", -2410],
    ["+12", 1200],
    ["25.00000", 2500],
    ["-1,650.00", -165000],
    [".50", 50],
  ])("%s", (printed, amount) => {
    expect(read(row(printed)).rows[0]?.amount).toBe(amount);
  });

  test("a grouping comma is told by the other amounts", () => {
    expect(read(row("-1,650") + row("-2.50")).rows.map(({ amount }) => amount)).toEqual([-165000, -250]);
  });

  test.each(["1e400", "NaN", "12.345", "", "9".repeat(30)])(
    "a row with the amount %j is refused",
    (printed) => {
      const { rows, refused } = read(row(printed) + row("-2.00"));
      expect(rows).toHaveLength(1);
      expect(refused).toHaveLength(1);
      expect(refused[0]?.line).toBe(12);
    },
  );

  test("unsigned amounts take their sign from the type, and that is said", () => {
    const statement = readText(
      document(bank(row("5.00") + row("7.00", "", "CREDIT") + row("1.00", "", "FEE"))),
    );
    expect(onlyAccount(statement).rows.map(({ amount }) => amount)).toEqual([-500, 700, -100]);
    expect(statement.warnings).toEqual([
      "Amounts have no signs in this file; money out was recognized by the type of each row.",
    ]);
  });

  test("a refund mistyped as a debit stays money in", () => {
    expect(read(row("-5.00") + row("5.00", "<NAME>Refund")).rows.map(({ amount }) => amount)).toEqual([
      -500, 500,
    ]);
  });

  test("deposits alone stay money in", () => {
    expect(read(row("5.00", "", "DEP") + row("7.00", "", "INT")).rows.map(({ amount }) => amount)).toEqual([
      500, 700,
    ]);
  });
});

describe("currencies", () => {
  test("ORIGCURRENCY keeps the amount before its conversion", () => {
    const extra = "<NAME>Boulangerie<ORIGCURRENCY><CURRATE>1.10<CURSYM>EUR</ORIGCURRENCY>";
    expect(read(row("-11.00", extra)).rows[0]).toMatchObject({
      amount: -1100,
      isoCurrencyCode: "USD",
      original: { amount: -1000, isoCurrencyCode: "EUR" },
    });
  });

  test("an original in a currency without decimals is whole", () => {
    const extra = "<NAME>Kissaten<ORIGCURRENCY><CURRATE>0.0066<CURSYM>JPY</ORIGCURRENCY>";
    expect(read(row("-6.60", extra)).rows[0]?.original).toEqual({ amount: -1000, isoCurrencyCode: "JPY" });
  });

  test("CURRENCY says that the amount isn't converted", () => {
    const extra = "<NAME>Kissaten<CURRENCY><CURRATE>0.0066<CURSYM>JPY</CURRENCY>";
    expect(read(row("-1000", extra)).rows[0]).toMatchObject({
      amount: -1000,
      isoCurrencyCode: "JPY",
      original: null,
    });
  });

  test("without a currency, the account's counts", () => {
    const text = document(bank(row("-1000"), "", account, ""));
    const read = onlyAccount(readText(text, { isoCurrencyCode: "JPY" }));
    expect(read.hint.isoCurrencyCode).toBeNull();
    expect(read.rows[0]).toMatchObject({ amount: -1000, isoCurrencyCode: "JPY" });
  });
});

test.each([
  ["in the middle of a row", 0.6],
  ["before the end", 0.99],
])("a file that ends %s is refused with its last line", (_case, share) => {
  const text = document(bank(row("-1.00") + row("-2.00")));
  const refusal = refusalOf(() => readText(text.slice(0, text.length * share)));
  expect(refusal.message).toMatch(/^This file ends in the middle \(line \d+\)\. Download it again\.$/);
  expect(refusal.line).toBeGreaterThan(0);
});

test("a document type is refused, wherever it is", () => {
  const text = document(bank(row("-1.00")));
  for (const planted of [
    text.replace("<OFX>", '<!DOCTYPE x [<!ENTITY a "b">]><OFX>'),
    text.replace("<STMTTRN>", "<!ENTITY a>"),
  ]) {
    expect(refusalOf(() => readText(planted)).message).toMatch(/declares a document type/);
  }
});
