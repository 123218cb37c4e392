import { countWords } from "#shared/text/counts.ts";
import { createRowCounter } from "../reading.ts";
import type { ReadOptions, Reading } from "../reading.ts";
import { StatementError } from "../statement.ts";
import type { Question } from "../statement.ts";
import { amountParts, decimalsOf } from "../values/amount-text.ts";
import { cleanText } from "../values/clean-text.ts";
import { decideDateOrder } from "../values/date-order.ts";
import { decideDecimal } from "../values/decimal-sign.ts";
import { groupByAccount } from "./account-groups.ts";
import { cellOf, columnOf } from "./column-roles.ts";
import type { ColumnRoles } from "./column-roles.ts";
import { csvAccount } from "./csv-accounts.ts";
import { readStatementTable } from "./csv-table.ts";
import type { StatementTable } from "./csv-table.ts";
import { decideSign } from "./decide-sign.ts";
import { currencyInName } from "./header-words.ts";
import { amountLayout } from "./row-amounts.ts";
import { readCells } from "./row-cells.ts";
import type { TableContext } from "./row-cells.ts";

/** Reads CSV and other tables (docs/reference/import.md, "CSV"). Throws a {@link StatementError}. */
export function readCsv(text: string, options: ReadOptions): Reading & { table: StatementTable } {
  const table = readStatementTable(text, options);
  refuseUnusable(table);
  const countRow = createRowCounter();
  for (const { line } of table.rows) countRow(line);
  const stated = statedCurrency(table);
  const { context, questions } = decide(table, stated ?? options.isoCurrencyCode, options);
  const lines = table.rows.filter(({ cells }) => !hasOnlyBalance(cells, table.roles));
  const groups = groupByAccount(lines, table.roles, (line) => readCells(line, context));
  const sign = decideSign(groups, context.layout, options);
  return {
    accounts: groups.map((group) =>
      csvAccount(group, sign, { table, isoCurrencyCode: stated, alone: groups.length === 1 }),
    ),
    warnings: skippedLines(table, table.rows.length - lines.length),
    questions: [...table.questions, ...questions, ...(sign.question === null ? [] : [sign.question])],
    table,
  };
}

function refuseUnusable({ roles, rows }: StatementTable): void {
  const hasAmount = roles.includes("amount") || roles.includes("debit") || roles.includes("credit");
  if (!roles.includes("date") || !hasAmount) {
    throw new StatementError("Choose which column is the date and which is the amount.");
  }
  if (rows.length === 0) throw new StatementError("There are no transactions in this table.");
}

/** Decides dates, decimals, and the layout of amounts once for the table. */
function decide(
  { roles, rows }: StatementTable,
  isoCurrencyCode: string | null,
  { today, answers }: ReadOptions,
): { context: TableContext; questions: Question[] } {
  const shown = (cells: readonly string[]) =>
    cleanText(cells.filter((cell) => cell !== "").join(" · ")).slice(0, 200);
  const datesOf = (role: "date" | "authorizedDate") =>
    rows.map(({ line, cells }) => ({ line, text: cellOf(cells, roles, role), shown: () => shown(cells) }));
  const others = roles.includes("authorizedDate") ? datesOf("authorizedDate") : [];
  const dateOrder = decideDateOrder(datesOf("date"), today, answers["dateOrder"], others);
  const amounts = (["amount", "debit", "credit", "balance"] as const).flatMap((role) =>
    roles.includes(role)
      ? rows.map(({ cells }) => ({ text: cellOf(cells, roles, role), shown: () => shown(cells) }))
      : [],
  );
  const decimal = decideDecimal(amounts, decimalsOf(isoCurrencyCode), answers["decimal"]);
  return {
    context: {
      roles,
      layout: amountLayout(roles, rows),
      readDate: dateOrder.readDate,
      decimal: decimal.decimal,
      isoCurrencyCode,
    },
    questions: [dateOrder.question, decimal.question].filter((question) => question !== null),
  };
}

/** Returns the currency of the table: the first one in its column, in the name of the amount's column, or beside an amount. */
function statedCurrency({ columns, roles, rows }: StatementTable): string | null {
  const inColumn = rows
    .map(({ cells }) => cellOf(cells, roles, "currency").toUpperCase())
    .find((code) => /^[A-Z]{3}$/.test(code));
  if (inColumn !== undefined) return inColumn;
  const role = (["amount", "debit", "credit"] as const).find((one) => roles.includes(one)) ?? "amount";
  const named = currencyInName(columns[columnOf(roles, role) ?? -1]?.name ?? "");
  const printed = rows
    .map(({ cells }) => cellOf(cells, roles, role))
    .find((cell) => amountParts(cell) !== null);
  return named ?? /(?:^|[\d\s])([A-Z]{3})(?:$|[\d\s])/.exec(printed ?? "")?.[1] ?? null;
}

/** Returns true for a line such as "Beginning balance", which moves no money. */
function hasOnlyBalance(cells: readonly string[], roles: ColumnRoles): boolean {
  const isEmpty = (role: "amount" | "debit" | "credit") => cellOf(cells, roles, role) === "";
  return isEmpty("amount") && isEmpty("debit") && isEmpty("credit") && cellOf(cells, roles, "balance") !== "";
}

function skippedLines({ above, below }: StatementTable, balances: number): string[] {
  const places = [
    ...(above.length > 0 ? [`${countWords(above.length, "line")} above the table`] : []),
    ...(below.length > 0 ? [`${countWords(below.length, "line")} below it`] : []),
    ...(balances > 0 ? [`${countWords(balances, "line")} with only a balance`] : []),
  ];
  return places.length > 0 ? [`Skipped ${places.join(", ")}.`] : [];
}
