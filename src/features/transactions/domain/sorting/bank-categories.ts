/** The bank's category of a row, such as Plaid's `INCOME` and, in detail, `INCOME_WAGES`; null if it has none. */
export type BankCategories = { bankCategory: string | null; bankCategoryDetailed: string | null };

export function hasNoBankCategory({ bankCategory, bankCategoryDetailed }: BankCategories): boolean {
  return bankCategory === null && bankCategoryDetailed === null;
}

/** Turns `FOOD_AND_DRINK_GROCERIES` of `FOOD_AND_DRINK` into "food and drink: groceries". */
export function bankWords({ bankCategory, bankCategoryDetailed }: BankCategories): string {
  const [primary, detailed] = [bankCategory ?? "", bankCategoryDetailed ?? ""];
  const rest = detailed.startsWith(`${primary}_`) ? detailed.slice(primary.length + 1) : detailed;
  return [primary, rest]
    .filter((code) => code !== "")
    .map((code) => code.toLowerCase().replaceAll("_", " "))
    .join(": ");
}
