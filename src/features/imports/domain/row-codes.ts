/** A bank category in the terms of the ledger, which speaks Plaid's taxonomy; null where a code says nothing. */
export type BankCode = { bankCategory: string | null; bankCategoryDetailed: string | null };

type Coded = { typeCode: string | null; mcc: string | null; amount: number };

/**
 * Returns the bank category that stands for a row's codes (docs/reference/import-matching.md, "Categories and kinds"): its type of
 * movement, else its merchant's trade.
 */
export function bankCodeOf({ typeCode, mcc, amount }: Coded): BankCode {
  const isIn = amount > 0;
  const detailed =
    (typeCode === null ? null : ofType(typeCode, isIn)) ?? (mcc === null ? null : ofTrade(mcc, isIn));
  if (detailed === null) return { bankCategory: null, bankCategoryDetailed: null };
  const primary = primaries.find((each) => detailed === each || detailed.startsWith(`${each}_`)) ?? detailed;
  return { bankCategory: primary, bankCategoryDetailed: detailed === primary ? null : detailed };
}

const primaries = [
  "INCOME",
  "BANK_FEES",
  "TRANSFER_IN",
  "TRANSFER_OUT",
  "FOOD_AND_DRINK",
  "TRANSPORTATION",
  "RENT_AND_UTILITIES",
  "MEDICAL",
  "GENERAL_SERVICES",
  "GENERAL_MERCHANDISE",
  "TRAVEL",
  "PERSONAL_CARE",
  "GOVERNMENT_AND_NON_PROFIT",
];

type Sides = { in?: string; out?: string };

const interest: Sides = { in: "INCOME_INTEREST_EARNED", out: "BANK_FEES_INTEREST_CHARGE" };
const fee: Sides = { out: "BANK_FEES" };
const cash: Sides = { out: "TRANSFER_OUT_WITHDRAWAL", in: "TRANSFER_IN_DEPOSIT" };
const dividend: Sides = { in: "INCOME_DIVIDENDS" };

/** Types of OFX (section 11.4.4.3), of MT940 without their first letter, and the last part of ISO 20022's codes. */
const types: ReadonlyMap<string, Sides> = new Map([
  ["INT", interest],
  ["DIV", dividend],
  ["DIRECTDEP", { in: "INCOME" }],
  ["FEE", fee],
  ["SRVCHG", fee],
  ["XFER", { in: "TRANSFER_IN_ACCOUNT_TRANSFER", out: "TRANSFER_OUT_ACCOUNT_TRANSFER" }],
  ["ATM", cash],
  ["CASH", cash],
  ["SALA", { in: "INCOME_SALARY" }],
  ["PENS", { in: "INCOME" }],
  ["INTR", interest],
  ["CHRG", fee],
  ["COMM", fee],
  ["CHG", fee],
  ["COM", fee],
  ["CWDL", cash],
]);

function ofType(typeCode: string, isIn: boolean): string | null {
  const code = typeCode.toUpperCase();
  const sides = types.get(code) ?? types.get(code.split("-").at(-1) ?? "") ?? types.get(mt940Code(code));
  return sides?.[isIn ? "in" : "out"] ?? null;
}

/** `NINT` is a code of MT940: a letter, then three. */
function mt940Code(code: string): string {
  return /^[SNF][A-Z]{3}$/.test(code) ? code.slice(1) : "";
}

/** Merchant category codes (ISO 18245): first, last, and what they stand for. */
const trades: readonly (readonly [first: number, last: number, detailed: string])[] = [
  [742, 742, "MEDICAL_VETERINARY_SERVICES"],
  [3000, 3999, "TRAVEL"],
  [4111, 4131, "TRANSPORTATION_PUBLIC_TRANSIT"],
  [4511, 4511, "TRAVEL_FLIGHTS"],
  [4784, 4784, "TRANSPORTATION_TOLLS"],
  [4814, 4814, "RENT_AND_UTILITIES_TELEPHONE"],
  [4899, 4899, "RENT_AND_UTILITIES_INTERNET_AND_CABLE"],
  [4900, 4900, "RENT_AND_UTILITIES_OTHER_UTILITIES"],
  [5411, 5411, "FOOD_AND_DRINK_GROCERIES"],
  [5422, 5422, "FOOD_AND_DRINK_GROCERIES"],
  [5499, 5499, "FOOD_AND_DRINK_GROCERIES"],
  [5541, 5542, "TRANSPORTATION_GAS"],
  [5812, 5814, "FOOD_AND_DRINK_RESTAURANT"],
  [5912, 5912, "MEDICAL_PHARMACIES_AND_SUPPLEMENTS"],
  [5995, 5995, "GENERAL_MERCHANDISE_PET_SUPPLIES"],
  [6300, 6300, "GENERAL_SERVICES_INSURANCE"],
  [7011, 7011, "TRAVEL_LODGING"],
  [7230, 7230, "PERSONAL_CARE_HAIR_AND_BEAUTY"],
  [7298, 7298, "PERSONAL_CARE"],
  [7523, 7523, "TRANSPORTATION_PARKING"],
  [8011, 8099, "MEDICAL"],
  [8211, 8299, "GENERAL_SERVICES_EDUCATION"],
  [9311, 9311, "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT"],
];

const cashMachine = 6011;

function ofTrade(mcc: string, isIn: boolean): string | null {
  const code = Number(mcc);
  if (code === cashMachine) return isIn ? null : (cash.out ?? null);
  return trades.find(([first, last]) => first <= code && code <= last)?.[2] ?? null;
}
