import type { Money } from "#shared/money.ts";
import type { Days } from "./row-match.ts";

/** The bank's data for a row; any sync can change it. */
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
  bankConfidence: string | null;
};

/** A ledger row before a sync. */
export type KnownRow = LedgerFacts & {
  transactionId: number;
  isRemovedByBank: boolean;
  isDismissed: boolean;
  /** A file has it, too, or an earlier link whose row the person joined with it. */
  isOfFile: boolean;
  /** The person typed it. */
  isTyped: boolean;
  /** The person said that it's one of its own. */
  isKeptApart: boolean;
};

/** A bank row as last received. */
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

/** A known bank row, and the ledger row it backs. */
export type KnownFact = BankFact & {
  transactionId: number;
  /** True if the ledger row shows it now: neither removed by the bank nor replaced by another fact. */
  isCurrent: boolean;
};

/** Days that a bank's current link to an account covers, null for none, and those that each of its earlier links covers. */
export type BankDays = { current: Days | null; earlier: readonly Days[] };

/** Days that the bank covers, and those that each file covers, by account. */
export type CoveredDays = {
  bank: ReadonlyMap<number, BankDays>;
  files: ReadonlyMap<number, readonly Days[]>;
};

/**
 * Rows that a sync starts from: facts named by the changes, rows that are pending or removed by the bank, and rows of
 * earlier links, files, or the person that the changes may deliver again, each with all of its facts of the bank.
 */
export type KnownLedger = { rows: readonly KnownRow[]; facts: readonly KnownFact[]; covered: CoveredDays };

/** A row just received from the bank. */
export type ArrivedRow = { fact: BankFact; ledger: LedgerFacts };

export type ArrivedChanges = {
  /** Added and modified rows, in the bank's order. */
  rows: readonly ArrivedRow[];
  /** The bank's IDs. */
  removed: readonly string[];
};

export type NumberedRow = LedgerFacts & { transactionId: number };

/** Changes that a sync makes to the ledger. */
export type LedgerPlan = {
  /** New rows, and which one that's kept apart each may be. */
  inserted: (NumberedRow & { maybeSameAs: number | null })[];
  /** Rows whose data changed or that the bank has restored, with their earlier state. */
  updated: { before: KnownRow; now: NumberedRow }[];
  /** Rows that the bank no longer has: flagged if the person has marked them, otherwise deleted. */
  gone: KnownRow[];
  /** Facts that no longer back a row; written first. */
  retired: KnownFact[];
  /** Facts that are new, changed, or moved to another row. */
  facts: KnownFact[];
  /** Facts that moved to another account. */
  refiled: KnownFact[];
};
