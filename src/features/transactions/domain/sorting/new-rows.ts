import { isInflow } from "#shared/money.ts";
import type { LedgerFacts } from "../ledger-plan.ts";
import type { PayeeReader } from "../payees/payee-key.ts";
import { ruleBook, type Rule } from "../rules/rule-book.ts";
import { categoryBook, type BankCategoryChoice, type KnownCategory } from "./category-book.ts";
import { rulesOf, sortPayee, type PayeeRow, type Sorted, type SortingBook } from "./row-sorting.ts";

/** Everything of a person's that rows are sorted by, in a form that can be passed to a thread. */
export type SortingFacts = {
  categories: readonly KnownCategory[];
  choices: readonly BankCategoryChoice[];
  rules: readonly Rule[];
  /** Categories are guessed from what the person chose by hand. */
  learns: boolean;
  /** Type of each account by its ID, such as `depository`. */
  accountTypes: ReadonlyMap<number, string>;
};

/** A row that isn't in the ledger yet. */
export type NewRow = LedgerFacts & {
  payeeKey: string;
  /** Category that a file names; null for none. */
  fileCategory: string | null;
} & Pick<PayeeRow, "merchantCode" | "typeCode" | "partCategoryIds">;

/** Kind and category that sorting gives a new row. */
export type NewRowSorting = Pick<Sorted, "kind" | "kindReason" | "financialCategoryId" | "categorySource">;

/** Columns of {@link NewRowSorting} in a list of records, with their types in Postgres. */
export const sortingColumns = {
  kind: "text",
  kindReason: "text",
  financialCategoryId: "int",
  categorySource: "text",
} as const satisfies Record<keyof NewRowSorting, string>;

/** A payee of new rows: whether money comes in with one, and whether all are sorted. */
export type NewPayee = { payeeKey: string; hasInflow: boolean; isSorted: boolean };

export type SortedNewRows = { sorted: (NewRowSorting | null)[]; payees: NewPayee[] };

/** Opens what a person's rows are sorted by. */
export function sortingBook({ categories, choices, rules, learns }: SortingFacts): SortingBook {
  return { categories: categoryBook(categories, choices), rules: ruleBook(rules), learns };
}

/**
 * Sorts new rows by what is known without the ledger, so that they needn't be written a second time. Null for a row that rules
 * sort: that is noted as their last use when it happens in the ledger. `readPayee` has read their payees.
 */
export function sortNewRows(
  rows: readonly NewRow[],
  facts: SortingFacts,
  createdAtMs: number,
  readPayee: PayeeReader,
): SortedNewRows {
  const book = { ...sortingBook(facts), readPayee };
  const sorted: (NewRowSorting | null)[] = Array.from({ length: rows.length }, () => null);
  const payees: NewPayee[] = [];
  // One payee after the other, because there may be many rows: what sorting needs of them is more than they are.
  for (const [payeeKey, indexed] of Map.groupBy(rows.entries(), ([, row]) => row.payeeKey)) {
    const ofPayee = indexed.map(([index, row]) => payeeRow(row, { index, createdAtMs, ...facts }));
    const found = sortPayee(ofPayee, book);
    for (const [index] of indexed) sorted[index] = settled(found.get(index));
    payees.push({
      payeeKey,
      hasInflow: ofPayee.some(({ amount }) => isInflow(amount)),
      isSorted: indexed.every(([index]) => sorted[index] !== null),
    });
  }
  return { sorted, payees };
}

function settled(row: Sorted | undefined): NewRowSorting | null {
  if (row === undefined || rulesOf(row).length > 0) return null;
  const { kind, kindReason, financialCategoryId, categorySource } = row;
  return { kind, kindReason, financialCategoryId, categorySource };
}

function payeeRow(
  row: NewRow,
  {
    index,
    createdAtMs,
    accountTypes,
  }: { index: number; createdAtMs: number } & Pick<SortingFacts, "accountTypes">,
): PayeeRow {
  const accountType = accountTypes.get(row.accountId);
  if (accountType === undefined) throw new Error(`a new row is of the unknown account ${row.accountId}`);
  // Field by field, because spreading takes more memory, and there are many.
  return {
    accountId: row.accountId,
    date: row.date,
    name: row.name,
    merchantName: row.merchantName,
    payeeKey: row.payeeKey,
    amount: row.amount,
    isoCurrencyCode: row.isoCurrencyCode,
    bankCategory: row.bankCategory,
    bankCategoryDetailed: row.bankCategoryDetailed,
    bankConfidence: row.bankConfidence,
    fileCategory: row.fileCategory,
    merchantCode: row.merchantCode,
    typeCode: row.typeCode,
    partCategoryIds: row.partCategoryIds ?? null,
    accountType,
    transactionId: index,
    createdAtMs,
    pairedAccountType: null,
    chosenKind: null,
    chosenCategoryId: undefined,
    isMatched: false,
    isRemoved: false,
    keepsWords: false,
    ownNote: null,
    partNotes: [],
    ownTagIds: [],
  };
}
