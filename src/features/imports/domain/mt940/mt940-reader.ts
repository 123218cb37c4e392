import { mergeAccounts } from "../accounts/account-merge.ts";
import { accountHint, periodOf, statementRow } from "../accounts/account-parts.ts";
import { proveBalances } from "../accounts/balance-proof.ts";
import { createRowCounter } from "../reading.ts";
import type { ReadOptions, Reading } from "../reading.ts";
import { StatementError } from "../statement.ts";
import type { RefusedRow, StatementAccount, StatementAccountHint, StatementRow } from "../statement.ts";
import { textOrNull } from "../values/clean-text.ts";
import { readDetails } from "./mt940-details.ts";
import { fieldWith, mt940Messages } from "./mt940-fields.ts";
import type { Mt940Field } from "./mt940-fields.ts";
import { readBalance, readStatementLine } from "./mt940-line.ts";
import type { Mt940Line } from "./mt940-line.ts";

/** Reads MT940 (docs/reference/import.md, "MT940"). Throws a {@link StatementError}. */
export function readMt940(text: string, options: ReadOptions): Reading {
  const messages = mt940Messages(text, createRowCounter());
  const fields = messages.flat();
  if (fieldWith(fields, "25") === null && fieldWith(fields, "61") === null) {
    throw new StatementError("There’s no statement in this MT940 file.", fields[0]?.line ?? null);
  }
  const merged = mergeAccounts(messages.map((message) => readMessage(message, options)));
  const isCut = messages.some(
    (message) => fieldWith(message, "60F", "60M") !== null && closingField(message) === null,
  );
  const warning = "A statement ends without a closing balance, so the file may be cut off.";
  return {
    accounts: merged.accounts,
    warnings: [...(isCut ? [warning] : []), ...merged.warnings],
    questions: [],
  };
}

function closingField(fields: readonly Mt940Field[]): Mt940Field | null {
  return fieldWith(fields, "62F", "62M");
}

function readMessage(fields: readonly Mt940Field[], options: ReadOptions): StatementAccount {
  const opening = readBalance(fieldWith(fields, "60F", "60M"), options.today);
  const closing = readBalance(closingField(fields), options.today);
  const stated = opening?.isoCurrencyCode ?? closing?.isoCurrencyCode ?? null;
  const currency = stated ?? options.isoCurrencyCode;
  const read = fields.flatMap((field, index) => {
    if (field.tag !== "61") return [];
    const line = readStatementLine(field, currency, options.today);
    const next = fields[index + 1];
    return [rowOf(line, next?.tag === "86" ? next.lines : [], currency)];
  });
  const rows = read.filter((row) => "amount" in row);
  const balances = { opening: opening?.balance ?? null, closing: closing?.balance ?? null };
  return {
    hint: hintOf(fieldWith(fields, "25"), stated),
    period: periodOf(rows),
    ...balances,
    ...proveBalances(balances.opening, balances.closing, rows),
    rows,
    refused: read.filter((row) => "reason" in row),
  };
}

function rowOf(
  line: Mt940Line | RefusedRow,
  details: readonly string[],
  isoCurrencyCode: string | null,
): StatementRow | RefusedRow {
  if ("reason" in line) return line;
  const { name, account, memo, bookingText, ultimate } = readDetails(details, line.amount > 0);
  const payee = ultimate ?? name ?? memo ?? bookingText ?? line.details ?? "";
  const isCheck = line.typeCode?.endsWith("CHK") === true;
  return statementRow({
    line: line.line,
    date: line.date,
    authorizedDate: line.valueDate,
    amount: line.amount,
    isoCurrencyCode,
    payee,
    memo: memo === payee ? null : memo,
    typeCode: line.typeCode,
    checkNumber: isCheck && /^\d+$/.test(line.reference ?? "") ? line.reference : null,
    counterparty: account === null ? null : { name, account },
  });
}

/** Reads `:25:`: an IBAN or `bank/account`, sometimes with the currency behind it. */
function hintOf(field: Mt940Field | null, isoCurrencyCode: string | null): StatementAccountHint {
  const text = field?.lines.join("").trim() ?? "";
  const bare = isoCurrencyCode !== null && /\d/.test(text) ? withoutEnd(text, isoCurrencyCode) : text;
  const slash = bare.indexOf("/");
  return accountHint({
    bankId: slash > 0 ? textOrNull(bare.slice(0, slash)) : null,
    accountId: textOrNull(bare.slice(slash + 1)),
    isoCurrencyCode,
  });
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length).trim() : text;
}
