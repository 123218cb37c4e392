import type { z } from "zod";
import { maskText } from "#shared/banks.ts";
import type { accountSchema, TransactionView } from "#shared/finance-shapes.ts";

type AccountShape = z.infer<typeof accountSchema>;

const kinds: Record<string, string> = {
  depository: "Bank account",
  credit: "Credit card",
  loan: "Loan",
  investment: "Investment",
  brokerage: "Investment",
  other: "Account",
};

const subtypes: Record<string, string> = {
  cd: "CD",
  hsa: "HSA",
  ira: "IRA",
  auto: "Auto loan",
  business: "Business loan",
  commercial: "Commercial loan",
  construction: "Construction loan",
  consumer: "Consumer loan",
  student: "Student loan",
  "401k": "401(k)",
  "credit card": "Credit card",
  "money market": "Money market",
  paypal: "PayPal",
};

/** Returns the kind of an account in a word or two: the bank's subtype, else its type. */
export function accountKind({ type, subtype }: Pick<AccountShape, "type" | "subtype">): string {
  const known = subtype === null ? undefined : subtypes[subtype];
  if (known !== undefined) return known;
  if (subtype !== null && subtype !== "" && subtype !== "other") {
    return subtype.charAt(0).toUpperCase() + subtype.slice(1);
  }
  return kinds[type] ?? "Account";
}

/** Types of accounts that people enter by hand or import. */
export const manualTypeWords = {
  checking: "Checking",
  savings: "Savings",
  card: "Credit card",
  cash: "Cash",
  loan: "Loan",
  asset: "Something of value",
};

/** Returns what kind of account a row is on, and its last digits (`··1234`); its name and null if it has no number. */
export function shortAccount({ official_name, mask, ...account }: TransactionView["account"]): {
  words: string;
  digits: string | null;
} {
  return mask === null
    ? { words: official_name, digits: null }
    : { words: accountKind(account), digits: maskText(mask) };
}

/** Returns the same on one line: `Checking ··1234`. */
export function shortAccountText(account: TransactionView["account"]): string {
  const { words, digits } = shortAccount(account);
  return digits === null ? words : `${words}\u00a0${digits}`;
}
