import { describe, expect, it } from "vitest";
import { fc } from "../../tests/support/properties.ts";
import {
  addMoney,
  compareMoney,
  currencyDecimals,
  formatMoney,
  fromUnits,
  isInflow,
  isOutflow,
  maxMoney,
  money,
  moneyDigits,
  negateMoney,
  ofUnits,
  moneyFromSum,
  parseMoneyText,
  percentOfMoney,
  shareOfMoney,
  sumMoney,
  toUnits,
  unitsDigits,
} from "./money.ts";

const codes = ["USD", "JPY", "KWD", "EUR", "CLF"];
const anyCode = fc.constantFrom(...codes);
const anyAmount = anyCode.chain((code) =>
  fc.record({
    code: fc.constant(code),
    minor: fc.integer({ min: negateMoney(maxMoney(code)), max: maxMoney(code) }),
  }),
);

function read(text: string, code = "USD"): number | string {
  const result = parseMoneyText(text, code);
  return result.ok ? result.value : result.problem;
}

describe("money", () => {
  it("has each currency's number of decimals", () => {
    expect(codes.map(currencyDecimals)).toEqual([2, 0, 3, 2, 4]);
    expect(() => currencyDecimals("usd")).toThrow(RangeError);
    expect(() => currencyDecimals("DOGE")).toThrow(RangeError);
  });

  it("is always an integer of minor units", () => {
    expect(money(125)).toBe(125);
    for (const bad of [0.5, Number.NaN, Infinity, -0, 2 ** 53]) expect(() => money(bad)).toThrow(RangeError);
  });

  it("parses what people type", () => {
    for (const text of [
      "1,234.5",
      "$1,234.50",
      "1234.5",
      " $ 1234.50 ",
      "USD 1,234.50",
      "1234.50 usd",
      "1234.500",
      "\u200e$1,234.50",
      "\u202a1234.50\u202c",
    ])
      expect(read(text), text).toBe(123450);
    expect(read(".5")).toBe(50);
    expect(read("12.")).toBe(1200);
    expect(read("-$5")).toBe(-500);
    expect(read("$-5")).toBe(-500);
    expect(read("\u22125")).toBe(-500);
    expect(read("-0")).toBe(0);
    for (const text of ["+12", "+$12.00", "$+12", "+ 12"]) expect(read(text), text).toBe(1200);
    for (const text of ["(12.00)", "($12)", "( 12.00 USD )"]) expect(read(text), text).toBe(-1200);
    expect(read("1,234", "JPY")).toBe(1234);
    expect(read("1.234", "KWD")).toBe(1234);
  });

  it("refuses ambiguous input", () => {
    for (const text of [
      "1,23",
      "1,2345",
      "12,34.5",
      "1.2.3",
      "5-",
      "--5",
      "1-2",
      "5+",
      "+-5",
      "1+2",
      "+",
      "()",
      "(-5)",
      "(5",
      "5)",
      "((5))",
      "(12,00)",
      "abc",
      "$",
      ".",
      ",",
      "1 2",
      "1e3",
      "0x10",
    ])
      expect(read(text), text).toBe("not-a-number");
    expect(read("")).toBe("empty");
    expect(read("1.005")).toBe("too-many-decimals");
    for (const text of ["1.000", "$12.500", "-120.000"]) expect(read(text), text).toBe("too-many-decimals");
    expect(read("1.000", "JPY")).toBe("too-many-decimals");
    expect(read("0.500")).toBe(50);
    expect(read("1.000", "KWD")).toBe(1000);
    expect(read("1.5", "JPY")).toBe("too-many-decimals");
    expect(read("999,999,999.99")).toBe(99_999_999_999);
    expect(read("1,000,000,000")).toBe("too-large");
    expect(read("9".repeat(400))).toBe("too-large");
  });

  it("is formatted in US English", () => {
    expect(formatMoney(money(123450), "USD")).toBe("$1,234.50");
    expect(formatMoney(money(-5), "USD")).toBe("-$0.05");
    expect(formatMoney(money(1234), "JPY")).toBe("¥1,234");
    expect(formatMoney(money(1234), "KWD").replaceAll(/\s/g, " ")).toBe("KWD 1.234");
  });

  it("can parse every amount it formats", () => {
    fc.assert(
      fc.property(anyAmount, ({ code, minor }) => {
        const amount = money(minor === 0 ? 0 : minor);
        expect(parseMoneyText(formatMoney(amount, code), code)).toEqual({ ok: true, value: amount });
      }),
    );
  });

  it("survives a round trip through JSON to the cent", () => {
    fc.assert(
      fc.property(anyAmount, ({ code, minor }) => {
        const amount = money(minor === 0 ? 0 : minor);
        const sent: unknown = JSON.parse(JSON.stringify(toUnits(amount, code)));
        expect(fromUnits(Number(sent), code)).toEqual({ ok: true, value: amount });
      }),
    );
    expect(fromUnits(0.1 + 0.2, "USD")).toMatchObject({ problem: "too-many-decimals" });
    expect(fromUnits(1e-7, "USD")).toMatchObject({ problem: "too-many-decimals" });
    expect(fromUnits(1e21, "USD")).toMatchObject({ problem: "too-large" });
    expect(fromUnits(Number.NaN, "USD")).toMatchObject({ problem: "not-a-number" });
  });

  it("never throws on any text", () => {
    fc.assert(
      fc.property(fc.string(), anyCode, (text, code) => {
        expect(typeof parseMoneyText(text, code).ok).toBe("boolean");
      }),
    );
  });

  it("adds, negates and compares", () => {
    expect(sumMoney([])).toBe(0);
    expect(sumMoney([money(10), money(20), money(-5)])).toBe(25);
    expect(addMoney(money(1), money(2))).toBe(3);
    expect(negateMoney(money(5))).toBe(-5);
    expect(Object.is(negateMoney(money(0)), 0)).toBe(true);
    expect([money(3), money(-1)].sort(compareMoney)).toEqual([-1, 3]);
    expect([isInflow(money(1)), isInflow(money(0)), isOutflow(money(-1)), isOutflow(money(0))]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("caps a sum at 2^53 in any order, so that one absurd row doesn't break a list", () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(sumMoney([money(most), money(1)])).toBe(most);
    expect(sumMoney([money(-most), money(-1)])).toBe(-most);
    expect(sumMoney([money(most), money(5), money(-7)])).toBe(most - 2);
    expect(moneyFromSum("9007199254740993")).toBe(most);
    expect(moneyFromSum("-90071992547409910")).toBe(-most);
    expect(moneyFromSum("-12345")).toBe(-12_345);
    expect(moneyFromSum(null)).toBe(0);
    expect(percentOfMoney(money(most), money(1), "down")).toBe(most);
  });

  it("parses units of an answer exactly, even beyond the input limit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }),
        fc.constantFrom("USD", "JPY", "KWD"),
        (minor, code) => {
          expect(ofUnits(toUnits(money(minor === 0 ? 0 : minor), code), code)).toBe(minor === 0 ? 0 : minor);
        },
      ),
    );
  });

  it("formats units of an answer with all decimals, even beyond the input limit", () => {
    const anySum = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }).map(money);
    fc.assert(
      fc.property(anyCode, anySum, (code, sum) => {
        expect(unitsDigits(toUnits(sum, code), code)).toBe(moneyDigits(sum, code));
      }),
    );
    expect(unitsDigits(-12.5, "USD")).toBe("-12.50");
    expect(unitsDigits(0, "JPY")).toBe("0");
  });

  it("computes a share to the nearest minor unit, symmetrically for negative amounts", () => {
    expect(shareOfMoney(money(100), 1, 3)).toBe(33);
    expect(shareOfMoney(money(100), 2, 3)).toBe(67);
    expect(shareOfMoney(money(5), 1, 2)).toBe(3);
    expect(shareOfMoney(money(-5), 1, 2)).toBe(-3);
    expect(Object.is(shareOfMoney(money(-1), 1, 10), 0)).toBe(true);
    const largest = money(Number.MAX_SAFE_INTEGER);
    expect(shareOfMoney(largest, 30, 30)).toBe(largest);
  });

  it("computes percentages exactly, rounded as requested", () => {
    expect(percentOfMoney(money(999), money(1000), "down")).toBe(99);
    expect(percentOfMoney(money(999), money(1000), "up")).toBe(100);
    expect(percentOfMoney(money(1000), money(1000), "up")).toBe(100);
    expect(percentOfMoney(money(100_000_000_000_001), money(100_000_000_000_000), "up")).toBe(101);
    expect(percentOfMoney(money(99_999_999_999_999), money(100_000_000_000_000), "down")).toBe(99);
  });
});
