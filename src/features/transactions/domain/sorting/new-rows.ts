import { isInflow } from "#shared/money.ts";
import type { LedgerFacts } from "../ledger-plan.ts";
import { ruleBook, type Rule } from "../rules/rule-book.ts";
import { categoryBook, type BankCategoryChoice, type KnownCategory } from "./category-book.ts";
import { rulesOf, sortPayee, type PayeeRow, type Sorted, type SortingBook } from "./row-sorting.ts";

/** Everything of a person's that rows are sorted by, in a form that can be passed to a thread. */
export type SortingFacts = {
  categories: readonly KnownCategory[];
  choices: readonly BankCategoryChoice[];
  rules: readonly Rule[];
  /** Type of each account by its ID, such as `depository`. */
  accountTypes: ReadonlyMap<number, string>;
};

/** A row that isn't in the ledger yet. */
export type NewRow = LedgerFacts & {
  payeeKey: string;
  /** Category that a file names; null for none. */
  fileCategory: string | null;
};

/** Kind and category that sorting gives a new row. */
export type NewRowSorting = Pick<Sorted, "kind" | "kindReason" | "financialCategoryId" | "categorySource">;

/** A payee of new rows: whether money comes in with one, and whether all are sorted. */
export type NewPayee = { payeeKey: string; hasInflow: boolean; isSorted: boolean };

export type SortedNewRows = { sorted: (NewRowSorting | null)[]; payees: NewPayee[] };

/** Opens what a person's rows are sorted by. */
export function sortingBook({ categories, choices, rules }: SortingFacts): SortingBook {
  return { categories: categoryBook(categories, choices), rules: ruleBook(rules) };
}

/**
 * Sorts new rows by what is known without the ledger, so that they needn't be written a second time. Null for a row that rules
 * sort: that is noted as their last use when it happens in the ledger.
 */
export function sortNewRows(
  rows: readonly NewRow[],
  facts: SortingFacts,
  createdAtMs: number,
): SortedNewRows {
  const book = sortingBook(facts);
  const payeeRows = rows.map((row, index) => payeeRow(row, { index, createdAtMs, ...facts }));
  const byPayee = Map.groupBy(payeeRows, ({ payeeKey }) => payeeKey);
  const sorted = new Map<number, Sorted>();
  for (const ofPayee of byPayee.values())
    for (const [index, row] of sortPayee(ofPayee, book)) sorted.set(index, row);
  return {
    sorted: rows.map((_, index) => settled(sorted.get(index))),
    payees: [...byPayee].map(([payeeKey, ofPayee]) => ({
      payeeKey,
      hasInflow: ofPayee.some(({ amount }) => isInflow(amount)),
      isSorted: ofPayee.every(({ transactionId }) => settled(sorted.get(transactionId)) !== null),
    })),
  };
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
  return {
    ...row,
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
