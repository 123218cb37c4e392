import { describe, expect, test } from "vitest";
import {
  balance,
  camt,
  details,
  entry,
  iban,
  readCamtStatement as read,
  statement,
} from "../../../../../tests/support/statements/camt-file.ts";
import { onlyAccount, readText, refusalOf } from "../../../../../tests/support/statements/read-text.ts";

test("a statement has account, balances, and rows that add up", () => {
  const inside =
    "<FrToDt><FrDtTm>2026-11-01T00:00:00+01:00</FrDtTm><ToDtTm>2026-11-30T23:59:59+01:00</ToDtTm></FrToDt>" +
    balance("OPBD", "100.00", "2026-11-01") +
    balance("CLBD", "55.90", "2026-11-30") +
    balance("CLAV", "999.00", "2026-11-30") +
    entry(
      "24.10",
      "DBIT",
      "<ValDt><Dt>2026-11-02</Dt></ValDt><AcctSvcrRef>REF1</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RDDT</Cd>" +
        "<SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn></BkTxCd>" +
        details(
          "<RltdPties><Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Nm>Hofladen Grün</Nm></Cdtr><CdtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id>" +
            "</CdtrAcct></RltdPties><RmtInf><Ustrd>Invoice 77,</Ustrd><Ustrd>thanks</Ustrd></RmtInf>",
        ),
    ) +
    entry("20.00", "DBIT", "<AddtlNtryInf>Card payment Corner Deli</AddtlNtryInf>");
  const result = readText(camt(statement(inside)));
  expect(result).toMatchObject({ format: "camt", warnings: [], questions: [] });
  const account = onlyAccount(result);
  expect(account.hint).toEqual({
    bankId: null,
    accountId: iban,
    name: null,
    mask: "2051",
    type: null,
    isoCurrencyCode: "EUR",
  });
  expect(account).toMatchObject({
    period: { from: "2026-11-01", to: "2026-11-30" },
    opening: { amount: 10000, date: "2026-11-01" },
    closing: { amount: 5590, date: "2026-11-30" },
    addsUp: true,
    offBy: null,
    refused: [],
  });
  expect(account.rows).toMatchObject([
    {
      date: "2026-11-03",
      authorizedDate: "2026-11-02",
      amount: -2410,
      isoCurrencyCode: "EUR",
      payee: "Hofladen Grün",
      memo: "Invoice 77, thanks",
      externalId: "REF1",
      typeCode: "PMNT-RDDT-ESDD",
      counterparty: { name: "Hofladen Grün", account: "DE75512108001245126199" },
    },
    { amount: -2000, payee: "Card payment Corner Deli", memo: null, counterparty: null, externalId: null },
  ]);
});

test.each(["02", "04", "08", "13"])("version %s is read by the names of its elements", (version) => {
  const inside = entry(
    "5.00",
    "CRDT",
    details("<RltdPties><Dbtr><Pty><Nm>Ms. Vale</Nm></Pty></Dbtr></RltdPties>"),
  );
  expect(read(inside, version).rows).toMatchObject([{ amount: 500, payee: "Ms. Vale" }]);
});

test("prefixes and other namespaces don't matter", () => {
  const text = camt(statement(entry("5.00", "CRDT")))
    .replaceAll(/<(\/?)([A-Z])/g, "<$1n:$2")
    .replace("xmlns=", "xmlns:n=");
  expect(onlyAccount(readText(text)).rows).toHaveLength(1);
});

test("a report of the day (CAMT.052) is read, its interim balance proves nothing", () => {
  const text = camt(
    statement(
      balance("OPBD", "1.00", "2026-11-03") + balance("ITBD", "9.00", "2026-11-03") + entry("5.00", "CRDT"),
    ),
  )
    .replace("camt.053", "camt.052")
    .replaceAll("BkToCstmrStmt", "BkToCstmrAcctRpt")
    .replaceAll("Stmt>", "Rpt>");
  expect(onlyAccount(readText(text))).toMatchObject({
    addsUp: null,
    closing: { amount: 900 },
    rows: [{ amount: 500 }],
  });
});

