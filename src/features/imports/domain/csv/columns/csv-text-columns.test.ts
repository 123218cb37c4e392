import { describe, expect, test } from "vitest";
import {
  linesOf,
  readAccount,
  readText,
  refusalOf,
} from "../../../../../../tests/support/statements/read-text.ts";

describe("the payee among several columns", () => {
  const payeesOf = (...lines: string[]) => readAccount(linesOf(...lines)).rows.map(({ payee }) => payee);

  test("words for a direction are no payee", () => {
    expect(
      payeesOf(
        "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #",
        "DEBIT,11/20/2026,Deli,-24.10,ACH_DEBIT,75.90,",
        "CREDIT,11/21/2026,Vale,100.00,ACH_CREDIT,175.90,",
        "DSLIP,11/22/2026,Deposit slip,5.00,DEPOSIT,180.90,12",
      ),
    ).toEqual(["Deli", "Vale", "Deposit slip"]);
  });

  test("one name in all rows is the owner's, not the payee's", () => {
    expect(
      payeesOf(
        "Rekeningnummer;Naam;Munt;Datum;Omschrijving;Bedrag;Naam tegenpartij;Adres tegenpartij",
        "BE68539007547034;Ann;EUR;20/11/2026;Betaling;-1,00;Deli;Markt 1",
        "BE68539007547034;Ann;EUR;21/11/2026;Betaling;-2,00;Vale;Markt 2",
        "BE68539007547034;Ann;EUR;22/11/2026;Betaling;-3,00;Vale;Markt 2",
      ),
    ).toEqual(["Deli", "Vale", "Vale"]);
  });

  test("of who pays and who is paid, the payee is the one that isn't the owner", () => {
    const text = linesOf(
      "Buchungsdatum;Wertstellung;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Umsatztyp;IBAN;Betrag (€)",
      "20.11.26;20.11.26;Gebucht;Ann;Deli;Danke;Ausgang;DE02120300000000202051;-1,00",
      "21.11.26;21.11.26;Gebucht;Ann;Vale;Miete;Ausgang;DE02500105170137075030;-2,00",
      "22.11.26;22.11.26;Gebucht;Ash;Ann;Lohn;Eingang;DE88100900001234567892;3,00",
      "23.11.26;23.11.26;Gebucht;Ann;Ann;Umbuchung;Ausgang;DE88100900001234567892;-4,00",
    );
    expect(readAccount(text).rows).toMatchObject([
      { payee: "Deli", memo: "Danke" },
      { payee: "Vale", memo: "Miete" },
      { payee: "Ash", memo: "Lohn" },
      { payee: "Ann", memo: "Umbuchung" },
    ]);
  });

  test("numbers of accounts are no payee", () => {
    const text = linesOf(
      "Date;Amount;Account;Counterparty;Name;Description",
      "2026-11-20;-12.50;NL91BUNQ0417164300;NL69RABO0123456789;Deli;lunch",
      "2026-11-21;100.00;NL91BUNQ0417164300;NL20INGB0001234567;Vale;pay",
    );
    expect(readAccount(text).rows[0]).toMatchObject({
      payee: "Deli",
      counterparty: { name: "Deli", account: "NL69RABO0123456789" },
    });
  });

  test("the first of numbered descriptions is the payee, not a number", () => {
    const text = linesOf(
      "Abschlussdatum;Betrag;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3",
      "2026-11-20;-1.00;9930TI1;Deli;Zahlung;Konto 1",
      "2026-11-21;-2.00;9930TI2;Vale;Zahlung;Konto 2",
      "2026-11-22;-3.00;9930TI3;Vale;Zahlung;Konto 3",
    );
    expect(readAccount(text).rows[0]).toMatchObject({ payee: "Deli", memo: "Zahlung Konto 1" });
  });

  test.each([
    ["Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)", "20/11/2026,Deli,LUNCH,CARD,-1.00,9.00"],
    [
      "Date operation;Libelle court;Type operation;Libelle operation;Montant",
      "20/11/2026;ACHAT CB;ACHAT CB;Deli;-1,00",
    ],
    ["Run Date,Action,Description,Amount", "11/20/2026,Deli,No Description,-1.00"],
    ["Date,Account Name,Account Number,Description,Value", "20/11/2026,Main,12345678,Deli,-1.00"],
  ])("%s", (header, row) => {
    const other = row.replace("Deli", "Vale").replace("LUNCH", "RENT").replace("-1", "-2");
    expect(payeesOf(header, row, other)).toEqual(["Deli", "Vale"]);
  });
});

