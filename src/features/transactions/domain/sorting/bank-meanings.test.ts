import { describe, expect, it } from "vitest";
import { createHousehold } from "#upstreams/plaid/sandbox/flows/household.ts";
import { sandboxBanks, sandboxPeople } from "#upstreams/plaid/sandbox/sandbox-banks.ts";
import { monthsFrom } from "#shared/time/plain-dates.ts";
import { bankMeaning } from "./bank-meanings.ts";

/** Every code of both versions of Plaid's taxonomy, under what it means; detailed codes follow their primary one. */
const published: Record<string, Record<string, string>> = {
  Interest: { INCOME: "DIVIDENDS INTEREST_EARNED" },
  "Other income": {
    INCOME:
      "CHILD_SUPPORT LONG_TERM_DISABILITY OTHER OTHER_INCOME RETIREMENT_PENSION TAX_REFUND UNEMPLOYMENT",
  },
  "Rent received": { INCOME: "RENTAL" },
  Salary: { INCOME: "CONTRACTOR GIG_ECONOMY MILITARY SALARY WAGES" },
  leftOut: {
    LOAN_DISBURSEMENTS: "AUTO BNPL CASH_ADVANCES EWA MORTGAGE OTHER_DISBURSEMENT PERSONAL STUDENT",
    TRANSFER_IN: "CASH_ADVANCES_AND_LOANS",
  },
  transfer: {
    LOAN_PAYMENTS: "CREDIT_CARD_PAYMENT",
    TRANSFER_IN: "ACCOUNT_TRANSFER INVESTMENT_AND_RETIREMENT_FUNDS OTHER_TRANSFER_IN SAVINGS",
    TRANSFER_OUT: "ACCOUNT_TRANSFER CRYPTO INVESTMENT_AND_RETIREMENT_FUNDS OTHER_TRANSFER_OUT SAVINGS",
  },
  unsaid: {
    TRANSFER_IN: "DEPOSIT TRANSFER_IN_FROM_APPS WIRE",
    TRANSFER_OUT: "TRANSFER_OUT_FROM_APPS WIRE",
    OTHER: "OTHER",
  },
  "spending on anything": {
    GENERAL_SERVICES:
      "ACCOUNTING_AND_FINANCIAL_PLANNING CONSULTING_AND_LEGAL OTHER_GENERAL_SERVICES POSTAGE_AND_SHIPPING",
    GOVERNMENT_AND_NON_PROFIT: "OTHER_GOVERNMENT_AND_NON_PROFIT",
  },
  "Bank Fees": {
    BANK_FEES:
      "ATM_FEES CASH_ADVANCE FOREIGN_TRANSACTION_FEES INSUFFICIENT_FUNDS INTEREST_CHARGE LATE_FEES OTHER_BANK_FEES OVERDRAFT_FEES",
  },
  Cash: { TRANSFER_OUT: "WITHDRAWAL" },
  Children: { GENERAL_SERVICES: "CHILDCARE" },
  "Debt Payments": {
    LOAN_PAYMENTS:
      "BNPL CAR_PAYMENT CASH_ADVANCES EWA OTHER_PAYMENT PERSONAL_LOAN_PAYMENT STUDENT_LOAN_PAYMENT",
  },
  "Dining Out": {
    FOOD_AND_DRINK: "BEER_WINE_AND_LIQUOR COFFEE FAST_FOOD OTHER_FOOD_AND_DRINK RESTAURANT VENDING_MACHINES",
  },
  Education: { GENERAL_SERVICES: "EDUCATION" },
  Entertainment: {
    ENTERTAINMENT:
      "CASINOS_AND_GAMBLING MUSIC_AND_AUDIO OTHER_ENTERTAINMENT SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS TV_AND_MOVIES VIDEO_GAMES",
  },
  Fuel: { TRANSPORTATION: "GAS" },
  "Gifts & Donations": {
    GENERAL_MERCHANDISE: "GIFTS_AND_NOVELTIES",
    GOVERNMENT_AND_NON_PROFIT: "DONATIONS",
  },
  Groceries: { FOOD_AND_DRINK: "GROCERIES", GENERAL_MERCHANDISE: "CONVENIENCE_STORES" },
  Health: {
    MEDICAL: "DENTAL_CARE EYE_CARE NURSING_CARE OTHER_MEDICAL PHARMACIES_AND_SUPPLEMENTS PRIMARY_CARE",
  },
  "Home & Garden": {
    HOME_IMPROVEMENT: "FURNITURE HARDWARE OTHER_HOME_IMPROVEMENT REPAIR_AND_MAINTENANCE SECURITY",
  },
  Housing: {
    GENERAL_SERVICES: "STORAGE",
    LOAN_PAYMENTS: "MORTGAGE_PAYMENT",
    RENT_AND_UTILITIES: "RENT",
  },
  Insurance: { GENERAL_SERVICES: "INSURANCE" },
  "Personal Care": {
    PERSONAL_CARE: "GYMS_AND_FITNESS_CENTERS HAIR_AND_BEAUTY LAUNDRY_AND_DRY_CLEANING OTHER_PERSONAL_CARE",
  },
  Pets: { GENERAL_MERCHANDISE: "PET_SUPPLIES", MEDICAL: "VETERINARY_SERVICES" },
  "Phone & Internet": { RENT_AND_UTILITIES: "INTERNET_AND_CABLE TELEPHONE" },
  Shopping: {
    GENERAL_MERCHANDISE:
      "BOOKSTORES_AND_NEWSSTANDS CLOTHING_AND_ACCESSORIES DEPARTMENT_STORES DISCOUNT_STORES ELECTRONICS OFFICE_SUPPLIES ONLINE_MARKETPLACES OTHER_GENERAL_MERCHANDISE SPORTING_GOODS SUPERSTORES TOBACCO_AND_VAPE",
  },
  Taxes: { GOVERNMENT_AND_NON_PROFIT: "GOVERNMENT_DEPARTMENTS_AND_AGENCIES TAX_PAYMENT" },
  Transportation: {
    GENERAL_SERVICES: "AUTOMOTIVE",
    TRANSPORTATION:
      "BIKES_AND_SCOOTERS OTHER_TRANSPORTATION PARKING PUBLIC_TRANSIT TAXIS_AND_RIDE_SHARES TOLLS",
  },
  Travel: { TRAVEL: "FLIGHTS LODGING OTHER_TRAVEL RENTAL_CARS" },
  Utilities: {
    RENT_AND_UTILITIES: "GAS_AND_ELECTRICITY OTHER_UTILITIES SEWAGE_AND_WASTE_MANAGEMENT WATER",
  },
};

