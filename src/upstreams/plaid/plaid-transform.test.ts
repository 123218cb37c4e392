import { describe, expect, it } from "vitest";
import { currencyDecimals, money, moneyDigits, toUnits } from "#shared/money.ts";
import { fc } from "../../../tests/support/properties.ts";
import { accountOf, transactionOf } from "../../../tests/support/stand-ins/plaid-samples.ts";
import { parsePlaidJson } from "./plaid-json.ts";
import { accountsSchema, syncSchema } from "./plaid-schemas.ts";
import {
  isRounded,
  noCurrency,
  readCurrencyCode,
  readMinorUnits,
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
      personal_finance_category: { primary: "INCOME", detailed: "INCOME_WAGES" },
    });
    expect(salary).toMatchObject({
      amount: 245_075,
      rawAmount: "-2450.75",
      bankCategory: "INCOME",
      bankCategoryDetailed: "INCOME_WAGES",
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

describe("an amount", () => {
  it.each([
    ["89.4", "USD", 8940],
    ["89.40", "USD", 8940],
    ["1500", "JPY", 1500],
    ["1500.0", "JPY", 1500],
    ["1.234", "KWD", 1234],
    ["0.01", "USD", 1],
    ["1e2", "USD", 10_000],
    ["1.5E+1", "USD", 1500],
    ["5e-1", "USD", 50],
    ["12e-2", "USD", 12],
    ["99999999999.99", "USD", 9_999_999_999_999],
    ["100000000000", "USD", 10_000_000_000_000],
  ])("of %s in %s is %i minor units", (digits, code, minor) => {
    expect(readMinorUnits(digits, code)).toBe(minor);
  });

  it.each([
    ["12.340000000000002", "USD", 1234],
    ["12.339999999999998", "USD", 1234],
    ["0.30000000000000004", "USD", 30],
    ["1274.9299999999998", "USD", 127_493],
    ["999.99999999999999", "JPY", 1000],
  ])("of %s loses floating-point noise: %s", (digits, code, minor) => {
    expect(readMinorUnits(digits, code)).toBe(minor);
    expect(isRounded(digits, code)).toBe(false);
  });

  it.each([
    ["12.345", "USD", 1234],
    ["12.355", "USD", 1236],
    ["12.3451", "USD", 1235],
    ["12.345000000000001", "USD", 1235],
    ["0.5", "JPY", 0],
    ["1.5", "JPY", 2],
    ["1.2345", "KWD", 1234],
    ["1e-9", "USD", 0],
  ])("of %s in %s is rounded half to even and flagged", (digits, code, minor) => {
    expect(readMinorUnits(digits, code)).toBe(minor);
    expect(isRounded(digits, code)).toBe(true);
    expect(isRounded(`-${digits}`, code)).toBe(true);
  });

  it.each([
    ["100000000000.01", "USD"],
    ["90071992547409.91", "USD"],
    ["99999999999999999999.99", "USD"],
    ["10000000000001", "JPY"],
    ["1e60", "USD"],
    ["NaN", "USD"],
    ["0x10", "USD"],
    ["", "USD"],
  ])("of %s in %s is refused", (digits, code) => {
    expect(readMinorUnits(digits, code)).toBeNull();
    expect(readMinorUnits(`-${digits}`, code)).toBeNull();
  });

  it("survives a round trip in any currency", () => {
    const codes = fc.constantFrom("USD", "JPY", "KWD", "EUR", "CLF");
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), codes, (minor, code) => {
        const amount = money(minor);
        expect(readMinorUnits(moneyDigits(amount, code), code)).toBe(minor);
        // As in Plaid's JSON: the shortest digits of this number.
        expect(readMinorUnits(JSON.stringify(toUnits(amount, code)), code)).toBe(minor);
      }),
    );
  });

  it("is rounded half to even to the minor unit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.constantFrom("USD", "JPY", "KWD"),
        (tenths, code) => {
          const decimals = currencyDecimals(code);
          const digits = String(tenths).padStart(decimals + 2, "0");
          const text = `${digits.slice(0, -decimals - 1)}.${digits.slice(-decimals - 1)}`;
          const below = Math.floor(tenths / 10);
          const isUp = tenths % 10 > 5 || (tenths % 10 === 5 && below % 2 === 1);
          const nearest = isUp ? below + 1 : below;
          expect(readMinorUnits(text, code)).toBe(nearest);
          expect(Math.abs(readMinorUnits(`-${text}`, code) ?? NaN)).toBe(nearest);
        },
      ),
    );
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
