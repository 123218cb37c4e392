import { z } from "zod";
import type { Money } from "./money.ts";

/** A transaction of a bank in the form that every source reports. Dates are `YYYY-MM-DD`. */
export type BankTransaction = {
  providerTransactionId: string;
  providerAccountId: string;
  pending: boolean;
  /** For a posted transaction: the pending one it replaces, if the source says so. */
  pendingTransactionId: string | null;
  date: string;
  authorizedDate: string | null;
  name: string;
  merchantName: string | null;
  /** In > 0, out < 0 (docs/reference/money.md, "Money and sign"). */
  amount: Money;
  /** Exactly as the source sent it, with the source's sign. */
  rawAmount: string;
  /** An ISO 4217 code, or a substitute for a currency without one. */
  isoCurrencyCode: string;
  /** The source's category, such as Plaid's `INCOME` and, in detail, `INCOME_WAGES`. */
  bankCategory: string | null;
  bankCategoryDetailed: string | null;
  /** The source's confidence in it, such as Plaid's `VERY_HIGH`; null if it tells none. */
  bankConfidence: string | null;
};

/** An account at a bank. A card's or loan's current balance is positive if money is owed. */
export type BankAccount = {
  providerAccountId: string;
  /** Id of the same account across links, if the source has one. */
  persistentAccountId: string | null;
  name: string;
  officialName: string | null;
  /** Its last two to four digits. */
  mask: string | null;
  /** `depository`, `credit`, `loan`, `investment`, `other` … */
  type: string;
  /** `checking`, `savings`, `credit card` … */
  subtype: string | null;
  currentBalance: Money | null;
  availableBalance: Money | null;
  isoCurrencyCode: string;
};

/** Reads a missing value as null. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? null);
}

/**
 * Schema of a bank's text without control characters, and with � for half an emoji: the database accepts neither NUL nor half an emoji. Null if
 * nothing is left.
 */
export const bankText = z
  .string()
  .nullish()
  .transform((value) => {
    // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
    const clean = (value ?? "").replaceAll(/[\u0000-\u001f\u007f]+/g, " ").trim();
    return clean === "" ? null : clean.slice(0, 500).toWellFormed();
  });
