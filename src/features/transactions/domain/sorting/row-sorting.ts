import { compareDates } from "#shared/time/compare-dates.ts";
import { uncategorizedId, type KindReason, type RowKind, type RowSource } from "#shared/row-kinds.ts";
import { compareMoney, isInflow } from "#shared/money.ts";
import { daysBetween } from "#shared/time/plain-dates.ts";
import { isGuess, type BankConfidence } from "./bank-categories.ts";
import type { CategoryBook } from "./category-book.ts";
import { mostTags } from "../note-shapes.ts";
import { payeeReader, type PayeeReader } from "../payees/payee-key.ts";
import { learntFrom, rememberedChoices } from "./payee-memory.ts";
import { subscriptionPayments } from "./monthly-payments.ts";
import { kindOf, refundDays, type KindFacts } from "./row-kind.ts";
import type { RuleBook, RuledRow, Ruling } from "../rules/rule-book.ts";

/** A row of one payee, before it is sorted. */
export type PayeeRow = Omit<KindFacts, "wasPaid" | "categoryKind" | "ruledKind" | "isPayeeConfirmed"> &
  RuledRow & {
    transactionId: number;
    /** The person matched it with its other side. */
    isMatched: boolean;
    /** Removed by the bank: it is sorted but isn't evidence for other rows. */
    isRemoved: boolean;
    bankConfidence: BankConfidence;
    /** Category that a file names. */
    fileCategory: string | null;
    /** The person's choice, null for no category; undefined if they made none. */
    chosenCategoryId: number | null | undefined;
    /** Categories of a split row's parts, the largest that counts first. None for a whole row. */
    partCategoryIds?: readonly (number | null)[] | null;
    /** The person took off a note or a tag that a rule had given, so that rules give it neither any more. */
    keepsWords: boolean;
  };

/** Kind, category, note, and tags of a row, and the source of each. */
export type Sorted = {
  kind: RowKind;
  kindReason: KindReason;
  financialCategoryId: number | null;
  categorySource: RowSource;
  /** Payee that is shown. */
  payee: string;
  /** The rules that set these; null where another source has its way. */
  categoryRuleId: number | null;
  kindRuleId: number | null;
  payeeRuleId: number | null;
  /** The person's note, or a rule's; null for none. */
  note: string | null;
  noteRuleId: number | null;
  /** Tags that rules give it, each with its rule; none of those that the person gave. */
  ruledTags: ReadonlyMap<number, number>;
};

/** Returns the rules that a row is sorted by. */
export function rulesOf({
  categoryRuleId,
  kindRuleId,
  payeeRuleId,
  noteRuleId,
  ruledTags,
}: Sorted): number[] {
  const ids = [categoryRuleId, kindRuleId, payeeRuleId, noteRuleId, ...ruledTags.values()];
  return ids.filter((id) => id !== null);
}

/** Everything of a person's that rows are sorted by. */
export type SortingBook = {
  categories: CategoryBook;
  rules: RuleBook;
  /** False if nothing is learned from the person's choices. */
  learns?: boolean;
  /** A reader that may know their payees already. */
  readPayee?: PayeeReader;
};

/**
 * Sorts all rows of one payee. Each gets its kind (`kindOf`), the name of its payee, its note, its rules' tags, and the first
 * category found: the person's choice, their rules', what they chose for this payee before, a file's, or the bank's (docs/reference/money.md, "Categories").
 * Neither the order of the rows nor their earlier sorting matters. Only choices, transfers, money in, and subscriptions make rows depend on
 * others. Split rows, whether the person or a file split them, have no category of their own, and none is learned from them
 * (docs/reference/money.md, "Parts").
 */
export function sortPayee(
  rows: readonly PayeeRow[],
  { categories, rules, learns = true, readPayee = payeeReader() }: SortingBook,
): Map<number, Sorted> {
  const memory = learns ? { in: memoryOf(rows, true), out: memoryOf(rows, false) } : { in: null, out: null };
  const confirmed = { in: isConfirmed(rows, true), out: isConfirmed(rows, false) };
  const subscriptions = subscriptionPayments(rows);
  const sorted = new Map<number, Sorted>();
  let paidOn: string | null = null;
  for (const row of rows.toSorted(byDay)) {
    const isIn = isInflow(row.amount);
    if (!isIn && !row.isRemoved) paidOn = row.date;
    const wasPaid = isIn && paidOn !== null && daysBetween(paidOn, row.date) <= refundDays;
    const learnt = isIn ? memory.in : memory.out;
    const isPayeeConfirmed = isIn ? confirmed.in : confirmed.out;
    const ruling = rules.rulingOf(row);
    sorted.set(
      row.transactionId,
      sortRow(
        row,
        {
          wasPaid,
          isPayeeConfirmed,
          isSubscription: subscriptions.has(row.transactionId),
          learnt,
          ruling,
          readPayee,
        },
        categories,
      ),
    );
  }
  return sorted;
}

