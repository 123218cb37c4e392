import type { KindReason, RowKind, RowSource } from "#shared/row-kinds.ts";
import { compareMoney, isInflow } from "#shared/money.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";
import type { CategoryBook } from "./category-book.ts";
import { kindOf, refundDays, type KindFacts } from "./row-kind.ts";

/** A row of one payee, before it is sorted. */
export type PayeeRow = Omit<KindFacts, "wasPaid" | "categoryKind" | "isPayeeConfirmed"> & {
  transactionId: number;
  /** The person matched it with its other side. */
  isMatched: boolean;
  date: string;
  /** Removed by the bank: it is sorted but isn't evidence for other rows. */
  isRemoved: boolean;
  /** The person's choice, null for no category; undefined if they made none. */
  chosenCategoryId: number | null | undefined;
};

/** Kind and category of a row, and the source of each. */
export type Sorted = {
  kind: RowKind;
  kindReason: KindReason;
  financialCategoryId: number | null;
  categorySource: RowSource;
};

/**
 * Sorts all rows of one payee. Each gets its kind (`kindOf`) and the first category found: the person's choice, what they
 * chose for this payee before, or the bank's (docs/reference/money.md, "Categories"). Neither the order of the rows nor
 * their earlier sorting matters.
 */
export function sortPayee(rows: readonly PayeeRow[], book: CategoryBook): Map<number, Sorted> {
  const memory = { in: memoryOf(rows, true), out: memoryOf(rows, false) };
  const confirmed = { in: isConfirmed(rows, true), out: isConfirmed(rows, false) };
  const sorted = new Map<number, Sorted>();
  let paidOn: string | null = null;
  for (const row of rows.toSorted(byDay)) {
    const isIn = isInflow(row.amount);
    if (!isIn && !row.isRemoved) paidOn = row.date;
    const wasPaid = paidOn !== null && daysBetween(paidOn, row.date) <= refundDays;
    const learnt = isIn ? memory.in : memory.out;
    const isPayeeConfirmed = isIn ? confirmed.in : confirmed.out;
    sorted.set(row.transactionId, sortRow(row, { wasPaid, learnt, isPayeeConfirmed }, book));
  }
  return sorted;
}

function sortRow(
  row: PayeeRow,
  { learnt, ...history }: { wasPaid: boolean; learnt: number | null } & Pick<KindFacts, "isPayeeConfirmed">,
  book: CategoryBook,
): Sorted {
  const { chosenCategoryId } = row;
  const known = chosenCategoryId === undefined ? learnt : chosenCategoryId;
  const categoryKind = known === null ? null : book.kindOf(known);
  const { kind, reason } = kindOf({ ...row, ...history, categoryKind });
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
 * Returns the category learned from a person's last five choices for a payee: the last two must agree, and so must four
 * of the five (all, if there are fewer). Money in and money out are learned separately. Null if nothing was learned.
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

/** The person has marked or matched a row of this payee as a transfer. */
function isConfirmed(rows: readonly PayeeRow[], isIn: boolean): boolean {
  return rows.some(
    (row) =>
      !row.isRemoved && isInflow(row.amount) === isIn && (row.chosenKind === "transfer" || row.isMatched),
  );
}

/** Sorts payments of a day first, so that a purchase returned on the same day is a refund. */
function byDay(a: PayeeRow, b: PayeeRow): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  // The ID last. Equal rows can come in any order.
  return (
    Number(isInflow(a.amount)) - Number(isInflow(b.amount)) ||
    compareMoney(a.amount, b.amount) ||
    a.transactionId - b.transactionId
  );
}
