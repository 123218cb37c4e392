import type { Money } from "#shared/money.ts";

/** The bank's data on a row; every sync may change it. */
export type LedgerFacts = {
  accountId: number;
  date: string;
  authorizedDate: string | null;
  name: string;
  merchantName: string | null;
  /** In > 0, out < 0. */
  amount: Money;
  isoCurrencyCode: string;
  pending: boolean;
  bankCategory: string | null;
  bankCategoryDetailed: string | null;
};

/** A row of the ledger as it is before a sync. */
export type KnownRow = LedgerFacts & {
  transactionId: number;
  isRemovedByBank: boolean;
  isDismissed: boolean;
};

/** One row of the bank, as it sent it last. */
export type BankFact = {
  providerTransactionId: string;
  accountId: number;
  linkNumber: number;
  pending: boolean;
  pendingTransactionId: string | null;
  date: string;
  name: string;
  rawAmount: string;
  isoCurrencyCode: string;
};

/** One row of the bank that is known, and the row of the ledger behind which it stands. */
export type KnownFact = BankFact & {
  transactionId: number;
  /** It is what the row of the ledger says now: neither taken back nor replaced by another. */
  isCurrent: boolean;
};

/**
 * Rows that a sync starts from: every fact that the changes name, every row that is pending or that the bank took back, rows
 * of earlier links that the changes may bring again; and behind each row all of its facts.
 */
export type KnownLedger = { rows: readonly KnownRow[]; facts: readonly KnownFact[] };

/** A row that the bank has just sent. */
export type ArrivedRow = { fact: BankFact; ledger: LedgerFacts };

export type ArrivedChanges = {
  /** Added and modified alike, in the bank's order. */
  rows: readonly ArrivedRow[];
  /** The bank's ids. */
  removed: readonly string[];
};

export type NumberedRow = LedgerFacts & { transactionId: number };

/** Changes that a sync makes to the ledger. */
export type LedgerPlan = {
  inserted: NumberedRow[];
  /** Rows that say something else now, or that the bank has again; `before` as it was. */
  updated: { before: KnownRow; now: NumberedRow }[];
  /** Rows that the bank no longer has: flagged where the person has marked them, else dropped. */
  gone: KnownRow[];
  /** Facts that stood for a row and do not any more; to be written first. */
  retired: KnownFact[];
  /** Facts that are new, say something else, or stand for another row. */
  facts: KnownFact[];
  /** Facts whose account has changed: they are filed anew. */
  refiled: KnownFact[];
};