describe("headers", () => {
  test("names can repeat", () => {
    const text = linesOf(
      "Umsatzanzeige;Datei erstellt am: 20.11.2026",
      "Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung",
      "02.11.2026;02.11.2026;Deli;Lastschrift;Danke;75,90;EUR;-24,10;EUR",
      "03.11.2026;04.11.2026;Vale;Gutschrift;Lohn;875,90;EUR;800,00;EUR",
    );
    expect(readAccount(text).rows).toMatchObject([
      { date: "2026-11-02", payee: "Deli", amount: -2410, isoCurrencyCode: "EUR", runningBalance: 7590 },
      { date: "2026-11-03", authorizedDate: "2026-11-04", payee: "Vale", amount: 80000 },
    ]);
  });

  test("rows that can't be read are said to be there, with their line", () => {
    const text = linesOf("Date,Payee,Amount", "46345,Deli,-1.00", "46346,Vale,-2.00");
    expect(refusalOf(() => readText(text))).toEqual({
      message: "The rows of this table have no date and amount that can be read. The first is line 2.",
      line: 2,
    });
  });
});

describe("rows that aren't booked", () => {
  test("words for a status are one, whatever their column's name", () => {
    const text = linesOf(
      "Buchungstag;Verwendungszweck;Betrag;Info",
      "02.11.2026;Deli;-1,00;Umsatz gebucht",
      "03.11.2026;Vale;-2,00;Umsatz vorgemerkt",
    );
    expect(readAccount(text).rows.map(({ pending }) => pending)).toEqual([false, true]);
  });

  test("rows at the end without a booking day are rows", () => {
    const text = linesOf(
      "Type,Started Date,Completed Date,Description,Amount,State",
      "CARD,2026-11-02 10:00:00,2026-11-03 10:00:00,Deli,-1.00,COMPLETED",
      "CARD,2026-11-04 10:00:00,,Vale,-2.00,PENDING",
      "CARD,2026-11-04 10:00:00,,Elm,-3.00,REVERTED",
    );
    const statement = readText(text);
    expect(statement.warnings).toEqual([]);
    expect(readAccount(text)).toMatchObject({
      rows: [
        { payee: "Deli", pending: false },
        { payee: "Vale", date: "2026-11-04", pending: true },
      ],
      refused: [{ line: 4, reason: "The bank marks it as “REVERTED”." }],
    });
  });

  test("money at the end in a column that isn't read is told", () => {
    const text = linesOf(
      "Date,Description,Amount,Extra",
      "2026-11-02,Deli,-1.00,",
      "2026-11-03,Vale,-2.00,a",
      "2026-11-04,Elm,,3.00",
    );
    expect(readAccount(text).refused).toMatchObject([{ line: 4 }]);
  });
});

