/**
 * Money is an integer of minor units (cents, yen, fils) with an ISO 4217 code (docs/reference/money.md, "Money and sign"). Only
 * this module does arithmetic on it; text and JSON numbers are parsed digit by digit, never as floats.
 */

declare const moneyBrand: unique symbol;

/** An integer of minor units, positive for money in, negative for money out. The currency is passed separately. */
export type Money = number & { readonly [moneyBrand]: true };

export type MoneyProblem = "empty" | "not-a-number" | "too-many-decimals" | "too-large";

/** Result of parsing text or a JSON number; `message` is a sentence for the person who typed it. */
export type MoneyResult =
  | { readonly ok: true; readonly value: Money }
  | { readonly ok: false; readonly problem: MoneyProblem; readonly message: string };

const noDecimals = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));
const threeDecimals = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));
const fourDecimals = new Set(["CLF", "UYW"]);

/** Currencies that haven't two decimals, by their number of decimals, for queries. */
export const unusualCurrencies: ReadonlyMap<number, readonly string[]> = new Map([
  [0, [...noDecimals]],
  [3, [...threeDecimals]],
  [4, [...fourDecimals]],
]);

/** Maximum number of whole units in an amount (docs/reference/http-api.md, "Limits": at most 999,999,999.99). */
const maxWholeUnits = "999999999";

const formatters = new Map<string, Intl.NumberFormat>();

/** Creates money from an integer of minor units. Throws a RangeError for fractions, NaN and unsafe integers. */
export function money(minor: number): Money {
  if (!isSafeMinor(minor)) throw new RangeError(`not an amount of minor units: ${minor}`);
  return minor;
}

function isSafeMinor(minor: number): minor is Money {
  return Number.isSafeInteger(minor) && !Object.is(minor, -0);
}

/**
 * Returns the number of decimals ISO 4217 defines for a currency: JPY 0, KWD 3, most 2. Throws a RangeError for a malformed
 * code.
 */
export function currencyDecimals(code: string): number {
  if (!/^[A-Z]{3}$/.test(code)) throw new RangeError(`not an ISO 4217 code: ${code}`);
  if (noDecimals.has(code)) return 0;
  if (threeDecimals.has(code)) return 3;
  return fourDecimals.has(code) ? 4 : 2;
}

/**
 * Returns the largest amount that can be entered in a currency, in minor units (999,999,999.99, or whole units without cents).
 */
export function maxMoney(code: string): Money {
  const decimals = currencyDecimals(code);
  return money(Number(maxWholeUnits + "99".slice(0, decimals).padEnd(decimals, "0")));
}

/** Returns the digits of an amount without grouping or symbol: `-1234.50`. */
export function moneyDigits(minor: Money, code: string): `${number}` {
  const decimals = currencyDecimals(code);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? "" : `.${digits.slice(-decimals)}`;
  const text = `${minor < 0 ? "-" : ""}${whole}${fraction}`;
  return isNumeric(text) ? text : "0";
}

function isNumeric(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

function currencyFormatter(code: string): Intl.NumberFormat {
  const known = formatters.get(code);
  if (known) return known;
  const decimals = currencyDecimals(code);
  const made = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: code,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formatters.set(code, made);
  return made;
}

/** Formats an amount in US English: `$1,234.50`, `-$5.00`, `¥1,234`. */
export function formatMoney(minor: Money, code: string): string {
  return currencyFormatter(code).format(moneyDigits(minor, code));
}

/** Returns the symbol {@link formatMoney} uses for a currency: `$`, `¥`, or the code itself. */
export function currencySymbol(code: string): string {
  return (
    currencyFormatter(code)
      .formatToParts(0)
      .find((part) => part.type === "currency")?.value ?? code
  );
}

function problem(kind: MoneyProblem, code: string): MoneyResult {
  const decimals = currencyDecimals(code);
  const places = decimals === 0 ? "no decimals" : `at most ${decimals} decimals`;
  const messages: Record<MoneyProblem, string> = {
    empty: "Enter an amount.",
    "not-a-number": `Enter an amount such as ${formatMoney(money(Number((decimals === 0 ? "1234" : "12345").padEnd(4 + decimals, "0"))), code)}.`,
    "too-many-decimals": `Use ${places} for ${code}.`,
    "too-large": `Enter at most ${formatMoney(maxMoney(code), code)}.`,
  };
  return { ok: false, problem: kind, message: messages[kind] };
}

/** Builds an amount from a sign and its digits; both digit strings contain only 0–9. */
function fromDigits(isNegative: boolean, whole: string, fraction: string, code: string): MoneyResult {
  const decimals = currencyDecimals(code);
  const kept = fraction.replace(/0+$/, "");
  if (kept.length > decimals) return problem("too-many-decimals", code);
  const digits = (whole + kept.padEnd(decimals, "0")).replace(/^0+(?=\d)/, "");
  if (digits.length > 15 || Number(digits) > maxMoney(code)) return problem("too-large", code);
  const minor = Number(digits);
  return { ok: true, value: money(isNegative && minor !== 0 ? -minor : minor) };
}

/**
 * Parses typed or pasted text: "1,234.5", "$1,234.50", "-5", "+5", "(5)" for -5, "USD 12", ".5", with direction marks or without.
 * Commas are accepted only between groups of three, so that a decimal comma is refused instead of misread, and so is a point
 * that may stand for a thousand: "1.000" unless the currency has three decimals.
 */
export function parseMoneyText(text: string, code: string): MoneyResult {
  const seen = text.replaceAll(/\p{Cf}/gu, "").replaceAll("\u2212", "-");
  const spaceless = seen.replaceAll(/(?<!\d)\s+|\s+(?!\d)/g, "");
  const bare = spaceless.replace(/^\(([^-+]*)\)$/, "-$1");
  if (bare === "") return problem("empty", code);
  const isNegative = bare.includes("-");
  const hasSign = isNegative || bare.includes("+");
  let rest = bare.replace(/[-+]/, "");
  for (const sign of [code, code.toLowerCase(), currencySymbol(code).replaceAll(/\s+/g, "")]) {
    if (rest.startsWith(sign)) rest = rest.slice(sign.length);
    else if (rest.endsWith(sign)) rest = rest.slice(0, -sign.length);
    else continue;
    break;
  }
  const signAtEdge = !hasSign || /^[^\d.,]*[-+][^\d.,]*[\d.,]/.test(bare);
  const match = /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/.exec(rest);
  const whole = match?.[1]?.replaceAll(",", "") ?? "";
  const fraction = match?.[2] ?? "";
  if (!signAtEdge || !match || whole + fraction === "") return problem("not-a-number", code);
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(rest) && currencyDecimals(code) < 3)
    return problem("too-many-decimals", code);
  return fromDigits(isNegative, whole, fraction, code);
}

