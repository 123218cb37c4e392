/** What the bank itself says a row is: Plaid's `INCOME` and, in detail, `INCOME_WAGES`; null where it says nothing. */
export type BankCategories = { bankCategory: string | null; bankCategoryDetailed: string | null };

/*
 * The index and the queries that look for pairs say the same in SQL (`couldBeTransfer` of the tables); a test holds both against each other.
 */

/** What looks like a transfer between accounts or the payment of a card (docs/reference/money.md, "Transfers"). */
export function looksLikeTransfer({ bankCategory, bankCategoryDetailed }: BankCategories): boolean {
  return (
    startsWith(bankCategory, "TRANSFER_") ||
    startsWith(bankCategoryDetailed, "TRANSFER_") ||
    bankCategoryDetailed === "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT"
  );
}

/** What may be one side of a transfer: what looks like it, and what the source has no category for at all. */
export function couldBeTransfer(row: BankCategories): boolean {
  return looksLikeTransfer(row) || hasNoBankCategory(row);
}

export function hasNoBankCategory({ bankCategory, bankCategoryDetailed }: BankCategories): boolean {
  return bankCategory === null && bankCategoryDetailed === null;
}

function startsWith(text: string | null, start: string): boolean {
  return text?.startsWith(start) ?? false;
}
