import { isInflow, type Money } from "#shared/money.ts";
import type { CategoryKind, KindReason, RowKind } from "#shared/row-kinds.ts";
import type { BankCategories } from "./bank-categories.ts";
import { bankMeaning } from "./bank-meanings.ts";

/** Facts that determine a row's kind. */
export type KindFacts = BankCategories & {
  name: string;
  amount: Money;
  /** The bank's, such as `depository`, `credit` or `loan`. */
  accountType: string;
  /** The type of the account that the other side of a transfer is on; null where there is no other side. */
  pairedAccountType: string | null;
  chosenKind: RowKind | null;
  /** What its category is for; null for a row without one. */
  categoryKind: CategoryKind | null;
  /** The payee was paid in the {@link refundDays} before. */
  wasPaid: boolean;
};

/** Time after a payment in which money from the same payee counts as a refund. */
export const refundDays = 180;

/**
 * The kind of a row and the reason for it: the first that applies of the person's choice, the accounts that are involved,
 * the bank's word for income and loans, the category, the bank's other words, and what the row itself suggests
 * (docs/reference/money.md, "Kinds"). A payment of an income source is income whatever this says (`shownKind`).
 */
export function kindOf(row: KindFacts): { kind: RowKind; reason: KindReason } {
  if (row.chosenKind !== null) return { kind: row.chosenKind, reason: "chosen" };
  if (row.accountType === "loan") return { kind: "leftOut", reason: "loanAccount" };
  if (row.pairedAccountType === "loan") return { kind: "spending", reason: "loanPayment" };
  if (row.pairedAccountType !== null) return { kind: "transfer", reason: "paired" };
  const meaning = bankMeaning(row)?.kind ?? null;
  if (meaning === "income" || meaning === "leftOut") return { kind: meaning, reason: "bank" };
  if (row.categoryKind !== null) return { kind: row.categoryKind, reason: "category" };
  if (!isInflow(row.amount))
    return {
      kind: "spending",
      reason: meaning === "transfer" ? "transferLike" : ((meaning && "bank") ?? "default"),
    };
  return kindOfInflow(row, meaning);
}

/** Plaid says rent of what a tenant pays as well as of what the person does. */
const rent = "RENT_AND_UTILITIES_RENT";

function kindOfInflow(
  row: KindFacts,
  meaning: "spending" | "transfer" | null,
): { kind: RowKind; reason: KindReason } {
  const isCard = row.accountType === "credit";
  if (isCard && (meaning === "transfer" || (meaning === null && isPaymentInWords(row.name))))
    return { kind: "transfer", reason: "bank" };
  if (meaning === "spending" && row.bankCategoryDetailed !== rent)
    return { kind: "spending", reason: "bank" };
  const isRefund = isCard || isRefundInWords(row.name) || (row.wasPaid && saysNothing(row));
  return isRefund ? { kind: "spending", reason: "refund" } : { kind: "income", reason: "default" };
}

/** Payment apps, wires and deposits are paid to and by many people under one name: a payee of theirs says nothing. */
function saysNothing({ bankCategory, bankCategoryDetailed }: BankCategories): boolean {
  return !`${bankCategory ?? ""}${bankCategoryDetailed ?? ""}`.startsWith("TRANSFER_");
}

function isPaymentInWords(name: string): boolean {
  return /\b(payments?|autopay|thank you)\b/i.test(name);
}

/** A tax refund is income. */
function isRefundInWords(name: string): boolean {
  return /\b(refund|return|reversal|credit voucher)\b/i.test(name) && !/\btax\b/i.test(name);
}

/** The kind that budgets and lists go by: what pays an income source is income, unless the person chose a kind. */
export function shownKind(row: { kind: RowKind; chosenKind: RowKind | null; paysIncome: boolean }): RowKind {
  return row.paysIncome && row.chosenKind === null ? "income" : row.kind;
}
