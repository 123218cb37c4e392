import { countWords } from "#shared/text/counts.ts";
import { createRowCounter, quoted, type ReadOptions, type Reading } from "../reading.ts";
import { StatementError, type Question } from "../statement.ts";
import { amountParts, decimalsOf, amountOrNull } from "../values/amount-text.ts";
import { cleanText } from "../values/clean-text.ts";
import { decideDateOrder } from "../values/date-order.ts";
import { decideDecimal } from "../values/decimal-sign.ts";
import { groupByAccount } from "./account-groups.ts";
import { cellOf, columnOf } from "./columns/column-roles.ts";
import { csvAccount } from "./csv-accounts.ts";
import { readStatementTable, type StatementTable } from "./csv-table.ts";
import { decideSign } from "./decide-sign.ts";
import { currencyInName, plainName } from "./columns/header-words.ts";
import { amountLayout } from "./row-amounts.ts";
import { readCells, unreadAmount, type TableContext } from "./row-cells.ts";
import { decideSplitSigns, splitRow, type Half, type SplitSigns, type CellReading } from "./split-signs.ts";
import { agreeingPairs } from "./running-balance.ts";

/** Reads CSV and other tables (docs/reference/import.md, "CSV"). Throws a {@link StatementError}. */
export function readCsv(text: string, options: ReadOptions): Reading & { table: StatementTable } {
  const table = readStatementTable(text, options);
  refuseUnusable(table);
  const countRow = createRowCounter();
  for (const { line } of table.rows) countRow(line);
  const stated = statedCurrency(table);
  const { context, questions, warnings } = decide(table, stated ?? options.isoCurrencyCode, options);
  const lines = table.rows.filter(({ cells }) => !hasOnlyBalance(cells, context));
  const groups = groupByAccount(lines, table.roles, (line) => readCells(line, context));
  const readLines = groups.reduce((all, { rows, refused }) => all + rows.length + refused.length, 0);
  const sign = decideSign(groups, context.layout, { ...options, isSignProven: table.isSignProven });
  return {
    accounts: groups.map((group) =>
      csvAccount(group, sign, {
        table,
        isoCurrencyCode: stated,
        accountType: options.accountType,
        alone: groups.length === 1,
      }),
    ),
    warnings: [
      ...skippedLines(table, table.rows.length - readLines),
      ...table.others.map(({ from, to, why }) => `Left out: another table in lines ${from}–${to}, ${why}.`),
      ...warnings,
    ],
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
  table: StatementTable,
  isoCurrencyCode: string | null,
  { today, answers, accountType }: ReadOptions,
): { context: TableContext; questions: Question[]; warnings: string[] } {
  const { roles, rows } = table;
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
  const decimals = decimalsOf(isoCurrencyCode);
  const decimal = decideDecimal(amounts, decimals, answers["decimal"]);
  const context: TableContext = {
    roles,
    layout: amountLayout(roles, rows),
    readDate: dateOrder.readDate,
    decimal: decimal.decimal,
    isoCurrencyCode,
    feeColumn: null,
  };
  const reading = { ...context, decimals };
  const questions = [dateOrder.question, decimal.question].filter((question) => question !== null);
  if (context.layout.kind !== "split") {
    const feeColumn = context.layout.kind === "signed" ? findFeeColumn(table, reading) : null;
    return { context: { ...context, feeColumn }, questions, warnings: [] };
  }
  const split = rows.map((line) => splitRow(line, reading));
  const { signs, unproven } = decideSplitSigns(split, accountType);
  return {
    context: { ...context, layout: { ...context.layout, ...signs } },
    questions,
    warnings: unproven.map((half) => unprovenSigns(table, half, signs)),
  };
}

function unprovenSigns({ columns, roles }: StatementTable, half: Half, signs: SplitSigns): string {
  const name = quoted(columns[columnOf(roles, half) ?? -1]?.name ?? half);
  const isOut = half === "debit" ? signs.debitSign === -1 : signs.creditSign === 1;
  return `The column ${name} has amounts with both signs, and no balance proves them. Negative ones are read as money ${isOut ? "out" : "in"}.`;
}

/** Returns the currency of the table: the commonest in its column, or one in the name of the amount's column or beside an amount. */
function statedCurrency({ columns, roles, rows }: StatementTable): string | null {
  const inColumn = commonestOf(
    rows
      .map(({ cells }) => cellOf(cells, roles, "currency").toUpperCase())
      .filter((code) => /^[A-Z]{3}$/.test(code)),
  );
  if (inColumn !== null) return inColumn;
  const role = (["amount", "debit", "credit"] as const).find((one) => roles.includes(one)) ?? "amount";
  const named = currencyInName(columns[columnOf(roles, role) ?? -1]?.name ?? "");
  const printed = rows
    .map(({ cells }) => cellOf(cells, roles, role))
    .find((cell) => amountParts(cell) !== null);
  return named ?? /(?:^|[\d\s])([A-Z]{3})(?:$|[\d\s])/.exec(printed ?? "")?.[1] ?? null;
}

/** Returns the commonest text, of equally common ones the first; null if there's none. */
function commonestOf(texts: readonly string[]): string | null {
  const [first] = [...Map.groupBy(texts, (text) => text)].toSorted(([, a], [, b]) => b.length - a.length);
  return first?.[0] ?? null;
}

/** Returns true for a line such as "Beginning balance", which moves no money. */
function hasOnlyBalance(cells: readonly string[], context: TableContext): boolean {
  const { roles } = context;
  const isEmpty = (role: "amount" | "debit" | "credit") => cellOf(cells, roles, role) === "";
  return (
    isEmpty("amount") &&
    isEmpty("debit") &&
    isEmpty("credit") &&
    cellOf(cells, roles, "balance") !== "" &&
    unreadAmount(cells, context) === null
  );
}

function skippedLines({ above, below }: StatementTable, balances: number): string[] {
  const places = [
    ...(above.length > 0 ? [`${countWords(above.length, "line")} above the table`] : []),
    ...(below.length > 0
      ? [`${countWords(below.length, "line")} below ${above.length > 0 ? "it" : "the table"}`]
      : []),
    ...(balances > 0 ? [`${countWords(balances, "line")} with only a balance`] : []),
  ];
  return places.length > 0 ? [`Skipped ${places.join(", ")}.`] : [];
}

/** Names without accents, as `plainName` returns them. */
const feeName = /^(?:fees?|gebuhr(?:en)?|frais|comision(?:es)?|commission[ei]?|kosten)$/;

/**
 * Finds a column of fees that a lone column of amounts leaves out (docs/reference/import.md, "Amounts"): the balance falls by them,
 * too. Returns null if there's no such column, or if the balance doesn't prove it.
 */
function findFeeColumn({ columns, rows }: StatementTable, reading: CellReading): number | null {
  const { roles } = reading;
  const column = columns.findIndex(
    ({ name }, index) => roles[index] === null && feeName.test(plainName(name)),
  );
  if (column === -1 || !roles.includes("amount") || !roles.includes("balance")) return null;
  const minor = (cell = "") => amountOrNull(cell, reading.decimal, reading.decimals);
  const accounts = [...Map.groupBy(rows, ({ cells }) => cellOf(cells, roles, "account")).values()];
  const fitting = (share: 0 | 1) => {
    const amounts = accounts.map((lines) =>
      lines.map(({ cells }) => ({
        date: reading.readDate(cellOf(cells, roles, "date")) ?? "",
        amount: (minor(cellOf(cells, roles, "amount")) ?? 0) - share * (minor(cells[column]) ?? 0),
        balance: minor(cellOf(cells, roles, "balance")),
      })),
    );
    return agreeingPairs(amounts, 1);
  };
  return fitting(1) > fitting(0) ? column : null;
}
