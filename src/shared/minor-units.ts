import { currencyDecimals, money, negateMoney, type Money } from "./money.ts";

/* Amounts as banks write them, read digit by digit and never through a float (docs/reference/money.md, "Money and sign"). */

/** A double represents every decimal of 15 digits; more digits are noise of the binary fraction. */
const exactDigits = 15;

/**
 * Maximum of minor units in a row or balance, in either direction: 100 billion dollars or 10 trillion yen. A larger one is a
 * bank's error, and sums of such rows would exceed safe integers.
 */
const mostMinorUnits = 1e13;

/**
 * Returns an amount in minor units of its currency, keeping its sign. Extra decimals are rounded half to even.
 * @returns null if it isn't a number or exceeds {@link mostMinorUnits}
 */
export function readMinorUnits(digits: string, code: string): Money | null {
  const number = readDecimal(digits);
  if (number === null) return null;
  const minor = Number(roundHalfEven(number, currencyDecimals(code)));
  if (minor > mostMinorUnits) return null;
  return number.isNegative ? negateMoney(money(minor)) : money(minor);
}

/** Returns whether {@link readMinorUnits} loses precision; floating-point noise (12.340000000000002) doesn't count. */
export function isRounded(digits: string, code: string): boolean {
  const number = readDecimal(digits);
  if (number === null) return false;
  const places = Math.max(exactDigits - number.whole.replace(/^0+/, "").length, 0);
  const exact = roundHalfEven(number, places).padStart(places, "0");
  const fraction = places === 0 ? "" : exact.slice(-places);
  return fraction.replace(/0+$/, "").length > currencyDecimals(code);
}

type Decimal = { isNegative: boolean; whole: string; fraction: string };

/** Returns the parts of a JSON number with its exponent applied, without trailing zeros. */
function readDecimal(digits: string): Decimal | null {
  const match = /^(-?)(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(digits);
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const shift = Number(exponent);
  const all = `${"0".repeat(Math.max(-shift, 0))}${whole}${fraction}${"0".repeat(Math.max(shift, 0))}`;
  const point = whole.length + Math.max(-shift, 0) + shift;
  return {
    isNegative: sign === "-",
    whole: all.slice(0, point),
    fraction: all.slice(point).replace(/0+$/, ""),
  };
}

/** Returns the digits of a number's magnitude times 10^places, as an integer. */
function roundHalfEven({ whole, fraction }: Decimal, places: number): string {
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, "0"));
  const rest = fraction.slice(places).replace(/0+$/, "");
  const isUp = rest === "5" ? kept % 2n === 1n : rest >= "5";
  return String(isUp ? kept + 1n : kept);
}
