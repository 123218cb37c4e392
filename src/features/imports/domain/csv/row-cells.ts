import { statementRow } from "../accounts/account-parts.ts";
import { quoted, notADate } from "../reading.ts";
import type { RefusedRow, StatementRow } from "../statement.ts";
import { decimalsOf, readAmount } from "../values/amount-text.ts";
import type { DecimalSign } from "../values/amount-text.ts";
import { cleanText, textOrNull } from "../values/clean-text.ts";
import type { DateDecision } from "../values/date-order.ts";
import { cellOf } from "./column-roles.ts";
import type { ColumnRoles } from "./column-roles.ts";
import { rowAmount } from "./row-amounts.ts";
import type { AmountLayout } from "./row-amounts.ts";
import type { TableLine } from "./split-table.ts";

/** Decisions for the whole table. */
export type TableContext = {
  roles: ColumnRoles;
  layout: AmountLayout;
  readDate: DateDecision["readDate"];
  decimal: DecimalSign;
  isoCurrencyCode: string | null;
};

/** Words for rows that never happened, and for rows that aren't final. */
const failed = /^(?:declined|failed|reverted|cancell?ed|rejected|abgelehnt|storniert)$/i;
const notFinal =
  /^(?:pending|processing|authori[sz]ed|vorgemerkt|en attente|in behandeling|pendiente|in sospeso)$/i;

/** Reads a line of the table. Its amount is as printed: the sign of a lone column is decided later. */
export function readCells({ line, cells }: TableLine, context: TableContext): StatementRow | RefusedRow {
  const { roles, layout, decimal } = context;
  const cell = (role: Parameters<typeof cellOf>[2]) => cellOf(cells, roles, role);
  const date = context.readDate(cell("date"));
  if (date === null) return { line, reason: notADate(cell("date")) };
  const status = cell("status");
  if (failed.test(status)) return { line, reason: `The bank marks it as ${quoted(status)}.` };
  const stated = cell("currency").toUpperCase();
  const isoCurrencyCode = /^[A-Z]{3}$/.test(stated) ? stated : context.isoCurrencyCode;
  const decimals = decimalsOf(isoCurrencyCode);
  const amount = rowAmount(cells, roles, layout, decimal, decimals);
  if (!amount.ok) return { line, reason: amount.reason };
  const balance = readAmount(cell("balance"), decimal, decimals);
  const account = textOrNull(cell("counterpartyAccount"));
  const texts = textsOf(cells, roles);
  return statementRow({
    line,
    date,
    authorizedDate: context.readDate(cell("authorizedDate")),
    amount: amount.amount,
    isoCurrencyCode,
    ...texts,
    externalId: textOrNull(cell("externalId")),
    checkNumber: textOrNull(cell("checkNumber")),
    typeCode: textOrNull(cell("typeCode")),
    categoryHint: textOrNull(cell("category")),
    counterparty: account === null ? null : { name: texts.payee === "" ? null : texts.payee, account },
    pending: notFinal.test(status),
    runningBalance: balance.ok ? balance.amount : null,
    mcc: /^\d{4}$/.exec(cell("mcc"))?.[0] ?? null,
  });
}

/** Returns payee and memo. Without a payee, the first other text stands in. */
function textsOf(cells: readonly string[], roles: ColumnRoles): Pick<StatementRow, "payee" | "memo"> {
  const payee = cleanText(cellOf(cells, roles, "payee"));
  const memos = roles.flatMap((role, index) => (role === "memo" ? cleanText(cells[index] ?? "") : []));
  const texts = [...new Set([payee, ...memos])].filter((text) => text !== "");
  const [first = cleanText(cellOf(cells, roles, "typeCode")), ...rest] = texts;
  return { payee: first, memo: textOrNull(rest.join(" ")) };
}
