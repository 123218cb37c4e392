import { statementRow } from "../accounts/account-parts.ts";
import { notADate } from "../reading.ts";
import type { RefusedRow, StatementRow } from "../statement.ts";
import { amountParts, decimalsOf, readAmount } from "../values/amount-text.ts";
import type { AmountResult, DecimalSign } from "../values/amount-text.ts";
import { textOrNull } from "../values/clean-text.ts";
import type { DateDecision } from "../values/date-order.ts";
import { divideQifRow, qifTarget } from "./qif-parts.ts";
import { fieldOf } from "./qif-records.ts";
import type { QifRecord } from "./qif-records.ts";

/** Facts that apply to all rows of a file. */
export type QifContext = {
  readDate: DateDecision["readDate"];
  decimal: DecimalSign;
  isoCurrencyCode: string | null;
  /** Called for each row whose splits can't be parts. */
  noteWhole: () => void;
};

/** Returns the printed amount: `T`, or `U`, which repeats it, if `T` is missing or can't be read. */
export function amountText(record: QifRecord): string {
  const amount = fieldOf(record, "T");
  return (amount !== null && amountParts(amount) !== null ? amount : (fieldOf(record, "U") ?? amount)) ?? "";
}

export function qifAmount(text: string, context: QifContext): AmountResult {
  return readAmount(text, context.decimal, decimalsOf(context.isoCurrencyCode));
}

/** Reads one record of a section of transactions. Unknown letters are ignored. */
export function readQifRow(record: QifRecord, context: QifContext): StatementRow | RefusedRow {
  const { line } = record;
  const printed = fieldOf(record, "D");
  const date = context.readDate(printed ?? "");
  if (date === null) return { line, reason: notADate(printed) };
  const amount = qifAmount(amountText(record), context);
  if (!amount.ok) return { line, reason: amount.reason };
  const division = isSplit(record)
    ? divideQifRow(record, amount.amount, (text) => qifAmount(text, context))
    : { target: qifTarget(fieldOf(record, "L") ?? ""), parts: [] };
  if (division === null) context.noteWhole();
  const { target, parts } = division ?? { target: qifTarget(""), parts: [] };
  const payee = textOrNull(fieldOf(record, "P"));
  const memo = textOrNull(fieldOf(record, "M")) ?? splitMemos(record);
  return statementRow({
    line,
    date,
    amount: amount.amount,
    isoCurrencyCode: context.isoCurrencyCode,
    payee: payee ?? memo ?? "",
    memo: payee === null ? null : memo,
    categoryHint: target.category,
    counterparty: target.account === null ? null : { name: target.account, account: null },
    ...numberOf(fieldOf(record, "N"), target.account !== null),
    ...(parts.length > 0 && { parts }),
  });
}

/** Reads `N`: a check's number, or a code such as `ATM`. A transfer to an own account has the code `TXFR`. */
function numberOf(text: string | null, isTransfer: boolean): Pick<StatementRow, "checkNumber" | "typeCode"> {
  const number = textOrNull(text);
  const isCode = number !== null && !/\d/.test(number);
  return {
    checkNumber: isCode ? null : number,
    typeCode: isCode ? number.toUpperCase() : isTransfer ? "TXFR" : null,
  };
}

/** Returns true for a row with lines of splits. */
function isSplit({ fields }: QifRecord): boolean {
  return fields.some(({ letter }) => letter === "S");
}

function splitMemos(record: QifRecord): string | null {
  const memos = record.fields.filter(({ letter, value }) => letter === "E" && value !== "");
  return textOrNull(memos.map(({ value }) => value).join("; "));
}

/** Returns true for the row that only states the balance to start with: "Opening Balance", filed under the account itself. */
export function isOpeningBalance(record: QifRecord, accountName: string | null): boolean {
  const target = /^\[(.+)\]$/.exec(fieldOf(record, "L") ?? "")?.[1];
  const isNamed = /^opening balance$/i.test(fieldOf(record, "P") ?? "");
  return isNamed && (target === undefined || accountName === null || target === accountName);
}