test("a notification (CAMT.054) is refused, as it repeats parts of a statement", () => {
  expect(refusalOf(() => readText(camt("").replace("camt.053", "camt.054"))).message).toMatch(/CAMT\.053/);
});

test("a statement without entries is fine", () => {
  const account = read(balance("OPBD", "1.00", "2026-11-03") + balance("CLBD", "1.00", "2026-11-03"));
  expect(account).toMatchObject({ rows: [], refused: [], addsUp: true });
});

test("amounts may have leading zeros and a balance may be negative", () => {
  const account = read(balance("PRCD", "000000010.00", "2026-11-02", "DBIT") + entry("000024.1", "DBIT"));
  expect(account.opening).toEqual({ amount: -1000, date: "2026-11-02" });
  expect(account.rows[0]?.amount).toBe(-2410);
});

test("rows that don't reach the closing balance are off by the difference", () => {
  const inside =
    balance("OPBD", "1.00", "2026-11-03") + balance("CLBD", "18.40", "2026-11-03") + entry("5.00", "CRDT");
  expect(read(inside)).toMatchObject({ addsUp: false, offBy: 1240 });
});

describe("status", () => {
  test.each(["<Sts>PDNG</Sts>", "<Sts><Cd>PDNG</Cd></Sts>"])(
    "%s is pending and not in the balance",
    (status) => {
      const inside =
        balance("OPBD", "1.00", "2026-11-03") +
        balance("CLBD", "1.00", "2026-11-03") +
        entry("5.00", "DBIT", "", status);
      expect(read(inside)).toMatchObject({ rows: [{ pending: true }], addsUp: true });
    },
  );

  test.each(["INFO", "FUTR"])("%s is left out and counted", (status) => {
    const result = readText(camt(statement(entry("5.00", "DBIT", "", `<Sts>${status}</Sts>`))));
    expect(onlyAccount(result).rows).toEqual([]);
    expect(result.warnings).toEqual(["Left out: 1 announced row that the bank hasn’t booked."]);
  });
});

describe("reversals", () => {
  const reversal = (sign: string) => entry("5.00", sign, "<RvslInd>true</RvslInd>");
  const around = (closing: string) =>
    balance("OPBD", "10.00", "2026-11-03") + balance("CLBD", closing, "2026-11-03");

  test("the direction is the real one, as the standard says", () => {
    const result = readText(camt(statement(around("15.00") + reversal("CRDT"))));
    expect(onlyAccount(result)).toMatchObject({ addsUp: true, rows: [{ amount: 500 }] });
    expect(result.warnings).toEqual([]);
  });

  test("a direction that the balances disprove is turned, and that is said", () => {
    const result = readText(camt(statement(around("5.00") + reversal("CRDT"))));
    expect(onlyAccount(result)).toMatchObject({ addsUp: true, rows: [{ amount: -500 }] });
    expect(result.warnings).toEqual([
      "Reversals have the direction of what they take back; the balances prove it, so they were turned.",
    ]);
  });

  test("if turning doesn't help, nothing is turned", () => {
    expect(read(around("99.00") + reversal("CRDT"))).toMatchObject({
      addsUp: false,
      rows: [{ amount: 500 }],
    });
  });
});

describe("batches", () => {
  const part = (amount: string, name: string, more = "") =>
    `${more}<Amt Ccy="EUR">${amount}</Amt><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties>`;

  test("transactions that sum to the entry are rows", () => {
    const inside = entry(
      "30.00",
      "DBIT",
      `<AcctSvcrRef>B1</AcctSvcrRef>${details(part("10.00", "Ash"), part("20.00", "Elm"))}`,
    );
    expect(read(inside).rows).toMatchObject([
      { amount: -1000, payee: "Ash", externalId: "B1#1" },
      { amount: -2000, payee: "Elm", externalId: "B1#2" },
    ]);
  });

  test("amounts are also in the place of version 2", () => {
    const old = (amount: string) => `<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`;
    expect(read(entry("30.00", "CRDT", details(old("10.00"), old("20.00")))).rows).toMatchObject([
      { amount: 1000 },
      { amount: 2000 },
    ]);
  });

  test("a transaction may have its own direction and id", () => {
    const own = part(
      "5.00",
      "Fee back",
      "<Refs><AcctSvcrRef>T9</AcctSvcrRef></Refs><CdtDbtInd>CRDT</CdtDbtInd>",
    );
    expect(read(entry("25.00", "DBIT", details(part("30.00", "Ash"), own))).rows).toMatchObject([
      { amount: -3000 },
      { amount: 500, externalId: "T9" },
    ]);
  });

  test.each([
    ["don't sum to the entry", part("10.00", "Ash"), part("5.00", "Elm")],
    ["have no amounts", "<RltdPties/>", "<RltdPties/>"],
    ["are in another currency", part("10.00", "Ash").replace("EUR", "USD"), part("20.00", "Elm")],
  ])("transactions that %s stay one row", (_case, ...parts) => {
    expect(read(entry("30.00", "DBIT", details(...parts))).rows).toMatchObject([{ amount: -3000 }]);
  });
});