const codes = Object.entries(published).flatMap(([meaning, branches]) =>
  Object.entries(branches).flatMap(([primary, rest]) =>
    rest.split(" ").map((code) => ({ meaning, primary, detailed: `${primary}_${code}` })),
  ),
);

function wordsOf(primary: string | null, detailed: string | null): string {
  const meaning = bankMeaning({ bankCategory: primary, bankCategoryDetailed: detailed });
  if (meaning === null) return "unsaid";
  return "category" in meaning ? (meaning.category ?? `${meaning.kind} on anything`) : meaning.kind;
}

describe("what the bank’s category means", () => {
  it.each(codes)("$detailed: $meaning", ({ meaning, primary, detailed }) => {
    expect(wordsOf(primary, detailed)).toBe(meaning);
    // Banks that name only the detailed code mean the same.
    expect(wordsOf(null, detailed)).toBe(meaning);
  });

  it("has each published code once: 104 of the first version, 27 more of the second", () => {
    expect(new Set(codes.map(({ detailed }) => detailed)).size).toBe(codes.length);
    expect(codes).toHaveLength(104 + 27);
  });

  it("of a code that is new is its primary one’s", () => {
    expect(wordsOf("TRAVEL", "TRAVEL_SPACE_FLIGHTS")).toBe("Travel");
    expect(wordsOf(null, "MEDICAL_TELEPATHY")).toBe("Health");
    expect(wordsOf("FOOD_AND_DRINK", "FOOD_AND_DRINK_PILLS")).toBe("spending on anything");
    expect(wordsOf("RENT_AND_UTILITIES", null)).toBe("spending on anything");
    expect(wordsOf("TRANSFER_OUT", null)).toBe("unsaid");
  });

  it("is nothing where the bank says nothing or something unheard of", () => {
    for (const [primary, detailed] of [
      [null, null],
      ["", ""],
      ["MEDICALS", "MEDICALS_ANY"],
      ["constructor", "toString"],
      [null, "TRAVELS"],
    ] as const)
      expect(wordsOf(primary, detailed)).toBe("unsaid");
  });

  it("is known for every code that the sandbox bank sends", () => {
    const months = monthsFrom("2025-11", "2026-11");
    const sent = sandboxBanks.flatMap(({ id }) =>
      sandboxPeople.flatMap((person) => {
        const household = createHousehold(id, person.id);
        return months.flatMap((month) => household.rowsOf(month).map(({ category }) => category));
      }),
    );
    const known = new Set(codes.map(({ detailed }) => detailed));
    expect([...new Set(sent)].filter((code) => !known.has(code))).toEqual([]);
    expect(new Set(sent).size).toBeGreaterThan(40);
  });
});
