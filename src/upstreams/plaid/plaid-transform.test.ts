import { describe, expect, it } from "vitest";
import { accountOf, transactionOf } from "../../../tests/support/stand-ins/plaid-samples.ts";
import { parsePlaidJson } from "./plaid-json.ts";
import { accountsSchema, syncSchema } from "./plaid-schemas.ts";
import {
  noCurrency,
  readCurrencyCode,
  toBankAccount,
  toBankTransaction,
  toColor,
  toLogo,
} from "./plaid-transform.ts";

/** Parses a row as transmitted, with an amount whose digits JSON.stringify wouldn't produce. */
function readRow(amount: string, more: Parameters<typeof transactionOf>[0] = {}) {
  const text = JSON.stringify({ ...transactionOf(more), amount: 987_654_321 }).replace("987654321", amount);
  const page = `{"added":[${text}],"modified":[],"removed":[],"accounts":[],"next_cursor":"c","has_more":false,"request_id":"r"}`;
  const [row] = syncSchema.parse(parsePlaidJson(page)).added;
  if (row === undefined) throw new Error("no row");
  const read = toBankTransaction(row);
  if (read === null) throw new Error("the row was refused");
  return read;
}

function readAccount(balances: string) {
  const text = JSON.stringify({ accounts: [accountOf()] }).replace(
    /"balances":\{[^}]*\}/,
    `"balances":${balances}`,
  );
  const [account] = accountsSchema.parse(parsePlaidJson(text)).accounts;
  if (account === undefined) throw new Error("no account");
  return toBankAccount(account);
}

describe("the sign", () => {
  it("of a salary is positive", () => {
    const salary = readRow("-2450.75", {
      name: "PAYROLL",
      personal_finance_category: { primary: "INCOME", detailed: "INCOME_WAGES", confidence_level: "HIGH" },
    });
    expect(salary).toMatchObject({
      amount: 245_075,
      rawAmount: "-2450.75",
      bankCategory: "INCOME",
      bankCategoryDetailed: "INCOME_WAGES",
      bankConfidence: "HIGH",
    });
  });

  it("of a purchase is negative and of a refund positive; zero stays zero", () => {
    expect(readRow("12.34").amount).toBe(-1234);
    expect(readRow("-12.34").amount).toBe(1234);
    for (const zero of ["0", "0.00", "-0", "-0.0"]) expect(Object.is(readRow(zero).amount, 0)).toBe(true);
  });

  it("of balances is unchanged: a card's debt is positive", () => {
    const account = readAccount('{"current":410.5,"available":-3,"limit":2000,"iso_currency_code":"USD"}');
    expect(account).toMatchObject({ currentBalance: 41_050, availableBalance: -300, isoCurrencyCode: "USD" });
  });
});

describe("a row", () => {
  it("with too many decimals is rounded, and one too large is refused", () => {
    expect(readRow("12.345")).toMatchObject({ amount: -1234, rawAmount: "12.345" });
    expect(() => readRow("90071992547409.91")).toThrow("the row was refused");
  });

  it("keeps Plaid's own digits next to the amount", () => {
    expect(readRow("12.340").rawAmount).toBe("12.340");
    expect(readRow("-1e3", { iso_currency_code: "JPY" })).toMatchObject({ rawAmount: "-1e3", amount: 1000 });
  });

  it("always has a name, without characters a database refuses", () => {
    expect(readRow("1", { name: "A\u0000B\n C " }).name).toBe("A B  C");
    expect(readRow("1", { name: "x".repeat(5_000) }).name).toHaveLength(500);
    expect(readRow("1", { name: "", merchant_name: "Orchard" }).name).toBe("Orchard");
    expect(readRow("1", { name: " ", merchant_name: null })).toMatchObject({
      name: "No description",
      merchantName: null,
    });
  });

  it("may lack optional data", () => {
    const bare = readRow("1", {
      authorized_date: null,
      merchant_name: undefined,
      personal_finance_category: null,
      pending: true,
    });
    expect(bare).toMatchObject({
      authorizedDate: null,
      merchantName: null,
      bankCategory: null,
      bankCategoryDetailed: null,
      bankConfidence: null,
      pending: true,
    });
  });
});

describe("a currency", () => {
  it("without an ISO code keeps a similar one, so that sums don't mix", () => {
    expect(readCurrencyCode("JPY", null)).toBe("JPY");
    expect(readCurrencyCode(null, "BTC")).toBe("BTC");
    expect(readCurrencyCode(null, "USDT")).toBe(noCurrency);
    expect(readCurrencyCode(null, null)).toBe(noCurrency);
  });

  it("without a minor unit has rounded amounts and exact raw ones", () => {
    const coins = readRow("0.12345678", { iso_currency_code: null, unofficial_currency_code: "BTC" });
    expect(coins).toMatchObject({ amount: -12, rawAmount: "0.12345678", isoCurrencyCode: "BTC" });
  });
});

describe("an account", () => {
  it("has balances rounded to the cent, and null for missing ones", () => {
    expect(readAccount('{"current":23631.9805,"available":null,"iso_currency_code":"USD"}')).toMatchObject({
      currentBalance: 2_363_198,
      availableBalance: null,
    });
    expect(readAccount('{"current":1250000,"iso_currency_code":"JPY"}').currentBalance).toBe(1_250_000);
    expect(readAccount('{"current":0,"iso_currency_code":"USD"}').currentBalance).toBe(0);
  });

  it("is read once if Plaid lists it again", () => {
    const text = JSON.stringify({
      accounts: [accountOf(), accountOf({ account_id: "other" }), accountOf({ name: "Bills" })],
    });
    const { accounts } = accountsSchema.parse(parsePlaidJson(text));
    expect(accounts.map(({ name }) => name)).toEqual(["Bills", "Everyday Checking"]);
  });
});

describe("a bank's logo and color", () => {
  it("are kept if they are a PNG and a CSS color, else dropped", () => {
    const png = "iVBORw0KGgoAAAANSUhEUg==";
    expect(toLogo(png)).toBe(`data:image/png;base64,${png}`);
    for (const wrong of [
      null,
      "",
      "PHN2ZyBvbmxvYWQ9",
      `${png}" onload="`,
      `iVBORw0KGgo${"A".repeat(300_000)}`,
    ]) {
      expect(toLogo(wrong)).toBeNull();
    }
    expect(toColor("#1F4E79")).toBe("#1f4e79");
    for (const wrong of [null, "red", "#12", "url(https://evil.example)"]) expect(toColor(wrong)).toBeNull();
  });
});
