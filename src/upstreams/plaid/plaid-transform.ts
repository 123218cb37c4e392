import { currencyDecimals, money, negateMoney, type Money } from "#shared/money.ts";
import type { PlaidAccount, PlaidTransaction } from "./plaid-schemas.ts";
import type { BankAccount, BankTransaction } from "./plaid-types.ts";

/** ISO 4217's code for "no currency", three X: what Plaid counts in something that has no code of three letters. */
export const noCurrency = "X".repeat(3);

/** A double holds every decimal of 15 digits; what is written with more carries the noise of the binary fraction. */
const exactDigits = 15;

type Currency = {
  code: string;
  /** It has a minor unit that amounts must fit; points and coins have none, and their amounts are rounded. */
  isOfficial: boolean;
};

/**
 * The currency of an amount. What Plaid calls unofficial (coins, points, `GBX`) keeps its code where that has three letters
 * like an ISO code, so that sums never cross currencies; the rest is {@link noCurrency}.
 */
export function readCurrencyCode(official: string | null, unofficial: string | null): Currency {
  if (official !== null) return { code: official, isOfficial: true };
  const looksOfficial = unofficial !== null && /^[A-Z]{3}$/.test(unofficial);
  return { code: looksOfficial ? unofficial : noCurrency, isOfficial: false };
}

/**
 * An amount in minor units of its currency, in the sign that it has. `exact` refuses more decimals than the currency
 * has, but for the noise of a double (12.340000000000002); `rounded` takes the nearest minor unit.
 * @returns null where it does not fit, or is beyond 2^53 minor units
 */
export function readMinorUnits(digits: string, code: string, mode: "exact" | "rounded"): Money | null {
  const number = readDecimal(digits);
  if (number === null) return null;
  const decimals = currencyDecimals(code);
  const { isNegative } = number;
  let { whole, fraction } = number;
  if (fraction.length > decimals && mode === "exact") {
    const places = exactDigits - whole.replace(/^0+/, "").length;
    if (places < decimals || fraction.length <= places) return null;
    const rounded = roundTo(whole, fraction, places).padStart(places + 1, "0");
    whole = rounded.slice(0, -places);
    fraction = rounded.slice(-places).replace(/0+$/, "");
    if (fraction.length > decimals) return null;
  }
  const minor = Number(roundTo(whole, fraction, decimals));
  if (!Number.isSafeInteger(minor)) return null;
  return isNegative ? negateMoney(money(minor)) : money(minor);
}

/** The parts of a JSON number, its exponent worked in; no zeros at the fraction's end. */
function readDecimal(digits: string): { isNegative: boolean; whole: string; fraction: string } | null {
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

/** The digits of a number times 10^places, half rounded away from zero. */
function roundTo(whole: string, fraction: string, places: number): string {
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, "0"));
  return String((fraction[places] ?? "0") >= "5" ? kept + 1n : kept);
}

/**
 * A row of Plaid's as the rest of the site knows it. Here, and only here, the sign is turned: Plaid counts a purchase as
 * positive and a deposit as negative, we the other way round (FINANCE section 1).
 * @throws RangeError where the amount has no place in its currency
 */
export function toBankTransaction(row: PlaidTransaction): BankTransaction {
  const currency = readCurrencyCode(row.iso_currency_code, row.unofficial_currency_code);
  const plaidAmount = readMinorUnits(
    row.amount.digits,
    currency.code,
    currency.isOfficial ? "exact" : "rounded",
  );
  if (plaidAmount === null) {
    throw new RangeError(`the amount of transaction ${row.transaction_id} is none of ${currency.code}`);
  }
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
    isoCurrencyCode: currency.code,
    bankCategory: row.personal_finance_category?.primary ?? null,
    bankCategoryDetailed: row.personal_finance_category?.detailed ?? null,
  };
}

/** An account; balances keep Plaid's sign, in which a card's debt is positive. Funds are quoted finer than cents: rounded. */
export function toBankAccount(account: PlaidAccount): BankAccount {
  const { balances } = account;
  const { code } = readCurrencyCode(balances.iso_currency_code, balances.unofficial_currency_code);
  return {
    providerAccountId: account.account_id,
    persistentAccountId: account.persistent_account_id,
    name: account.name ?? account.official_name ?? "Account",
    officialName: account.official_name,
    mask: account.mask,
    type: account.type,
    subtype: account.subtype,
    currentBalance: balances.current && readMinorUnits(balances.current.digits, code, "rounded"),
    availableBalance: balances.available && readMinorUnits(balances.available.digits, code, "rounded"),
    isoCurrencyCode: code,
  };
}

const pngSignature = "iVBORw0KGgo";
const mostLogoLength = 200_000;

/** A bank's logo as a data URL, where Plaid sent a PNG of a sensible size. */
export function toLogo(base64: string | null): string | null {
  if (base64?.startsWith(pngSignature) !== true || base64.length > mostLogoLength) return null;
  return /^[A-Za-z\d+/]+={0,2}$/.test(base64) ? `data:image/png;base64,${base64}` : null;
}

/** A bank's colour as CSS writes it, or null. */
export function toColor(color: string | null): string | null {
  return color !== null && /^#[\da-f]{6}$/i.test(color) ? color.toLowerCase() : null;
}