/**
 * Parses a JSON number of currency units (docs/reference/http-api.md, "Values"); more decimals than the currency has are
 * refused.
 */
export function fromUnits(units: number, code: string): MoneyResult {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(units));
  if (match) return fromDigits(match[1] === "-", match[2] ?? "", match[3] ?? "", code);
  if (/e\+/.test(String(units))) return problem("too-large", code);
  return problem(/e-/.test(String(units)) ? "too-many-decimals" : "not-a-number", code);
}

/** Converts an amount to a JSON number of currency units: 123450 cents → 1234.5. */
export function toUnits(minor: Money, code: string): number {
  return Number(moneyDigits(minor, code));
}

/** Inverse of {@link toUnits}, without the input limit. Throws a RangeError beyond 2^53. */
export function ofUnits(units: number, code: string): Money {
  const minor = Number(unitsDigits(units, code).replace(".", ""));
  return minor === 0 ? zeroMoney : money(minor);
}

/** Returns the digits of units from {@link toUnits}, with all decimals of the currency: 1234.5 → `1234.50`. */
export function unitsDigits(units: number, code: string): `${number}` {
  const text = units.toFixed(currencyDecimals(code));
  return isNumeric(text) ? text : "0";
}

export const zeroMoney: Money = money(0);

/**
 * Adds amounts of one currency. A sum beyond 2^53 minor units, which no screen could show to the cent, is capped there, so that
 * one absurd row doesn't break a whole list.
 */
export function sumMoney(amounts: Iterable<Money>): Money {
  let sum = 0n;
  for (const amount of amounts) sum += BigInt(amount);
  return withinBounds(sum);
}

/** Converts a sum from the database (the digits of a `numeric`, null for no rows), capped like {@link sumMoney}. */
export function moneyFromSum(digits: string | null): Money {
  return withinBounds(BigInt(digits ?? 0));
}

function withinBounds(minor: bigint): Money {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  if (minor > most) return money(Number.MAX_SAFE_INTEGER);
  return money(minor < -most ? -Number.MAX_SAFE_INTEGER : Number(minor));
}

/** Adds two amounts of one currency. */
export function addMoney(a: Money, b: Money): Money {
  return sumMoney([a, b]);
}

/** Negates an amount; zero stays zero. */
export function negateMoney(amount: Money): Money {
  return amount === 0 ? zeroMoney : money(0 - amount);
}

/**
 * Returns a share of an amount, such as 3 of 30 days, to the nearest minor unit. `whole` is an integer above 0, `part` one of
 * at least 0.
 */
export function shareOfMoney(amount: Money, part: number, whole: number): Money {
  const doubled = BigInt(Math.abs(amount)) * BigInt(part) * 2n;
  const share = Number((doubled + BigInt(whole)) / (BigInt(whole) * 2n));
  return money(amount < 0 && share !== 0 ? -share : share);
}

/**
 * Returns `amount` as a percentage of `whole`, both above 0 and in one currency, as an integer rounded as requested and at most
 * 2^53 − 1.
 */
export function percentOfMoney(amount: Money, whole: Money, rounding: "up" | "down"): number {
  const extra = rounding === "up" ? BigInt(whole) - 1n : 0n;
  return withinBounds((BigInt(amount) * 100n + extra) / BigInt(whole));
}

/** Returns true for two amounts of one sign and one currency that differ by at most 5 % of the second. */
export function isAboutSame(amount: Money, other: Money): boolean {
  const [one, two] = [BigInt(Math.abs(amount)), BigInt(Math.abs(other))];
  const difference = one > two ? one - two : two - one;
  return difference * 20n <= two;
}

/** Compares two amounts of one currency for `sort`; negative if `a` is less. */
export function compareMoney(a: Money, b: Money): number {
  return a - b;
}

/** Returns true for money in (docs/reference/money.md, "Money and sign"). */
export function isInflow(amount: Money): boolean {
  return amount > 0;
}

/** Returns true for money out (docs/reference/money.md, "Money and sign"). */
export function isOutflow(amount: Money): boolean {
  return amount < 0;
}
