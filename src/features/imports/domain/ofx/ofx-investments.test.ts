import { describe, expect, test } from "vitest";
import { onlyAccount, readText } from "../../../../../tests/support/statements/read-text.ts";

const cash = (amount: string) =>
  `<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261103<TRNAMT>${amount}<FITID>c${amount}<NAME>Deposit</STMTTRN><SUBACCTFUND>CASH</INVBANKTRAN>`;
const investments = `<INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20261130<CURDEF>USD<INVACCTFROM><BROKERID>broker.example<ACCTID>55001234</INVACCTFROM>
<INVTRANLIST><DTSTART>20261101<DTEND>20261130${cash("250.00")}<BUYSTOCK><INVBUY><INVTRAN><FITID>b1<DTTRADE>20261104</INVTRAN><TOTAL>-200.00</INVBUY></BUYSTOCK>${cash("-40.00")}</INVTRANLIST>
</INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>`;
const bank =
  "<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>77</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261103<TRNAMT>-1.00<FITID>a<NAME>Kiosk</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1>";
const file = (inside: string) => `OFXHEADER:100\n\n<OFX>${inside}</OFX>`;

describe("the cash of an investment statement", () => {
  test("is imported only if the person says so", () => {
    const asked = readText(file(investments));
    expect(asked.questions).toMatchObject([{ id: "investmentCash", answer: null }]);
    expect(asked.questions[0]?.text).toBe("Import the cash of the investment statement (2 transactions)?");
    expect(onlyAccount(asked)).toMatchObject({ hint: { bankId: "broker.example", mask: "1234" }, rows: [] });
    const read = readText(file(investments), { answers: { investmentCash: "read" } });
    expect(onlyAccount(read)).toMatchObject({
      hint: { accountId: "55001234", isoCurrencyCode: "USD" },
      period: { from: "2026-11-01", to: "2026-11-30" },
      rows: [{ amount: 25000 }, { amount: -4000 }],
    });
    expect(read.warnings).toEqual(["Left out: investment statement, except for its cash."]);
  });

  test("is left out beside a bank statement until then", () => {
    const both = file(bank + investments);
    const without = readText(both);
    expect(without.questions).toMatchObject([{ id: "investmentCash", answer: null }]);
    expect(without.warnings).toEqual(["Left out: investment statement."]);
    expect(onlyAccount(without).rows).toMatchObject([{ amount: -100 }]);
    const { accounts } = readText(both, { answers: { investmentCash: "read" } });
    expect(accounts.map(({ rows }) => rows.map(({ amount }) => amount))).toEqual([[-100], [25000, -4000]]);
  });
});
