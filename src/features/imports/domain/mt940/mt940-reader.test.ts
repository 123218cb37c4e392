import { describe, expect, test } from "vitest";
import { onlyAccount, readText, refusalOf } from "../../../../../tests/support/statements/read-text.ts";

const iban = "NL91ABNA0417164300";

type Parts = {
  account?: string;
  opening?: string | null;
  closing?: string | null;
  page?: string;
  rows?: string[];
};

function message({
  account = iban,
  opening = ":60F:C261101EUR100,00",
  closing = null,
  page = "1/1",
  rows = [],
}: Parts) {
  return [":20:STMT", `:25:${account}`, `:28C:${page}`, opening, ...rows, closing, "-"]
    .filter(Boolean)
    .join("\r\n");
}

function line(mark: string, amount = "24,10", rest = "NTRFNONREF", dates = "2611031103"): string {
  return `:61:${dates}${mark}${amount}${rest}`;
}

function read(...rows: string[]) {
  return onlyAccount(readText(message({ rows })));
}

test("a statement has account, balances, and rows that add up", () => {
  const rows = [line("D"), ":86:Corner Deli", line("C", "800,", "NTRFNONREF//B4410"), ":86:Tallow & Sons"];
  const result = readText(message({ rows, closing: ":62F:C261130EUR875,90" }));
  expect(result).toMatchObject({ format: "mt940", warnings: [], questions: [] });
  const account = onlyAccount(result);
  expect(account.hint).toMatchObject({ accountId: iban, mask: "4300", isoCurrencyCode: "EUR", bankId: null });
  expect(account).toMatchObject({
    opening: { amount: 10000, date: "2026-11-01" },
    closing: { amount: 87590, date: "2026-11-30" },
    addsUp: true,
    offBy: null,
  });
  expect(account.rows).toMatchObject([
    {
      line: 5,
      date: "2026-11-03",
      amount: -2410,
      payee: "Corner Deli",
      typeCode: "NTRF",
      externalId: null,
      isoCurrencyCode: "EUR",
    },
    { line: 7, amount: 80000, payee: "Tallow & Sons", externalId: null },
  ]);
});

describe("marks", () => {
  test.each([
    ["C", 2410],
    ["D", -2410],
    ["RC", -2410],
    ["RD", 2410],
    ["CR", 2410],
    ["DR", -2410],
    ["RCR", -2410],
    ["EC", 2410],
    ["ED", -2410],
  ])("%s", (mark, amount) => {
    expect(read(line(mark)).rows[0]?.amount).toBe(amount);
  });

  test("the closing balance proves reversals", () => {
    const rows = [line("RC", "10,00"), line("RD", "3,00")];
    expect(onlyAccount(readText(message({ rows, closing: ":62F:C261130EUR93,00" }))).addsUp).toBe(true);
    expect(onlyAccount(readText(message({ rows, closing: ":62F:C261130EUR105,40" })))).toMatchObject({
      addsUp: false,
      offBy: 1240,
    });
  });

  test("a negative amount is reversed", () => {
    expect(read(line("D", "-104,12")).rows[0]?.amount).toBe(10412);
  });
});

describe("amounts", () => {
  test.each([
    ["800,", 80000],
    ["800", 80000],
    ["12,5", 1250],
    ["1234.56", 123456],
    ["1.234,56", 123456],
    ["25,00000", 2500],
    ["1,000", 100],
  ])("%s", (printed, amount) => {
    expect(read(line("C", printed)).rows[0]?.amount).toBe(amount);
  });

  test("currencies have their own decimals", () => {
    const yen = message({ opening: ":60F:C261101JPY5000,", rows: [line("C", "1000,")] });
    expect(onlyAccount(readText(yen)).rows[0]).toMatchObject({ amount: 1000, isoCurrencyCode: "JPY" });
    const dinar = message({ opening: ":60F:C261101KWD5,000", rows: [line("C", "1,250")] });
    expect(onlyAccount(readText(dinar)).rows[0]?.amount).toBe(1250);
  });
});

describe("dates", () => {
  test.each([
    ["both dates", "2611031104", "2026-11-04", "2026-11-03"],
    ["equal dates", "2611031103", "2026-11-03", null],
    ["no entry date", "261103", "2026-11-03", null],
    ["blanks instead", "261103    ", "2026-11-03", null],
    ["an entry after New Year", "2512310102", "2026-01-02", "2025-12-31"],
    ["an entry before New Year", "2601021231", "2025-12-31", "2026-01-02"],
    ["an entry date that doesn't exist", "2602280230", "2026-02-28", null],
    ["the last century", "9912311231", "1999-12-31", null],
  ])("%s", (_case, dates, date, authorizedDate) => {
    expect(read(line("C", "1,00", "NTRFNONREF", dates)).rows[0]).toMatchObject({ date, authorizedDate });
  });
});

