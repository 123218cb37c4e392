/** Kind of a row according to the bank: Plaid's `INCOME` and, in detail, `INCOME_WAGES`; null where it says nothing. */
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

/** Says whether a row can be one side of a transfer: it looks like one, or has no category from its source. */
export function couldBeTransfer(row: BankCategories): boolean {
  return looksLikeTransfer(row) || hasNoBankCategory(row);
}

export function hasNoBankCategory({ bankCategory, bankCategoryDetailed }: BankCategories): boolean {
  return bankCategory === null && bankCategoryDetailed === null;
}

function startsWith(text: string | null, start: string): boolean {
  return text?.startsWith(start) ?? false;
}
