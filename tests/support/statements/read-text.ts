import { readStatement } from "#features/imports/domain/read-statement.ts";
import type { ReadOptions } from "#features/imports/domain/reading.ts";
import { StatementError } from "#features/imports/domain/statement.ts";
import type { Statement, StatementAccount } from "#features/imports/domain/statement.ts";

const usual: ReadOptions = {
  today: "2026-11-23",
  answers: {},
  mapping: null,
  accountType: null,
  isoCurrencyCode: "USD",
};

/** Reads a file given as text, on November 23, 2026, for an account in dollars unless `options` say something else. */
export function readText(text: string, options: Partial<ReadOptions> = {}): Statement {
  return readBytes(new TextEncoder().encode(text), options);
}

export function readBytes(bytes: Uint8Array, options: Partial<ReadOptions> = {}): Statement {
  return readStatement(bytes, { ...usual, ...options });
}

/** Returns the only account of a file. */
export function onlyAccount({ accounts }: Statement): StatementAccount {
  const [account] = accounts;
  if (account === undefined || accounts.length > 1)
    throw new Error(`${accounts.length} accounts instead of one`);
  return account;
}

/** Returns what refuses a file: a sentence and perhaps a line. */
export function refusalOf(read: () => unknown): { message: string; line: number | null } {
  try {
    read();
  } catch (error) {
    if (error instanceof StatementError) return { message: error.message, line: error.line };
    throw error;
  }
  throw new Error("the file was read");
}

/** Reads a file of one account. */
export function readAccount(text: string, options: Partial<ReadOptions> = {}): StatementAccount {
  return onlyAccount(readText(text, options));
}

export function amountsOf(text: string, options: Partial<ReadOptions> = {}): number[] {
  return readAccount(text, options).rows.map(({ amount }) => amount);
}

export function linesOf(...lines: string[]): string {
  return `${lines.join("\n")}\n`;
}
