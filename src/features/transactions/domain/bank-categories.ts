/** The bank's category of a row, such as Plaid's `INCOME` and, in detail, `INCOME_WAGES`; null if it has none. */
export type BankCategories = { bankCategory: string | null; bankCategoryDetailed: string | null };

/*
 * The index and the queries that look for pairs say the same in SQL (`couldBeTransfer` of the tables); a test holds both against each other.
 */

/** Categories of transfers between accounts and of card payments (docs/reference/money.md, "Transfers"). */
export function looksLikeTransfer({ bankCategory, bankCategoryDetailed }: BankCategories): boolean {
  return (
    startsWith(bankCategory, "TRANSFER_") ||
    startsWith(bankCategoryDetailed, "TRANSFER_") ||
    bankCategoryDetailed === "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT"
  );
}

/** Returns true if a row can be one side of a transfer: it looks like one, or its source gave no category. */
export function couldBeTransfer(row: BankCategories): boolean {
  return looksLikeTransfer(row) || hasNoBankCategory(row);
}

export function hasNoBankCategory({ bankCategory, bankCategoryDetailed }: BankCategories): boolean {
  return bankCategory === null && bankCategoryDetailed === null;
}

function startsWith(text: string | null, start: string): boolean {
  return text?.startsWith(start) ?? false;
}
