import type { KindReason, RowKind, RowSource } from "#shared/row-kinds.ts";
import { compareMoney, isInflow } from "#shared/money.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";
import type { CategoryBook } from "./category-book.ts";
import { kindOf, refundDays, type KindFacts } from "./row-kind.ts";

/** A row of one payee, before it is sorted. */
export type PayeeRow = Omit<KindFacts, "wasPaid" | "categoryKind"> & {
  transactionId: number;
  date: string;
  /** The bank took it back: it is sorted, and is no evidence for another row. */
  isRemoved: boolean;
  /** What the person chose, null for no category; undefined where they chose nothing. */
  chosenCategoryId: number | null | undefined;
};

/** What a row is, and whose word that is. */
export type Sorted = {
  kind: RowKind;
  kindReason: KindReason;
  financialCategoryId: number | null;
  categorySource: RowSource;
};

/**
 * Sorts all rows of one payee: the kind of each (`kindOf`), and its category by the first who has a word for it: the
 * person, what they chose for this payee before, the bank (docs/reference/money.md, "Categories"). The order of the rows
 * does not matter, and what was sorted before has no say.
 */
export function sortPayee(rows: readonly PayeeRow[], book: CategoryBook): Map<number, Sorted> {
  const memory = { in: memoryOf(rows, true), out: memoryOf(rows, false) };
  const sorted = new Map<number, Sorted>();
  let paidOn: string | null = null;
  for (const row of rows.toSorted(byDay)) {
    const isIn = isInflow(row.amount);
    if (!isIn && !row.isRemoved) paidOn = row.date;
    const wasPaid = paidOn !== null && daysBetween(paidOn, row.date) <= refundDays;
    const learnt = isIn ? memory.in : memory.out;
    sorted.set(row.transactionId, sortRow(row, { wasPaid, learnt }, book));
  }
  return sorted;
}

function sortRow(
  row: PayeeRow,
  { wasPaid, learnt }: { wasPaid: boolean; learnt: number | null },
  book: CategoryBook,
): Sorted {
  const { chosenCategoryId } = row;
  const known = chosenCategoryId === undefined ? learnt : chosenCategoryId;
  const categoryKind = known === null ? null : book.kindOf(known);
  const { kind, reason } = kindOf({ ...row, wasPaid, categoryKind });
  const found = { kind, kindReason: reason };
  if (chosenCategoryId !== undefined)
    return { ...found, financialCategoryId: chosenCategoryId, categorySource: "person" };
  if (learnt !== null && categoryKind === kind)
    return { ...found, financialCategoryId: learnt, categorySource: "learnt" };
  const ofBank = book.ofBank(row);
  return ofBank !== null && book.kindOf(ofBank) === kind
    ? { ...found, financialCategoryId: ofBank, categorySource: "bank" }
    : { ...found, financialCategoryId: null, categorySource: "none" };
}

const remembered = 5;

/**
 * What the person's choices for a payee come to: of the last five, the last two agree, and so do four of five (all, where
 * there are fewer). Choices for money in say nothing of money out. Null where they come to nothing.
 */
function memoryOf(rows: readonly PayeeRow[], isIn: boolean): number | null {
  const chosen = rows
    .filter((row) => row.chosenCategoryId !== undefined && !row.isRemoved && isInflow(row.amount) === isIn)
    .toSorted((a, b) => byDay(b, a))
    .slice(0, remembered)
    .map((row) => row.chosenCategoryId ?? null);
  const [latest = null, second] = chosen;
  if (latest === null || second !== latest) return null;
  return 5 * chosen.filter((id) => id === latest).length >= 4 * chosen.length ? latest : null;
}

/** A day's payments first: what is bought and taken back on one day is a refund. */
function byDay(a: PayeeRow, b: PayeeRow): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  // The id last: of two alike, any order is right.
  return (
    Number(isInflow(a.amount)) - Number(isInflow(b.amount)) ||
    compareMoney(a.amount, b.amount) ||
    a.transactionId - b.transactionId
  );
}