describe("details", () => {
  test("the ultimate creditor is the shop behind a processor", () => {
    const inside = details(
      "<RltdPties><Cdtr><Nm>PayCo S.A.</Nm></Cdtr><UltmtCdtr><Nm>Lumen Lamps</Nm></UltmtCdtr></RltdPties>",
    );
    expect(read(entry("5.00", "DBIT", inside)).rows[0]).toMatchObject({
      payee: "Lumen Lamps",
      counterparty: { name: "PayCo S.A.", account: null },
    });
  });

  test("the ultimate debtor is the payer behind a collector, of money in only", () => {
    const inside = details(
      "<RltdPties><Dbtr><Pty><Nm>Collecta</Nm></Pty></Dbtr><UltmtDbtr><Pty><Nm>Wren Tallow</Nm></Pty></UltmtDbtr></RltdPties>",
    );
    expect(read(entry("5.00", "CRDT", inside), "08").rows[0]?.payee).toBe("Wren Tallow");
    expect(read(entry("5.00", "DBIT", inside), "08").rows[0]?.payee).toBe("");
  });

  test("additional text of a transaction counts before the entry's, after remittance", () => {
    const inside = (remittance: string) =>
      details(`${remittance}<AddtlTxInf>Kiosk at the station</AddtlTxInf>`) +
      "<AddtlNtryInf>Card</AddtlNtryInf>";
    expect(read(entry("5.00", "DBIT", inside(""))).rows[0]).toMatchObject({
      payee: "Kiosk at the station",
      memo: null,
    });
    const remittance = "<RmtInf><Ustrd>Terminal 12</Ustrd></RmtInf>";
    expect(read(entry("5.00", "DBIT", inside(remittance))).rows[0]).toMatchObject({
      payee: "Terminal 12",
      memo: "Kiosk at the station",
    });
  });

  test("a structured reference, a check, and a bank's own code", () => {
    const inside =
      "<BkTxCd><Prtry><Cd>NTRF+177</Cd></Prtry></BkTxCd>" +
      details(
        "<Refs><EndToEndId>NOTPROVIDED</EndToEndId><ChqNb>0042</ChqNb></Refs>" +
          "<RmtInf><Strd><CdtrRefInf><Ref>RF18 5390</Ref></CdtrRefInf></Strd></RmtInf>",
      );
    expect(read(entry("5.00", "DBIT", inside)).rows[0]).toMatchObject({
      payee: "RF18 5390",
      checkNumber: "0042",
      typeCode: "NTRF+177",
      externalId: null,
    });
  });

  test("an instructed amount in another currency is the original", () => {
    const inside = details('<AmtDtls><InstdAmt><Amt Ccy="JPY">1000</Amt></InstdAmt></AmtDtls>');
    expect(read(entry("6.60", "DBIT", inside)).rows[0]?.original).toEqual({
      amount: -1000,
      isoCurrencyCode: "JPY",
    });
    expect(read(entry("6.60", "DBIT", inside.replace("JPY", "EUR"))).rows[0]?.original).toBeNull();
  });

  test.each(["InstdAmt", "TxAmt"])("the rate of the exchange is kept, beside %s", (place) => {
    const rate = "<CcyXchg><SrcCcy>USD</SrcCcy><TrgtCcy>EUR</TrgtCcy><XchgRate>1.0812</XchgRate></CcyXchg>";
    const amounts =
      '<InstdAmt><Amt Ccy="USD">25.00</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">23.12</Amt></TxAmt>';
    const inside = details(`<AmtDtls>${amounts.replace(`</${place}>`, `${rate}</${place}>`)}</AmtDtls>`);
    expect(read(entry("23.12", "DBIT", inside)).rows[0]?.original).toEqual({
      amount: -2500,
      isoCurrencyCode: "USD",
      rate: "1.0812",
    });
  });
});

