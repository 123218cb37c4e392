import { isInflow, type Money } from "#shared/money.ts";
import type { BankCategories } from "../sorting/bank-categories.ts";
import { namesAccount, type NamedAccount } from "../transfers/transfer-evidence.ts";

/** Another account of the person's. */
export type OwnAccount = NamedAccount;

/**
 * Returns the bank category of a file's row: a transfer between accounts if the file names one of the person's as the other side
 * (docs/reference/import-matching.md, "Categories and kinds"), and what the file's codes say otherwise.
 */
export function markTransfers(
  row: BankCategories & { amount: Money },
  counterparty: readonly string[],
  otherAccounts: readonly OwnAccount[],
): BankCategories {
  const { bankCategory, bankCategoryDetailed } = row;
  const isOwn = counterparty.some((words) => otherAccounts.some((account) => isAccount(words, account)));
  if (!isOwn) return { bankCategory, bankCategoryDetailed };
  const direction = isInflow(row.amount) ? "TRANSFER_IN" : "TRANSFER_OUT";
  return { bankCategory: direction, bankCategoryDetailed: `${direction}_ACCOUNT_TRANSFER` };
}

/** The words are the account's name, or its number with the account's last digits at its end. */
function isAccount(words: string, { names, mask }: NamedAccount): boolean {
  const isNumber = mask !== null && mask.length >= 4 && /\d{4}$/.test(words) && words.endsWith(mask);
  return isNumber || namesAccount(words, { names, mask: null });
}
