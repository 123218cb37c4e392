import { isInflow, type Money } from "#shared/money.ts";
import type { CategoryKind, KindReason, RowKind } from "#shared/row-kinds.ts";
import { bankMeaning } from "./bank-meanings.ts";
import { evidenceAlone, isBetweenAccounts, type EvidenceFacts } from "../transfers/transfer-evidence.ts";

/** Facts that determine a row's kind. */
export type KindFacts = EvidenceFacts & {
  amount: Money;
  /** The bank's account type, such as `depository`, `credit`, or `loan`. */
  accountType: string;
  /** Type of the account with the other side of the transfer; null if there is none. */
  pairedAccountType: string | null;
  chosenKind: RowKind | null;
  /** The kind that one of the person's rules gives it. */
  ruledKind: RowKind | null;
  /** Kind of the row's category; null without one. */
  categoryKind: CategoryKind | null;
  /** True if the payee was paid in the last {@link refundDays}. */
  wasPaid: boolean;
};

/** Days after a payment in which money from the same payee counts as a refund. */
export const refundDays = 180;

/**
 * Returns the kind of a row and the reason for it. The first that applies wins: the person's choice, their rules, the accounts
 * involved, the bank's category for income and loans, the row's category, the bank's other categories, and the row's
 * own text and sign (docs/reference/money.md, "Kinds"). Payments of an income source are always income (`shownKind`).
 */
export function kindOf(row: KindFacts): { kind: RowKind; reason: KindReason } {
  if (row.chosenKind !== null) return { kind: row.chosenKind, reason: "chosen" };
  if (row.ruledKind !== null) return { kind: row.ruledKind, reason: "rule" };
  if (row.accountType === "loan") return { kind: "leftOut", reason: "loanAccount" };
  if (row.pairedAccountType === "loan") return { kind: "spending", reason: "loanPayment" };
  if (row.pairedAccountType !== null) return { kind: "transfer", reason: "paired" };
  const meaning = bankMeaning(row)?.kind ?? null;
  if (meaning === "income" || meaning === "leftOut") return { kind: meaning, reason: "bank" };
  if (row.categoryKind !== null) return { kind: row.categoryKind, reason: "category" };
  if (isInflow(row.amount)) return kindOfInflow(row, meaning);
  if (evidenceAlone(row) !== null) return { kind: "spending", reason: "transferLike" };
  return { kind: "spending", reason: meaning === null ? "default" : "bank" };
}

/** Plaid uses this code for rent the person receives as well as for rent they pay. */
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
  if (!isCard && evidenceAlone(row) !== null) return { kind: "income", reason: "transferLike" };
  // One payment app, or wire, is many payees.
  const isRefund = isCard || isRefundInWords(row.name) || (row.wasPaid && !isBetweenAccounts(row));
  return isRefund ? { kind: "spending", reason: "refund" } : { kind: "income", reason: "default" };
}

function isPaymentInWords(name: string): boolean {
  return /\b(payments?|autopay|thank you)\b/i.test(name);
}

/** Returns true for a refund in words. (A tax refund is income.) */
function isRefundInWords(name: string): boolean {
  return /\b(refund|return|reversal|credit voucher)\b/i.test(name) && !/\btax\b/i.test(name);
}

/** Returns the kind that budgets and lists use: a payment of an income source is income unless the person chose a kind. */
export function shownKind(row: { kind: RowKind; chosenKind: RowKind | null; paysIncome: boolean }): RowKind {
  return row.paysIncome && row.chosenKind === null ? "income" : row.kind;
}
