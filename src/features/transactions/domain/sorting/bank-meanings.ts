import type { BankCategories } from "./bank-categories.ts";
import type { BuiltInCategory } from "./built-in-categories.ts";

/**
 * Meaning of a bank category. Spending and income name a built-in category if the code covers one thing, or null if it
 * covers many ("other services"). `leftOut` is money neither earned nor spent, such as the payout of a loan.
 */
export type BankMeaning =
  | { kind: "spending" | "income"; category: BuiltInCategory | null }
  | { kind: "transfer" | "leftOut" };

/**
 * Reads Plaid's personal finance category, of both published versions of the taxonomy
 * (docs/reference/money.md, "Bank categories"; https://plaid.com/documents/pfc-taxonomy-all.csv). An unknown detailed code
 * falls back to its primary one. Returns null if the code settles nothing: none, an unknown one, or money between people,
 * which can be anything (deposits, wires, payment apps).
 */
export function bankMeaning({ bankCategory, bankCategoryDetailed }: BankCategories): BankMeaning | null {
  const code = decidingCode({ bankCategory, bankCategoryDetailed });
  return byDetailed.get(code) ?? byPrimary.get(code) ?? null;
}

/** Returns the code that decides a row's meaning: its detailed code if that has its own meaning, otherwise its primary one. */
export function decidingCode({ bankCategory, bankCategoryDetailed }: BankCategories): string {
  return bankCategoryDetailed !== null && byDetailed.has(bankCategoryDetailed)
    ? bankCategoryDetailed
    : (bankCategory ?? primaryOf(bankCategoryDetailed));
}

/** Returns the codes that map to a built-in category. */
export function codesOf(category: string): string[] {
  return [...byPrimary, ...byDetailed].flatMap(([code, meaning]) =>
    meaning !== null && "category" in meaning && meaning.category === category ? [code] : [],
  );
}

/** Returns the primary code at the start of a detailed one; empty for none. */
function primaryOf(detailed: string | null): string {
  if (detailed === null) return "";
  return [...byPrimary.keys()].find((primary) => detailed.startsWith(`${primary}_`)) ?? "";
}

const transfer: BankMeaning = { kind: "transfer" };
const leftOut: BankMeaning = { kind: "leftOut" };

function earned(category: BuiltInCategory): BankMeaning {
  return { kind: "income", category };
}

function spent(category: BuiltInCategory | null): BankMeaning {
  return { kind: "spending", category };
}

/** Meaning of a primary code, and its exceptions by detailed code (without the primary prefix). */
type Branch = [otherwise: BankMeaning | null, exceptions?: Readonly<Record<string, BankMeaning | null>>];

const taxonomy: Readonly<Record<string, Branch>> = {
  INCOME: [
    earned("Other income"),
    {
      CONTRACTOR: earned("Salary"),
      DIVIDENDS: earned("Interest"),
      GIG_ECONOMY: earned("Salary"),
      INTEREST_EARNED: earned("Interest"),
      MILITARY: earned("Salary"),
      RENTAL: earned("Rent received"),
      SALARY: earned("Salary"),
      WAGES: earned("Salary"),
    },
  ],
  LOAN_DISBURSEMENTS: [leftOut],
  LOAN_PAYMENTS: [
    spent("Debt Payments"),
    { CREDIT_CARD_PAYMENT: transfer, MORTGAGE_PAYMENT: spent("Housing") },
  ],
  TRANSFER_IN: [
    null,
    {
      ACCOUNT_TRANSFER: transfer,
      CASH_ADVANCES_AND_LOANS: leftOut,
      INVESTMENT_AND_RETIREMENT_FUNDS: transfer,
      OTHER_TRANSFER_IN: transfer,
      SAVINGS: transfer,
    },
  ],
  TRANSFER_OUT: [
    null,
    {
      ACCOUNT_TRANSFER: transfer,
      CRYPTO: transfer,
      INVESTMENT_AND_RETIREMENT_FUNDS: transfer,
      OTHER_TRANSFER_OUT: transfer,
      SAVINGS: transfer,
      WITHDRAWAL: spent("Cash"),
    },
  ],
  BANK_FEES: [spent("Bank Fees")],
  ENTERTAINMENT: [spent("Entertainment")],
  FOOD_AND_DRINK: [
    spent(null),
    {
      BEER_WINE_AND_LIQUOR: spent("Dining Out"),
      COFFEE: spent("Dining Out"),
      FAST_FOOD: spent("Dining Out"),
      GROCERIES: spent("Groceries"),
      OTHER_FOOD_AND_DRINK: spent("Dining Out"),
      RESTAURANT: spent("Dining Out"),
      VENDING_MACHINES: spent("Dining Out"),
    },
  ],
  GENERAL_MERCHANDISE: [
    spent("Shopping"),
    {
      CONVENIENCE_STORES: spent("Groceries"),
      GIFTS_AND_NOVELTIES: spent("Gifts & Donations"),
      PET_SUPPLIES: spent("Pets"),
    },
  ],
  GENERAL_SERVICES: [
    spent(null),
    {
      AUTOMOTIVE: spent("Transportation"),
      CHILDCARE: spent("Children"),
      EDUCATION: spent("Education"),
      INSURANCE: spent("Insurance"),
      STORAGE: spent("Housing"),
    },
  ],
  GOVERNMENT_AND_NON_PROFIT: [
    spent(null),
    {
      DONATIONS: spent("Gifts & Donations"),
      GOVERNMENT_DEPARTMENTS_AND_AGENCIES: spent("Taxes"),
      TAX_PAYMENT: spent("Taxes"),
    },
  ],
  HOME_IMPROVEMENT: [spent("Home & Garden")],
  MEDICAL: [spent("Health"), { VETERINARY_SERVICES: spent("Pets") }],
  PERSONAL_CARE: [spent("Personal Care")],
  RENT_AND_UTILITIES: [
    spent(null),
    {
      GAS_AND_ELECTRICITY: spent("Utilities"),
      INTERNET_AND_CABLE: spent("Phone & Internet"),
      OTHER_UTILITIES: spent("Utilities"),
      RENT: spent("Housing"),
      SEWAGE_AND_WASTE_MANAGEMENT: spent("Utilities"),
      TELEPHONE: spent("Phone & Internet"),
      WATER: spent("Utilities"),
    },
  ],
  TRANSPORTATION: [spent("Transportation"), { GAS: spent("Fuel") }],
  TRAVEL: [spent("Travel")],
};

const byPrimary = new Map<string, BankMeaning | null>(
  Object.entries(taxonomy).map(([primary, [otherwise]]) => [primary, otherwise]),
);

const byDetailed = new Map<string, BankMeaning | null>(
  Object.entries(taxonomy).flatMap(([primary, [, exceptions = {}]]) =>
    Object.entries(exceptions).map(([code, meaning]) => [`${primary}_${code}`, meaning] as const),
  ),
);
