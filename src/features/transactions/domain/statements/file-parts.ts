import { toUnits, type Money } from "#shared/money.ts";
import type { CategoryBook } from "../sorting/category-book.ts";

/** Part of a row as a file has it; `amount` in minor units. */
export type FilePart = {
  amount: Money;
  /** Category that the file names. */
  category: string | null;
  note: string | null;
  leftOut: boolean;
  isRest: boolean;
};

/** A part to be stored, with the person's category of that name. */
export type NewPart = Omit<FilePart, "category"> & { financialCategoryId: number | null };

/** Gives parts the person's categories by name, as rows get them (`categoryBook`): those for their own direction first. */
export function partsIn(parts: readonly FilePart[], book: CategoryBook): NewPart[] {
  return parts.map(({ amount, category, note, leftOut, isRest }) => {
    const [kind, other] = amount > 0 ? (["income", "spending"] as const) : (["spending", "income"] as const);
    const financialCategoryId = leftOut ? null : (book.named(category, kind) ?? book.named(category, other));
    return { amount, financialCategoryId, note, leftOut, isRest };
  });
}

/** Returns the categories of parts as sorting wants them (`PayeeRow`): the largest that counts first. */
export function categoriesBySize(parts: readonly NewPart[]): (number | null)[] {
  return parts
    .toSorted((a, b) => Number(a.leftOut) - Number(b.leftOut) || Math.abs(b.amount) - Math.abs(a.amount))
    .map(({ financialCategoryId }) => financialCategoryId);
}

/** Returns parts in currency units, for a preview. */
export function shownParts(parts: readonly FilePart[], isoCurrencyCode: string) {
  return parts.map(({ amount, category, note, leftOut, isRest }) => ({
    amount: toUnits(amount, isoCurrencyCode),
    categoryName: category,
    note: note ?? "",
    leftOut,
    isRest,
  }));
}
