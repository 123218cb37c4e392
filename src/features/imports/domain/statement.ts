import type { StatementTableHead } from "./csv/columns/column-roles.ts";

/**
 * Bank statement files, read (docs/reference/import.md, "Formats"). Amounts are integers of minor units, positive for money in; dates are
 * `YYYY-MM-DD` as the bank printed them. Nothing here knows the ledger: matching with what is already there comes later.
 */

export type StatementFormat = "ofx" | "qif" | "csv" | "camt" | "mt940";

/** Kind of an account, as far as a file says it. */
export type StatementAccountType = "checking" | "savings" | "card" | "cash" | "loan";

/** One read file, or one read ZIP of files of one format. */
export type Statement = {
  format: StatementFormat;
  /** Charset of the file, or of a ZIP's first one, as the Encoding standard names it. */
  charset: string;
  accounts: StatementAccount[];
  /** Sentences for the person about what was left out or decided. */
  warnings: string[];
  /** Things the file doesn't settle. Until they're answered, rows are read by the likeliest answer. */
  questions: Question[];
  /** Columns of a CSV file, or of a ZIP's first one; null for other formats, whose fields have names. */
  table: StatementTableHead | null;
};

/** Rows of one account. Several statements of an account in one file become one. */
export type StatementAccount = {
  hint: StatementAccountHint;
  period: { from: string | null; to: string | null };
  /** Balance before the first row. */
  opening: Balance | null;
  /** Balance that the bank states last. In OFX it needn't be the balance after the last row. */
  closing: Balance | null;
  /** True if the balances prove that rows are complete and signs right; null if the file has no such balances. */
  addsUp: boolean | null;
  /** Amount that the rows are short of the balances, in minor units; null unless {@link addsUp} is false. */
  offBy: number | null;
  /** In the file's order; oldest first if a table's dates descend. */
  rows: StatementRow[];
  refused: RefusedRow[];
  /** Set if it's only a page of a statement, which adds up with its other pages. */
  page?: StatementPage;
};

/** Page of a statement, from 1, and the statement's balances as far as the page has them. */
export type StatementPage = {
  number: number;
  isLast: boolean;
  opening: Balance | null;
  closing: Balance | null;
};

/** Facts in a file that suggest which account it is of. */
export type StatementAccountHint = {
  /** Routing number, sort code, or BIC. */
  bankId: string | null;
  /** Account number or IBAN. */
  accountId: string | null;
  name: string | null;
  /** Last four characters of the account's number. */
  mask: string | null;
  type: StatementAccountType | null;
  isoCurrencyCode: string | null;
};

/** Balance in minor units, negative if owed, at the end of a day. */
export type Balance = { amount: number; date: string | null };

export type StatementRow = {
  /** Line of the file where the row starts, from 1. Several rows can be on one line. */
  line: number;
  /** The bank's id. Banks repeat ids and change them (docs/reference/import.md, "Ids of rows"). */
  externalId: string | null;
  /** Set if the row replaces or deletes an earlier one of this id. */
  correction: { externalId: string; action: "replace" | "delete" } | null;
  date: string;
  authorizedDate: string | null;
  amount: number;
  /** Currency of `amount`: the file's, or else the account's; null if both are unknown. */
  isoCurrencyCode: string | null;
  payee: string;
  memo: string | null;
  checkNumber: string | null;
  /** The format's own code, such as `ATM` (OFX), `NTRF` (MT940), or `PMNT-RCDT-SALA` (CAMT). */
  typeCode: string | null;
  /** Category that the file names. */
  categoryHint: string | null;
  counterparty: { name: string | null; account: string | null } | null;
  /** Amount before the bank converted it, with the sign of `amount`, and the rate as printed. */
  original: { amount: number; isoCurrencyCode: string; rate?: string } | null;
  pending: boolean;
  /** Balance after the row. */
  runningBalance: number | null;
  /** Merchant category code, four digits (ISO 18245). */
  mcc: string | null;
  /** Parts that the file divides the row into, at least two that add up to it; absent if it comes whole. */
  parts?: readonly StatementPart[];
};

/** Part of a row, in minor units of its currency. */
export type StatementPart = {
  amount: number;
  category: string | null;
  note: string | null;
  /** It goes to another account of the person's, so it isn't spent. */
  leftOut: boolean;
  /** The other parts don't have it: it isn't assigned yet. */
  isRest: boolean;
};

/** Row that can't be read. It's shown with its line, never skipped silently. */
export type RefusedRow = { line: number; reason: string };

/**
 * Question about a whole file that its content leaves open. Its text shows a row of the file; answers are passed to
 * `readStatement` by id. `answer` is the one that counted, null while it's open.
 */
export type Question = {
  id: string;
  text: string;
  choices: { value: string; label: string }[];
  answer: string | null;
};

/** Returns true if some question has no answer yet. */
export function areOpen(questions: readonly Question[]): boolean {
  return questions.some(({ answer }) => answer === null);
}

/** File that can't be read as a whole. The message is a sentence for the person; `line` counts from 1. */
export class StatementError extends Error {
  override readonly name = "StatementError";
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}