describe("types and references", () => {
  test.each([
    ["a type of four digits", "1,000123NONREF", 100, "0123"],
    ["a type with digits", "1,00N195NONREF", 100, "N195"],
    ["no type", "1,00", 100, null],
  ])("%s", (_case, tail, amount, typeCode) => {
    expect(read(`:61:2611031103C${tail}`).rows[0]).toMatchObject({ amount, typeCode });
  });

  test("a check has its number", () => {
    expect(read(line("D", "5,00", "NCHK001207//B1")).rows[0]?.checkNumber).toBe("001207");
  });

  test("details on the next line stand in for a missing description", () => {
    expect(read(line("D"), "Corner Deli Utrecht").rows[0]?.payee).toBe("Corner Deli Utrecht");
  });
});

describe("descriptions", () => {
  function described(...lines: string[]) {
    return read(line("D"), `:86:${lines.join("\r\n")}`).rows[0];
  }

  test("German parts: names and remittance joined without blanks, keywords taken apart", () => {
    const row = described(
      "105?00FOLGELASTSCHRIFT?109310?20EREF+4711?21MREF+M-22CRED+DE98?22ZZZ0999?23SVWZ+Rechnung 77 vo",
      "m 3.?24 November?30DEUTDEFF?31DE75512108001245126199?32Hofladen Gr?33ün",
    );
    expect(row).toMatchObject({
      payee: "Hofladen Grün",
      memo: "Rechnung 77 vom 3. November",
      counterparty: { name: "Hofladen Grün", account: "DE75512108001245126199" },
    });
  });

  test("German parts without keywords, more than ten", () => {
    expect(described("020?00UEBERWEISUNG?20Miete Novem?21ber?60 Wohnung 3?32Vale")).toMatchObject({
      payee: "Vale",
      memo: "Miete November Wohnung 3",
    });
  });

  test("the shop behind a processor is the payee", () => {
    expect(described("177?00LASTSCHRIFT?20SVWZ+Order 9?21ABWE+Lumen Lamps?32PayCo S.A.")).toMatchObject({
      payee: "Lumen Lamps",
      memo: "Order 9",
    });
  });

  test("the payer behind another one is the payee of money in, and nobody of money out", () => {
    const text = ":86:166?00GUTSCHRIFT?20SVWZ+Rent?21ABWA+Wren Tallow?32Tallow Estates";
    expect(read(line("C"), text).rows[0]).toMatchObject({ payee: "Wren Tallow", memo: "Rent" });
    expect(read(line("D"), text).rows[0]).toMatchObject({ payee: "Tallow Estates", memo: "Rent" });
  });

  test("a booking text stands in for everything", () => {
    expect(described("808?00ENTGELTABSCHLUSS")).toMatchObject({ payee: "ENTGELTABSCHLUSS", memo: null });
  });

  test("Dutch parts", () => {
    expect(
      described(
        "/TRTP/SEPA OVERBOEKING/IBAN/NL20INGB0001234567/BIC/INGBNL2A/NAME/J. de Wit",
        "/REMI/Huur november/EREF/NOTPROVIDED",
      ),
    ).toMatchObject({
      payee: "J. de Wit",
      memo: "Huur november",
      counterparty: { name: "J. de Wit", account: "NL20INGB0001234567" },
    });
  });

  test("Dutch parts of ING", () => {
    expect(
      described("/CNTP/NL20INGB0001234567/INGBNL2A/J. de Wit///REMI/USTD//Huur november/"),
    ).toMatchObject({
      payee: "J. de Wit",
      memo: "Huur november",
      counterparty: { account: "NL20INGB0001234567" },
    });
  });

  test.each(["^", "<", "~"])("Polish parts with %s", (mark) => {
    const text = [
      "020",
      "00PRZELEW",
      "20Czynsz ",
      "21listopad",
      "32Jan Kowal",
      "38PL61109010140000071219812874",
    ].join(mark);
    expect(described(text)).toMatchObject({
      payee: "Jan Kowal",
      memo: "Czynsz listopad",
      counterparty: { account: "PL61109010140000071219812874" },
    });
  });

  test("free text: the first line is the payee", () => {
    expect(described("Corner Deli", "Utrecht 12:30", "card 0042")).toMatchObject({
      payee: "Corner Deli",
      memo: "Utrecht 12:30 card 0042",
    });
  });

  test("free text that fills its lines was cut", () => {
    expect(described("A".repeat(65), "BCD")?.payee).toBe(`${"A".repeat(65)}BCD`);
  });

  test("a description of the whole statement isn't the last row's", () => {
    const text = message({ rows: [line("D"), ":62F:C261130EUR75,90", ":86:Fees have changed"] });
    expect(onlyAccount(readText(text)).rows[0]?.payee).toBe("");
  });
});

