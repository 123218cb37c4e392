/** The bank's category of a row, such as Plaid's `INCOME` and, in detail, `INCOME_WAGES`; null if it has none. */
export type BankCategories = { bankCategory: string | null; bankCategoryDetailed: string | null };

/** The bank's confidence in its category of a row, such as Plaid's `VERY_HIGH`; null if it tells none. */
export type BankConfidence = string | null;

/** The bank isn't sure of its category, so that it's only suggested (docs/reference/money.md, "Bank categories"). */
export function isGuess(confidence: BankConfidence): boolean {
  return confidence === "LOW" || confidence === "UNKNOWN";
}

export function hasNoBankCategory({ bankCategory, bankCategoryDetailed }: BankCategories): boolean {
  return bankCategory === null && bankCategoryDetailed === null;
}

/** Turns `FOOD_AND_DRINK_GROCERIES` of `FOOD_AND_DRINK` into "food and drink: groceries". */
export function bankWords({ bankCategory, bankCategoryDetailed }: BankCategories): string {
  const [primary, detailed] = [bankCategory ?? "", bankCategoryDetailed ?? ""];
  const rest = detailed.startsWith(`${primary}_`) ? detailed.slice(primary.length + 1) : detailed;
  return [primary, rest]
    .filter((code) => code !== "")
    .map(codeWords)
    .join(": ");
}

/** Turns a code such as `TV_AND_MOVIES` into "TV and movies". */
export function codeWords(code: string): string {
  return code
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/\btv\b/, "TV");
}
