import { z } from "zod";
import { money, toUnits } from "#shared/money.ts";
import type { CategoryBook } from "../sorting/category-book.ts";

/** Part of a row as a file has it; `amount` in minor units. */
export const filePartSchema = z.object({
  amount: z.int().transform(money),
  /** Category that the file names. */
  category: z.string().nullable(),
  note: z.string().nullable(),
  leftOut: z.boolean(),
  isRest: z.boolean(),
});

export type FilePart = z.infer<typeof filePartSchema>;

/** A part to be stored, with the person's category of that name. */
export const newPartSchema = filePartSchema
  .omit({ category: true })
  .extend({ financialCategoryId: z.int().nullable() });

export type NewPart = z.infer<typeof newPartSchema>;

/** Returns the parts of rows that the file divides, by the row's position; only then reads the book. */
export function partedRows(
  placed: readonly { row: { parts?: readonly FilePart[] | undefined }; position: number }[],
  readBook: () => CategoryBook,
): Map<number, NewPart[]> {
  const parted = placed.flatMap(({ row: { parts }, position }) =>
    parts === undefined ? [] : [{ parts, position }],
  );
  if (parted.length === 0) return new Map();
  const book = readBook();
  return new Map(parted.map(({ parts, position }) => [position, partsIn(parts, book)]));
}

/** Gives parts the person's categories by name, as rows get them (`categoryBook`): those for their own direction first. */
function partsIn(parts: readonly FilePart[], book: CategoryBook): NewPart[] {
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
export function shownParts({
  parts = [],
  isoCurrencyCode,
}: {
  parts?: readonly FilePart[] | undefined;
  isoCurrencyCode: string;
}) {
  return parts.map(({ amount, category, note, leftOut, isRest }) => ({
    amount: toUnits(amount, isoCurrencyCode),
    categoryName: category,
    note: note ?? "",
    leftOut,
    isRest,
  }));
}
