import type { PayeeView, RuleAction } from "#features/transactions/contract.ts";
import type { Option } from "#ui/choice/option.ts";
import type { RowKind } from "#shared/row-kinds.ts";
import { countText } from "#shared/text/counts.ts";
import type { FinancialCategory } from "../../contract.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { chooserOptions, fittingFirst } from "../rows/choosing/use-category-choice.ts";

type ChosenKind = Exclude<RowKind, "spending">;

/** Id of what a payee can be: a category or none (−1), or a kind without one. */
export type PayeeOptionId = number | ChosenKind;

const kinds: Record<ChosenKind, { label: string; words: string }> = {
  transfer: { label: "Transfer", words: "a transfer" },
  income: { label: "Income without a category", words: "income" },
  leftOut: { label: "Left out of totals", words: "left out" },
};

/** Returns what a payee can be: categories by name, those for its direction first, then kinds. */
export function payeeOptions(
  categories: readonly FinancialCategory[],
  direction: PayeeView["direction"],
): Option<PayeeOptionId>[] {
  return [
    ...fittingFirst(chooserOptions(categories), direction === "in" ? "income" : "spending"),
    ...(["transfer", "income", "leftOut"] as const).map((id) => ({ id, label: kinds[id].label })),
  ];
}

/** Returns what a rule does for an option, with its words; null for a category deleted since. */
export function choiceOf(
  id: PayeeOptionId,
  categories: readonly FinancialCategory[],
): { action: RuleAction; words: string } | null {
  if (typeof id === "string") return { action: { field: "kind", value: id }, words: kinds[id].words };
  const category = chooserOptions(categories).find((one) => one.id === id);
  return category === undefined ? null : { action: { field: "category", value: id }, words: category.label };
}

/** Returns what a payee that isn't sorted probably is, with its words; null if nothing says so. */
export function likelyOption({
  unsortedCount,
  category,
  isTransferLike,
}: Pick<PayeeView, "unsortedCount" | "category" | "isTransferLike">): Option<PayeeOptionId> | null {
  if (unsortedCount === 0) return null;
  if (category !== null) return { id: category.financialCategoryId, label: category.name };
  return isTransferLike ? { id: "transfer", label: kinds.transfer.label } : null;
}

/** Returns a payee's number of transactions; if only some aren't sorted, of how many: "20 of 48 transactions". */
export function countsText({
  unsortedCount,
  transactionCount,
}: Pick<PayeeView, "unsortedCount" | "transactionCount">): string {
  const isMixed = unsortedCount > 0 && unsortedCount < transactionCount;
  return `${isMixed ? `${countText(unsortedCount)} of ` : ""}${transactionsText(transactionCount)}`;
}
