/** The bank's category of a row, such as Plaid's `INCOME` and, in detail, `INCOME_WAGES`; null if it has none. */
export type BankCategories = { bankCategory: string | null; bankCategoryDetailed: string | null };

export function hasNoBankCategory({ bankCategory, bankCategoryDetailed }: BankCategories): boolean {
  return bankCategory === null && bankCategoryDetailed === null;
}