describe("several accounts", () => {
  const accountsOf = (...lines: string[]) =>
    readText(linesOf(...lines)).accounts.map(({ hint, rows }) => [hint.accountId, rows.length]);

  test("numbers of accounts divide few rows", () => {
    expect(
      accountsOf(
        "Account Number,Date,Description,Amount,Balance",
        "NL91ABNA0417164300,2026-11-02,Deli,-1.00,9.00",
        "NL91ABNA0417164300,2026-11-03,Vale,-2.00,7.00",
        "NL91ABNA0417164300,2026-11-04,Vale,-2.00,5.00",
        "NL69RABO0123456789,2026-11-02,Ash,-3.00,7.00",
        "NL69RABO0123456789,2026-11-03,Elm,-4.00,3.00",
        "NL69RABO0123456789,2026-11-04,Elm,-1.00,2.00",
      ),
    ).toEqual([
      ["NL91ABNA0417164300", 3],
      ["NL69RABO0123456789", 3],
    ]);
  });

  test("numbers divide rows before a name does", () => {
    expect(
      accountsOf(
        "Date, Type, Description, Value, Balance, Account Name, Account Number",
        "02/11/2026,POS,Deli,-1.00,9.00,Ann,600923-12345678",
        "03/11/2026,POS,Vale,-2.00,7.00,Ann,600923-12345678",
        "02/11/2026,POS,Ash,-3.00,7.00,Ann,600923-87654321",
        "03/11/2026,POS,Elm,-4.00,3.00,Ann,600923-87654321",
      ),
    ).toEqual([
      ["600923-12345678", 2],
      ["600923-87654321", 2],
    ]);
  });

  test("numbers of the other side divide nothing", () => {
    expect(
      accountsOf(
        "Date,Payee,IBAN,Amount",
        "2026-11-02,Deli,NL91ABNA0417164300,-1.00",
        "2026-11-03,Ash,NL69RABO0123456789,-3.00",
        "2026-11-04,Deli,NL91ABNA0417164300,-2.00",
        "2026-11-05,Ash,NL69RABO0123456789,-4.00",
      ),
    ).toEqual([[null, 4]]);
  });
});

test("the columns of Folio's own export", () => {
  const text = linesOf(
    "Date,Transaction,Amount,Currency,Category,Account,Pending,Note,Original Text,Transaction ID,Your Note,Tags,Kind,Reason",
    "2026-11-02,Deli,-1.00,USD,Food,Main,,Left out,DELI 12,t1,Lunch,fun,Left out,You",
    "2026-11-03,Vale,-2.00,USD,Rent,Main,Pending,Transfer,VALE LTD,t2,,home,Transfer,Rule",
  );
  expect(readText(text).table?.roles).toEqual([
    "date",
    "payee",
    "amount",
    "currency",
    "category",
    "account",
    "status",
    "memo",
    "memo",
    "externalId",
    "memo",
    null,
    null,
    null,
  ]);
});

describe("lines below a row that have only its text", () => {
  const iban = "CH9300762011623852957";
  const day = (date: string) => `2026-11-${date} 00:00:00.0`;
  const batch = (...details: string[]) =>
    linesOf(
      "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date",
      `${iban};${day("02")};Hofladen Muster, Bern;-24.1;975.9;${day("02")}`,
      `${iban};${day("03")};Sammelauftrag (2);-150;825.9;${day("03")}`,
      ...details,
    );
  const ofBatch = [";;Garage Beispiel AG, Thun -100.00;;;", ";;Verein Muster, Bern -50.00;;;"];
  const memo = "Garage Beispiel AG, Thun -100.00 Verein Muster, Bern -50.00";

  test.each([
    ["before another row", [`${iban};${day("04")};Lohn;800;1625.9;${day("04")}`]],
    ["at the end", []],
  ])("belong to it %s", (_where, rest) => {
    const { accounts, warnings } = readText(batch(...ofBatch, ...rest));
    const [account, other] = accounts;
    expect([other, warnings]).toEqual([undefined, []]);
    expect(account).toMatchObject({ hint: { accountId: iban }, addsUp: true, refused: [] });
    expect(account?.rows).toHaveLength(2 + rest.length);
    expect(account?.rows[1]).toMatchObject({ amount: -15_000, payee: "Sammelauftrag (2)", memo });
  });

  test("are cut like other texts", () => {
    const many = Array.from({ length: 40 }, () => ofBatch[0] ?? "");
    expect(readText(batch(...many)).accounts[0]?.rows[1]?.memo).toHaveLength(500);
  });

  test.each([";;Verein Muster, Bern;-50;;", `;${day("03")};Verein Muster, Bern -50.00;;;`])(
    "are lines of their own with an amount or a date: %s",
    (line) => {
      const { accounts } = readText(batch(line, `${iban};${day("04")};Lohn;800;1625.9;${day("04")}`));
      expect(accounts.flatMap(({ refused }) => refused.map((one) => one.line))).toEqual([4]);
      expect(accounts[0]?.rows[1]?.memo).toBeNull();
    },
  );
});
