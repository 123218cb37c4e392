import { daysBetween } from "#shared/time/plain-dates.ts";
import { quoted, notADate } from "../reading.ts";
import type { Balance, RefusedRow } from "../statement.ts";
import { decimalsOf, readAmount } from "../values/amount-text.ts";
import type { AmountResult } from "../values/amount-text.ts";
import { textOrNull } from "../values/clean-text.ts";
import { fullYear, plainDate } from "../values/date-text.ts";
import type { Mt940Field } from "./mt940-fields.ts";

/** A statement line (`:61:`), read. */
export type Mt940Line = {
  line: number;
  date: string;
  valueDate: string;
  amount: number;
  typeCode: string | null;
  reference: string | null;
  details: string | null;
};

/** Value date, entry date, mark, third letter of the currency, and the rest: amount, type, references. */
const start = /^(\d{6})(\d{4}| {4})?(R?[CD]|E[CD])([A-Z])?(-?\d[\d.,]*.*)$/;
const typed = /^(-?[\d.,]+)([A-Z][A-Z\d]{3})(.*)$/;

/** Reads a statement line (SWIFT's MT940, field 61). Reversals: `RC` takes a credit back, `RD` a debit. */
export function readStatementLine(
  field: Mt940Field,
  isoCurrencyCode: string | null,
  today: string,
): Mt940Line | RefusedRow {
  const { line, lines } = field;
  const [first = "", ...rest] = lines;
  const [, value = "", entry = "", mark = "", , tail = ""] = start.exec(first.trim()) ?? [];
  if (mark === "") return { line, reason: `${quoted(first)} isn’t a statement line.` };
  const valueDate = shortDate(value, today);
  if (valueDate === null) return { line, reason: notADate(value) };
  const { printed, typeCode, references } = tailParts(tail, decimalsOf(isoCurrencyCode));
  const amount = mt940Amount(printed, isoCurrencyCode);
  if (!amount.ok) return { line, reason: amount.reason };
  const isOut = mark === "RC" || mark === "D" || mark === "ED";
  return {
    line,
    date: entryDate(entry, valueDate) ?? valueDate,
    valueDate,
    amount: isOut ? 0 - amount.amount : amount.amount,
    typeCode: textOrNull(typeCode),
    reference: textOrNull(references.split("//")[0]),
    details: textOrNull(rest.join(" ")),
  };
}

/** Splits amount, type, and references. Some banks' types are four digits, which only the currency's decimals tell apart. */
function tailParts(
  tail: string,
  decimals: number,
): { printed: string; typeCode: string; references: string } {
  const digitsOnly = new RegExp(String.raw`^(-?\d+[.,]\d{${decimals}})(?!0000)(\d{4})(?!\d)(.*)$`, "s");
  const [, printed = "", typeCode = "", references = ""] = digitsOnly.exec(tail) ?? typed.exec(tail) ?? [];
  if (printed !== "") return { printed, typeCode, references };
  const [, amount = tail, after = ""] = /^(-?[\d.,]+)(.*)$/s.exec(tail) ?? [];
  return { printed: amount, typeCode: "", references: after };
}

/** Reads an amount with a decimal comma (some banks print a point); it has no groups, so the last separator is the decimal. */
function mt940Amount(text: string, isoCurrencyCode: string | null): AmountResult {
  return readAmount(
    text,
    text.lastIndexOf(".") > text.lastIndexOf(",") ? "." : ",",
    decimalsOf(isoCurrencyCode),
  );
}

function shortDate(text: string, today: string): string | null {
  return plainDate(fullYear(text.slice(0, 2), today), text.slice(2, 4), text.slice(4, 6));
}

/** Around New Year the entry's year isn't the value's. */
const almostAYear = 330;

/** Returns the entry date (`MMDD`) in the year that is near the value date; null if there's none or it doesn't exist. */
function entryDate(text: string, valueDate: string): string | null {
  const year = Number(valueDate.slice(0, 4));
  const inYear = (shift: number) => plainDate(String(year + shift), text.slice(0, 2), text.slice(2, 4));
  const date = inYear(0);
  if (date === null) return null;
  const days = daysBetween(valueDate, date);
  if (Math.abs(days) < almostAYear) return date;
  return inYear(days > 0 ? -1 : 1);
}

/** A balance field (`:60F:C230131EUR1234,56`) and its currency. */
export function readBalance(
  field: Mt940Field | null,
  today: string,
): { balance: Balance; isoCurrencyCode: string } | null {
  const text = field?.lines.join("").trim() ?? "";
  const [, mark = "", day = "", isoCurrencyCode = "", printed = ""] =
    /^([CD])(\d{6})([A-Z]{3})(.*)$/.exec(text) ?? [];
  if (mark === "") return null;
  const amount = mt940Amount(printed, isoCurrencyCode);
  if (!amount.ok) return null;
  const signed = mark === "D" ? 0 - amount.amount : amount.amount;
  return { balance: { amount: signed, date: shortDate(day, today) }, isoCurrencyCode };
}
