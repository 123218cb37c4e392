import type { KindReason, RowKind } from "#shared/row-kinds.ts";
import { isGuess, type BankCategories, type BankConfidence } from "./bank-categories.ts";
import type { CategoryBook } from "./category-book.ts";
import { suggestedBy, type Choices } from "./payee-memory.ts";

/** A category that is offered for a row without one, because the person chose it for the payee, or because the bank guesses it. */
export type CategorySuggestion = { financialCategoryId: number; name: string; reason: "chosen" | "bank" };

type Row = BankCategories & { bankConfidence: BankConfidence; kind: RowKind; kindReason: KindReason };

/**
 * Returns the categories to offer for a row without one, the likeliest first: those that the person chose for its payee, then
 * the bank's guess. `choices` are the payee's in the row's direction (docs/reference/money.md, "Suggested categories").
 */
export function suggestCategories(row: Row, choices: Choices, book: CategoryBook): CategorySuggestion[] {
  const ofBank = guessedBy(row, book);
  const chosen = suggestedBy(choices);
  const ids = new Set(ofBank === null ? chosen : [...chosen, ofBank]);
  return [...ids].flatMap((financialCategoryId) => {
    const category = book.ofId(financialCategoryId);
    if (category === undefined || !(category.kind === row.kind || isOpen(row))) return [];
    const reason = chosen.includes(financialCategoryId) ? ("chosen" as const) : ("bank" as const);
    return [{ financialCategoryId, name: category.name, reason }];
  });
}

/** Returns the category that the bank guesses; null if it's sure, or has none. */
export function guessedBy(
  row: Pick<Row, keyof BankCategories | "bankConfidence">,
  book: CategoryBook,
): number | null {
  return isGuess(row.bankConfidence) ? book.ofBank(row) : null;
}

/** Nobody has said what it is, so that a category of either kind would decide that. */
function isOpen({ kindReason }: Row): boolean {
  return kindReason === "default" || kindReason === "refund";
}
