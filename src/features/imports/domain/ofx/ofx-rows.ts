import { statementRow } from "../accounts/account-parts.ts";
import { notADate } from "../reading.ts";
import type { RefusedRow, StatementRow } from "../statement.ts";
import { decimalsOf, readAmount } from "../values/amount-text.ts";
import type { DecimalSign } from "../values/amount-text.ts";
import { cleanText, textOrNull } from "../values/clean-text.ts";
import { plainDate } from "../values/date-text.ts";
import { isDebitType, unconverted } from "./ofx-amounts.ts";
import { childOf, valueOf } from "./ofx-tree.ts";
import type { OfxNode } from "./ofx-tree.ts";

/** Facts that apply to all rows of an account. */
export type OfxRowContext = { decimal: DecimalSign; isoCurrencyCode: string | null; areUnsigned: boolean };

/** Reads one `STMTTRN`. */
export function readOfxRow(node: OfxNode, context: OfxRowContext): StatementRow | RefusedRow {
  const { line } = node;
  const printedDate = valueOf(node, "DTPOSTED");
  const date = ofxDate(printedDate);
  if (date === null) return { line, reason: notADate(printedDate) };
  const own = codeOf(childOf(node, "CURRENCY"));
  const isoCurrencyCode = own ?? context.isoCurrencyCode;
  const amount = readAmount(valueOf(node, "TRNAMT") ?? "", context.decimal, decimalsOf(isoCurrencyCode));
  if (!amount.ok) return { line, reason: amount.reason };
  const signed = context.areUnsigned && isDebitType(node) ? 0 - amount.amount : amount.amount;
  const typeCode = textOrNull(valueOf(node, "TRNTYPE"));
  return statementRow({
    line,
    date,
    amount: signed,
    isoCurrencyCode,
    authorizedDate: ofxDate(valueOf(node, "DTUSER")),
    externalId: idOf(valueOf(node, "FITID")),
    correction: correctionOf(node),
    ...textsOf(node),
    checkNumber: textOrNull(valueOf(node, "CHECKNUM")),
    typeCode,
    // Money that is only held back: OFX 2.3 has it for rows that the bank hasn't booked.
    pending: typeCode?.toUpperCase() === "HOLD",
    counterparty: counterpartyOf(node),
    original: originalOf(node, signed, isoCurrencyCode),
    mcc: /^\d{4}$/.exec(valueOf(node, "SIC") ?? "")?.[0] ?? null,
  });
}

/** Reads the day of `YYYYMMDDHHMMSS.xxx[-5:EST]` as printed: converting zones would move it. */
export function ofxDate(text: string | null): string | null {
  const [, year = "", month = "", day = ""] = /^\s*(\d{4})-?(\d{2})-?(\d{2})/.exec(text ?? "") ?? [];
  return plainDate(year, month, day);
}

/** Returns an id; some banks write a constant 0. */
function idOf(text: string | null): string | null {
  const id = textOrNull(text);
  return id === null || /^0+$/.test(id) ? null : id;
}

function correctionOf(node: OfxNode): StatementRow["correction"] {
  const externalId = idOf(valueOf(node, "CORRECTFITID"));
  if (externalId === null) return null;
  const isDelete = valueOf(node, "CORRECTACTION")?.toUpperCase() === "DELETE";
  return { externalId, action: isDelete ? "delete" : "replace" };
}

/** Returns payee and memo; `NAME` is often the beginning of `MEMO`, cut off. */
function textsOf(node: OfxNode): Pick<StatementRow, "payee" | "memo"> {
  const payee = childOf(node, "PAYEE");
  const name = textOrNull(valueOf(node, "EXTDNAME") ?? valueOf(payee, "NAME") ?? valueOf(node, "NAME"));
  const memo = textOrNull(valueOf(node, "MEMO"));
  if (name === null || memo === null) return { payee: name ?? memo ?? "", memo: null };
  return memo.toLowerCase().startsWith(name.toLowerCase())
    ? { payee: memo, memo: null }
    : { payee: name, memo };
}

function counterpartyOf(node: OfxNode): StatementRow["counterparty"] {
  const to = childOf(node, "BANKACCTTO", "CCACCTTO");
  const account = textOrNull(valueOf(to, "ACCTID"));
  return account === null ? null : { name: null, account };
}

/** Returns the amount of a row that the bank has converted. */
function originalOf(node: OfxNode, amount: number, isoCurrencyCode: string | null): StatementRow["original"] {
  const original = childOf(node, "ORIGCURRENCY");
  const code = codeOf(original);
  if (code === null || code === isoCurrencyCode) return null;
  const rate = valueOf(original, "CURRATE") ?? "";
  const converted = unconverted(amount, decimalsOf(isoCurrencyCode), rate, decimalsOf(code));
  return converted === null ? null : { amount: converted, isoCurrencyCode: code };
}

function codeOf(currency: OfxNode | null): string | null {
  return isoCode(valueOf(currency, "CURSYM"));
}

export function isoCode(text: string | null): string | null {
  const code = cleanText(text ?? "").toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}