function sortRow(
  row: PayeeRow,
  {
    learnt,
    ruling,
    readPayee,
    wasPaid,
    isPayeeConfirmed,
    isSubscription,
  }: Pick<KindFacts, "wasPaid" | "isPayeeConfirmed"> & {
    isSubscription: boolean;
    learnt: number | null;
    ruling: Ruling;
    readPayee: PayeeReader;
  },
  book: CategoryBook,
): Sorted {
  const isParted = isSplit(row);
  const chosenCategoryId = isParted ? null : row.chosenCategoryId;
  const ruled = ruling.category?.financialCategoryId ?? null;
  const whole = chosenCategoryId === undefined ? (ruled ?? learnt) : chosenCategoryId;
  const known = isParted ? (row.partCategoryIds?.find((id) => id !== null) ?? null) : whole;
  const categoryKind = known === null || known === uncategorizedId ? null : book.kindOf(known);
  // Field by field, because spreading takes longer, and there are many.
  const { kind, reason } = kindOf({
    name: row.name,
    amount: row.amount,
    bankCategory: row.bankCategory,
    bankCategoryDetailed: row.bankCategoryDetailed,
    accountType: row.accountType,
    pairedAccountType: row.pairedAccountType,
    chosenKind: row.chosenKind,
    ruledKind: ruling.kind?.kind ?? null,
    categoryKind,
    wasPaid,
    isPayeeConfirmed,
  });
  const found = {
    kind,
    kindReason: reason,
    kindRuleId: reason === "rule" ? (ruling.kind?.ruleId ?? null) : null,
    payee: ruling.payee?.payee ?? readPayee(row).payee,
    payeeRuleId: ruling.payee?.ruleId ?? null,
    categoryRuleId: null,
    ...wordsOf(row, ruling),
  };
  if (isParted && row.chosenCategoryId === undefined)
    return { ...found, financialCategoryId: null, categorySource: "file" };
  if (chosenCategoryId !== undefined)
    return { ...found, financialCategoryId: chosenCategoryId, categorySource: "person" };
  const fits = (id: number | null) => id !== null && book.kindOf(id) === kind;
  if (ruling.category !== null && (ruled === uncategorizedId || fits(ruled)))
    return {
      ...found,
      financialCategoryId: ruled === uncategorizedId ? null : ruled,
      categorySource: "rule",
      categoryRuleId: ruling.category.ruleId,
    };
  if (fits(learnt)) return { ...found, financialCategoryId: learnt, categorySource: "learnt" };
  const ofFile = book.named(row.fileCategory, kind);
  if (ofFile !== null) return { ...found, financialCategoryId: ofFile, categorySource: "file" };
  const ofBank = isGuess(row.bankConfidence) ? null : book.ofBank(row, isSubscription);
  return fits(ofBank)
    ? { ...found, financialCategoryId: ofBank, categorySource: "bank" }
    : { ...found, financialCategoryId: null, categorySource: "none" };
}

/** Returns the row's note, and what rules give it beside the person's own words (docs/reference/money.md, "Notes and tags"). */
function wordsOf(
  { ownNote, ownTagIds, keepsWords }: PayeeRow,
  { note, tags }: Ruling,
): Pick<Sorted, "note" | "noteRuleId" | "ruledTags"> {
  const ruled = ownNote === null && !keepsWords ? note : null;
  const free = keepsWords ? 0 : Math.max(0, mostTags - ownTagIds.length);
  return {
    note: ruled?.note ?? ownNote,
    noteRuleId: ruled?.ruleId ?? null,
    ruledTags:
      tags.size === 0 ? tags : new Map([...tags].filter(([id]) => !ownTagIds.includes(id)).slice(0, free)),
  };
}

function isSplit({ partCategoryIds }: PayeeRow): boolean {
  return (partCategoryIds?.length ?? 0) > 0;
}

/** Returns the category learned from a person's choices for a payee, money in and money out apart; null for none. */
function memoryOf(rows: readonly PayeeRow[], isIn: boolean): number | null {
  const chosen = rows
    .filter(
      (row) =>
        row.chosenCategoryId !== undefined &&
        !isSplit(row) &&
        !row.isRemoved &&
        isInflow(row.amount) === isIn,
    )
    .toSorted((a, b) => byDay(b, a))
    .slice(0, rememberedChoices)
    .map((row) => row.chosenCategoryId ?? null);
  return learntFrom(chosen);
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
  // The ID last. Equal rows can come in any order.
  return (
    compareDates(a.date, b.date) ||
    Number(isInflow(a.amount)) - Number(isInflow(b.amount)) ||
    compareMoney(a.amount, b.amount) ||
    a.transactionId - b.transactionId
  );
}
