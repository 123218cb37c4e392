import { statementRow } from "../accounts/account-parts.ts";
import { notADate, notAnAmount, quoted } from "../reading.ts";
import type { RefusedRow, StatementRow } from "../statement.ts";
import { amountOrNull, decimalsOf, readAmount } from "../values/amount-text.ts";
import type { AmountResult, DecimalSign } from "../values/amount-text.ts";
import { cleanText, textOrNull } from "../values/clean-text.ts";
import type { DateDecision } from "../values/date-order.ts";
import { cellOf } from "./columns/column-roles.ts";
import type { ColumnRoles } from "./columns/column-roles.ts";
import { rowAmount } from "./row-amounts.ts";
import type { AmountLayout } from "./row-amounts.ts";
import type { TableLine } from "./split-table.ts";
import { statusOf } from "./status-words.ts";

/** Decisions for the whole table. */
export type TableContext = {
  roles: ColumnRoles;
  layout: AmountLayout;
  readDate: DateDecision["readDate"];
  decimal: DecimalSign;
  isoCurrencyCode: string | null;
  /** Column of fees that come off amounts; null if there's none. */
  feeColumn: number | null;
};

/** Reads a line of the table. Its amount is as printed: the sign of a lone column is decided later. */
export function readCells(
  { line, cells, details, isTooLong = false }: TableLine,
  context: TableContext,
): StatementRow | RefusedRow {
  if (isTooLong) return { line, reason: "This line has more values than the table has columns." };
  const { roles, layout, decimal } = context;
  const cell = (role: Parameters<typeof cellOf>[2]) => cellOf(cells, roles, role);
  const status = statusOf(cell("status"));
  if (status === "failed") return { line, reason: `The bank marks it as ${quoted(cell("status"))}.` };
  const authorizedDate = context.readDate(cell("authorizedDate"));
  // A bank hasn't booked a pending row yet.
  const isUnbooked = status === "pending" && cell("date") === "";
  const date = isUnbooked ? authorizedDate : context.readDate(cell("date"));
  if (date === null) return { line, reason: notADate(cell("date")) };
  const stated = cell("currency").toUpperCase();
  const isoCurrencyCode = /^[A-Z]{3}$/.test(stated) ? stated : context.isoCurrencyCode;
  const decimals = decimalsOf(isoCurrencyCode);
  const amount = rowAmount(cells, roles, layout, decimal, decimals);
  if (!amount.ok) return { line, reason: amountReason(amount.reason, cells, context) };
  const fee = feeOf(cells, context, decimals);
  if (!fee.ok) return { line, reason: fee.reason };
  const account = textOrNull(cell("counterpartyAccount"));
  const texts = textsOf(cells, roles, details);
  return statementRow({
    line,
    date,
    authorizedDate,
    amount: amount.amount - fee.amount,
    isoCurrencyCode,
    ...texts,
    externalId: textOrNull(cell("externalId")),
    checkNumber: textOrNull(cell("checkNumber")),
    typeCode: textOrNull(cell("typeCode")),
    categoryHint: textOrNull(cell("category")),
    counterparty: account === null ? null : { name: texts.payee === "" ? null : texts.payee, account },
    pending: status === "pending",
    runningBalance: amountOrNull(cell("balance"), decimal, decimals),
    mcc: /^\d{4}$/.exec(cell("mcc"))?.[0] ?? null,
  });
}

function feeOf(
  cells: readonly string[],
  { feeColumn, decimal }: TableContext,
  decimals: number,
): AmountResult {
  const printed = feeColumn === null ? "" : (cells[feeColumn] ?? "");
  return printed === "" ? { ok: true, amount: 0 } : readAmount(printed, decimal, decimals);
}

/** Returns a cell that holds money, but is in a column without a role; null if there's none. */
export function unreadAmount(
  cells: readonly string[],
  { roles, decimal, isoCurrencyCode }: TableContext,
): string | null {
  const decimals = decimalsOf(isoCurrencyCode);
  const isMoney = (cell: string) => {
    const amount = amountOrNull(cell, decimal, decimals) ?? 0;
    // Numbers without decimals are more often ids.
    return amount !== 0 && (decimals === 0 || /[.,]\d/.test(cell));
  };
  return cells.find((cell, index) => (roles[index] ?? null) === null && isMoney(cell)) ?? null;
}

function amountReason(reason: string, cells: readonly string[], context: TableContext): string {
  const unread = reason === notAnAmount(null) ? unreadAmount(cells, context) : null;
  return unread === null ? reason : `${reason} ${quoted(unread)} is in a column that isn’t read.`;
}

/** Returns payee and memo, which ends with the details. Without a payee, the first other text stands in. */
function textsOf(
  cells: readonly string[],
  roles: ColumnRoles,
  details = "",
): Pick<StatementRow, "payee" | "memo"> {
  const payee = cleanText(cellOf(cells, roles, "payee"));
  const memos = roles.flatMap((role, index) => (role === "memo" ? cleanText(cells[index] ?? "") : []));
  const texts = [...new Set([payee, ...memos])].filter((text) => text !== "");
  const [first = cleanText(cellOf(cells, roles, "typeCode")), ...rest] = texts;
  return { payee: first, memo: textOrNull([...rest, details].join(" ")) };
}
