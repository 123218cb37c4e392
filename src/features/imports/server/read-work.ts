import { createHash } from "node:crypto";
import { pack, type Packed } from "#server/threads/packed.ts";
import { spanOf } from "#shared/time/plain-dates.ts";
import { moneyDigits, toUnits, money } from "#shared/money.ts";
import type { ArrivingRow } from "#features/transactions/server/index.ts";
import { readColumnAnswer } from "../domain/column-answer.ts";
import type { ColumnRole } from "../domain/csv/columns/column-roles.ts";
import { readStatement, readTable } from "../domain/read-statement.ts";
import type { ReadOptions } from "../domain/reading.ts";
import { bankCodeOf } from "../domain/row-codes.ts";
import {
  StatementError,
  type Question,
  type StatementAccount,
  type StatementAccountHint,
  type StatementFormat,
  type StatementRow,
} from "../domain/statement.ts";

/** A file and what is known about it; the answer `columns` names the columns' roles, separated by commas. */
export type ReadInput = { bytes: Uint8Array; options: Omit<ReadOptions, "mapping"> };

/** A balance in currency units. */
type ReadBalance = { amount: number; date: string | null };

/** One account of a read file. */
export type ReadAccount = {
  hint: StatementAccountHint;
  period: { from: string; to: string } | null;
  opening: ReadBalance | null;
  closing: ReadBalance | null;
  addsUp: boolean | null;
  offBy: number | null;
  /** Currencies that its rows name. */
  currencies: string[];
  refused: { line: number; reason: string }[];
  /** `ArrivingRow`s, which the server passes on unread. */
  rows: Packed;
};

/** Columns of a table, for a screen that lets the person say what they are. */
export type ReadTable = { columns: { name: string; samples: string[] }[]; roles: (ColumnRole | null)[] };

export type ReadFile = {
  /** Of the file, in hex. */
  sha256: string;
  format: StatementFormat;
  charset: string;
  dialect: string;
  warnings: string[];
  questions: Question[];
  table: ReadTable | null;
  accounts: ReadAccount[];
};

export type ReadOutput = { file: ReadFile } | { refusal: { message: string; line: number | null } };

/** Reads a file. A file that can't be read is an answer, too. */
export function readWork({ bytes, options }: ReadInput): ReadOutput {
  try {
    return { file: readFile(bytes, options) };
  } catch (error) {
    if (error instanceof StatementError) return { refusal: { message: error.message, line: error.line } };
    throw error;
  }
}

function readFile(bytes: Uint8Array, known: ReadInput["options"]): ReadFile {
  const statement = readStatement(bytes, { ...known, mapping: chosenColumns(bytes, known) });
  const { format, charset, warnings, questions, accounts, table } = statement;
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    format,
    charset,
    dialect: table === null ? format : `${format} ${table.fingerprint}`,
    warnings,
    questions,
    table: table === null ? null : { columns: table.columns, roles: [...table.roles] },
    accounts: accounts.map((account) => readAccount(account, known.isoCurrencyCode)),
  };
}

/** Returns what the person said of the columns, if it's for a table like this file's. */
function chosenColumns(bytes: Uint8Array, known: ReadInput["options"]): ReadOptions["mapping"] {
  const answer = known.answers["columns"];
  const table = answer === undefined ? null : readTable(bytes, { ...known, mapping: null });
  const roles = table === null ? null : readColumnAnswer(answer, table.columns.length);
  return table === null || roles === null ? null : { fingerprint: table.fingerprint, roles };
}

function readAccount(account: StatementAccount, isoCurrencyCode: string | null): ReadAccount {
  const { hint, opening, closing, addsUp, offBy, refused } = account;
  const currency = hint.isoCurrencyCode ?? isoCurrencyCode ?? "USD";
  const units = (minor: number) => toUnits(money(minor), currency);
  const balance = (stated: StatementAccount["opening"]) =>
    stated === null ? null : { amount: units(stated.amount), date: stated.date };
  return {
    hint,
    period: spanOf(account.rows.map(({ date }) => date)),
    opening: balance(opening),
    closing: balance(closing),
    addsUp,
    offBy: offBy === null ? null : units(offBy),
    currencies: [...new Set(account.rows.flatMap((row) => row.isoCurrencyCode ?? []))],
    refused,
    rows: pack(account.rows, arrivingRow),
  };
}

/** A column of types can hold sentences; what is longer is no type. */
const longestTypeCode = 100;

function arrivingRow(row: StatementRow): ArrivingRow {
  const { line, externalId, correction, date, authorizedDate, amount, isoCurrencyCode, pending } = row;
  const { categoryHint, mcc, typeCode, counterparty, parts } = row;
  return {
    line,
    externalId,
    correction,
    date,
    authorizedDate,
    amount,
    isoCurrencyCode,
    payee: payeeOf(row),
    memo: memoOf(row),
    pending,
    ...bankCodeOf(row),
    categoryHint,
    merchantCode: mcc,
    typeCode: (typeCode ?? "").length > longestTypeCode ? null : typeCode,
    parts,
    counterparty: [counterparty?.account, counterparty?.name].filter((name) => typeof name === "string"),
  };
}

/** Returns the memo with the amount before the bank converted it, unless the row has no text, or says it itself. */
function memoOf({ payee, memo, original }: StatementRow): string | null {
  if (original === null || (payee === "" && memo === null)) return memo;
  const { amount, isoCurrencyCode, rate } = original;
  const digits = moneyDigits(money(Math.abs(amount)), isoCurrencyCode);
  if (`${payee} ${memo ?? ""}`.replaceAll(",", ".").includes(digits)) return memo;
  const words = `${digits} ${isoCurrencyCode}${rate === undefined ? "" : ` at ${rate}`}`;
  return memo === null ? words : `${memo}, ${words}`;
}

function payeeOf({ payee, counterparty, memo, checkNumber }: StatementRow): string {
  const named = payee.trim() === "" ? (counterparty?.name ?? "") : payee;
  const isNameless = named.trim() === "" && (memo ?? "").trim() === "";
  return isNameless && checkNumber !== null ? `Check ${checkNumber}` : named;
}