describe("statements", () => {
  test("pages are chained", () => {
    const text = [
      message({ rows: [line("D", "10,00")], closing: ":62M:C261103EUR90,00", page: "7/1" }),
      message({
        opening: ":60M:C261103EUR90,00",
        rows: [line("D", "20,00")],
        closing: ":62F:C261103EUR70,00",
        page: "7/2",
      }),
    ].join("\r\n");
    const result = readText(text);
    expect(result.warnings).toEqual([]);
    expect(onlyAccount(result)).toMatchObject({
      opening: { amount: 10000 },
      closing: { amount: 7000 },
      addsUp: true,
      rows: [{ amount: -1000 }, { amount: -2000 }],
    });
  });

  test("a missing page is said", () => {
    const text = [
      message({ closing: ":62M:C261103EUR90,00", rows: [line("D", "10,00")] }),
      message({ opening: ":60M:C261103EUR50,00", closing: ":62F:C261103EUR50,00" }),
    ].join("\r\n");
    expect(readText(text).warnings).toEqual([
      "A statement of 2026-11-03 doesn’t continue the one before it. One may be missing.",
    ]);
  });

  test("accounts stay apart", () => {
    const { accounts } = readText(
      message({ rows: [line("D")] }) + "\r\n" + message({ account: "10020030/1234567", rows: [line("C")] }),
    );
    expect(accounts.map(({ hint }) => [hint.bankId, hint.accountId])).toEqual([
      [null, iban],
      ["10020030", "1234567"],
    ]);
  });

  test.each([`${iban}EUR`, `${iban} EUR`])(
    "the currency behind an account is no part of it: %s",
    (account) => {
      expect(onlyAccount(readText(message({ account, rows: [line("C")] }))).hint.accountId).toBe(iban);
    },
  );

  test("envelopes are dropped", () => {
    const text = `{1:F01BANKNL2AXXXX0000000000}{2:I940BANKNL2AXXXXN}{4:\r\n${message({ rows: [line("C")] })}}\r\n`;
    expect(onlyAccount(readText(text)).rows).toHaveLength(1);
    expect(onlyAccount(readText(text.replace("{4:\r\n", "{4:"))).rows).toHaveLength(1);
  });

  test("a statement without its closing balance may be cut off", () => {
    const result = readText(message({ rows: [line("C")] }));
    expect(result.warnings).toEqual([
      "A statement ends without a closing balance, so the file may be cut off.",
    ]);
    expect(onlyAccount(result)).toMatchObject({ addsUp: null, closing: null });
  });

  test("a negative balance is owed", () => {
    const text = message({
      opening: ":60F:D261101EUR5,00",
      rows: [line("C", "5,00")],
      closing: ":62F:C261103EUR0,00",
    });
    expect(onlyAccount(readText(text))).toMatchObject({
      opening: { amount: -500 },
      closing: { amount: 0 },
      addsUp: true,
    });
  });
});

test.each([
  [":61:hello", "“hello” isn’t a statement line."],
  [line("C", "1,00", "NTRF", "2613450000"), "“261345” isn’t a date."],
  [line("C", "1,239"), "“1,239” has more decimals than its currency."],
  [line("C", "9".repeat(25)), `“${"9".repeat(25)}” is too large.`],
])("the row %s is refused, the file isn't", (bad, reason) => {
  expect(read(bad, line("C", "2,00"))).toMatchObject({
    rows: [{ amount: 200 }],
    refused: [{ line: 5, reason }],
  });
});

test("a file without a statement is refused", () => {
  expect(refusalOf(() => readText(":20:x\n:60F:C261101EUR1,00\n")).message).toBe(
    "There’s no statement in this MT940 file.",
  );
});
