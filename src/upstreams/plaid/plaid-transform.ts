import type { BankAccount, BankTransaction } from "#shared/bank-rows.ts";
import { readMinorUnits } from "#shared/minor-units.ts";
import { negateMoney } from "#shared/money.ts";
import type { PlaidAccount, PlaidTransaction } from "./plaid-schemas.ts";

/** ISO 4217's code for "no currency", three X, used for anything without a code of three letters. */
export const noCurrency = "X".repeat(3);

/**
 * Returns the currency of an amount. What Plaid calls unofficial (coins, points, `GBX`) keeps its code if that has three
 * letters like an ISO code, so that sums never mix currencies; anything else is {@link noCurrency}.
 */
export function readCurrencyCode(official: string | null, unofficial: string | null): string {
  if (official !== null) return official;
  return unofficial !== null && /^[A-Z]{3}$/.test(unofficial) ? unofficial : noCurrency;
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
    bankConfidence: row.personal_finance_category?.confidence_level ?? null,
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