describe("several statements", () => {
  const day = (opening: string, closing: string, date: string, amount: string) =>
    statement(
      balance("OPBD", opening, date) +
        balance("CLBD", closing, date) +
        entry(amount, "CRDT").replace("2026-11-03", date),
    );

  test("days of one account are one account, in order", () => {
    const text = camt(
      day("15.00", "22.00", "2026-11-04", "7.00") + day("10.00", "15.00", "2026-11-03", "5.00"),
    );
    const result = readText(text);
    expect(result.warnings).toEqual([]);
    expect(onlyAccount(result)).toMatchObject({
      opening: { amount: 1000 },
      closing: { amount: 2200 },
      addsUp: true,
      rows: [{ amount: 500 }, { amount: 700 }],
    });
  });

  test("a missing day is said", () => {
    const text = camt(
      day("10.00", "15.00", "2026-11-03", "5.00") + day("20.00", "27.00", "2026-11-05", "7.00"),
    );
    expect(readText(text).warnings).toEqual([
      "A statement of 2026-11-05 doesn’t continue the one before it. One may be missing.",
    ]);
  });

  test("two accounts stay apart", () => {
    const other = statement(
      entry("1.00", "CRDT"),
      "<Id><Othr><Id>0099887766</Id></Othr></Id><Ccy>CHF</Ccy><Nm>Sparen</Nm>",
    );
    const { accounts } = readText(camt(statement(entry("5.00", "CRDT")) + other));
    expect(accounts.map(({ hint }) => [hint.accountId, hint.name])).toEqual([
      [iban, null],
      ["0099887766", "Sparen"],
    ]);
  });
});

describe("bad files", () => {
  test.each([
    ["an amount that is none", entry("1e400", "DBIT"), "“1e400” isn’t an amount."],
    [
      "a date of the year 0",
      entry("1.00", "DBIT").replace("2026-11-03", "0000-11-03"),
      "“0000-11-03” isn’t a date.",
    ],
    ["no date", entry("1.00", "DBIT").replace(/<BookgDt>.*<\/BookgDt>/, ""), "The date is missing."],
  ])("a row with %s is refused", (_case, bad, reason) => {
    expect(read(bad + entry("2.00", "DBIT"))).toMatchObject({
      rows: [{ amount: -200 }],
      refused: [{ line: 3, reason }],
    });
  });

  test("an exploding document type is refused at once", () => {
    const bomb = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const text = camt(statement(entry("1.00", "DBIT", "<AddtlNtryInf>&b;</AddtlNtryInf>"))).replace(
      "<Document",
      `${bomb}<Document`,
    );
    expect(refusalOf(() => readText(text))).toEqual({
      message: "Line 2 declares a document type, which no bank statement needs.",
      line: 2,
    });
  });

  test.each([
    ["cut", (text: string) => text.slice(0, -200)],
    ["with an unknown entity", (text: string) => text.replace("BOOK", "&lol;")],
    ["with a tag that closes another", (text: string) => text.replace("</Ntry>", "</Entry>")],
  ])("XML that is %s is refused with its line", (_case, damage) => {
    const refusal = refusalOf(() => readText(damage(camt(statement(entry("1.00", "DBIT"))))));
    expect(refusal.message).toMatch(
      /^This XML file is damaged or ends in the middle \(line \d\)\. Download it again\.$/,
    );
    expect(refusal.line).toBeGreaterThan(1);
  });

  test("other XML is refused", () => {
    expect(refusalOf(() => readText("<?xml version='1.0'?><rss></rss>")).message).toMatch(
      /not a bank statement/,
    );
    expect(refusalOf(() => readText(camt("<Other/>"))).message).toBe(
      "There’s no statement in this CAMT file.",
    );
  });
});
