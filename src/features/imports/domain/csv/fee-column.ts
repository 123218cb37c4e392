import { amountOrNull } from "../values/amount-text.ts";
import { cellOf } from "./columns/column-roles.ts";
import type { StatementTable } from "./csv-table.ts";
import { plainName } from "./columns/header-words.ts";
import { agreeingPairs } from "./running-balance.ts";
import type { CellReading } from "./split-signs.ts";

/** Names without accents, as `plainName` returns them. */
const feeName = /^(?:fees?|gebuhr(?:en)?|frais|comision(?:es)?|commission[ei]?|kosten)$/;

/**
 * Finds a column of fees that a lone column of amounts leaves out (docs/reference/import.md, "Amounts"): the balance falls by them,
 * too. Returns null if there's no such column, or if the balance doesn't prove it.
 */
export function findFeeColumn({ columns, rows }: StatementTable, reading: CellReading): number | null {
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
