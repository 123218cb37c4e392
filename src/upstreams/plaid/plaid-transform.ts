import { currencyDecimals, money, negateMoney, type Money } from "#shared/money.ts";
import type { PlaidAccount, PlaidTransaction } from "./plaid-schemas.ts";
import type { BankAccount, BankTransaction } from "./plaid-types.ts";

/** ISO 4217's code for "no currency", three X, used for anything without a code of three letters. */
export const noCurrency = "X".repeat(3);

/** A double represents every decimal of 15 digits; more digits are noise of the binary fraction. */
const exactDigits = 15;

/**
 * Maximum of minor units in a row or balance, in either direction: 100 billion dollars or 10 trillion yen. A larger one is a
 * bank's error, and sums of such rows would exceed safe integers.
 */
const mostMinorUnits = 1e13;

/**
 * Returns the currency of an amount. What Plaid calls unofficial (coins, points, `GBX`) keeps its code if that has three
 * letters like an ISO code, so that sums never mix currencies; anything else is {@link noCurrency}.
 */
export function readCurrencyCode(official: string | null, unofficial: string | null): string {
  if (official !== null) return official;
  return unofficial !== null && /^[A-Z]{3}$/.test(unofficial) ? unofficial : noCurrency;
}

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

/**
 * Converts a Plaid row. Only here is the sign reversed: Plaid counts a purchase as positive and a deposit as negative, we do
 * the opposite (docs/reference/money.md, "Money and sign").
 * @returns null if the amount is too large ({@link readMinorUnits})
 */
export function toBankTransaction(row: PlaidTransaction): BankTransaction | null {
  const code = readCurrencyCode(row.iso_currency_code, row.unofficial_currency_code);
  const plaidAmount = readMinorUnits(row.amount.digits, code);
  if (plaidAmount === null) return null;
  return {
    providerTransactionId: row.transaction_id,
    providerAccountId: row.account_id,
    pending: row.pending,
    pendingTransactionId: row.pending_transaction_id,
    date: row.date,
    authorizedDate: row.authorized_date,
    name: row.name ?? row.merchant_name ?? "No description",
    merchantName: row.merchant_name,
    amount: negateMoney(plaidAmount),
    rawAmount: row.amount.digits,
    isoCurrencyCode: code,
    bankCategory: row.personal_finance_category?.primary ?? null,
    bankCategoryDetailed: row.personal_finance_category?.detailed ?? null,
  };
}

/**
 * Converts an account. Balances keep Plaid's sign, in which a card's debt is positive, and are rounded, because funds have
 * fractions of a cent.
 */
export function toBankAccount(account: PlaidAccount): BankAccount {
  const { balances } = account;
  const code = readCurrencyCode(balances.iso_currency_code, balances.unofficial_currency_code);
  return {
    providerAccountId: account.account_id,
    persistentAccountId: account.persistent_account_id,
    name: account.name ?? account.official_name ?? "Account",
    officialName: account.official_name,
    mask: account.mask,
    type: account.type,
    subtype: account.subtype,
    currentBalance: balances.current && readMinorUnits(balances.current.digits, code),
    availableBalance: balances.available && readMinorUnits(balances.available.digits, code),
    isoCurrencyCode: code,
  };
}

const pngSignature = "iVBORw0KGgo";
const mostLogoLength = 200_000;

/** Returns a bank's logo as a data URL if Plaid sent a PNG of a reasonable size. */
export function toLogo(base64: string | null): string | null {
  if (base64?.startsWith(pngSignature) !== true || base64.length > mostLogoLength) return null;
  return /^[A-Za-z\d+/]+={0,2}$/.test(base64) ? `data:image/png;base64,${base64}` : null;
}

/** Returns a bank's color in CSS, or null. */
export function toColor(color: string | null): string | null {
  return color !== null && /^#[\da-f]{6}$/i.test(color) ? color.toLowerCase() : null;
}
